"""What the pieces of a game's view are made from, as kernels read it (`pieces.py`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.core.view_parts import Entry, ListPart, Part, Rows
from atlantis_games.kernels.pieces import BIT, COUNT, HEAD, NO_PLACE, SPAN

Show = Callable[[Any], Any]
Step = tuple[int, int, int, int, int]


class Place(NamedTuple):
    """A place in a view whose value is sent whole when it has changed."""

    view: int  # 0 is what everybody sees, then what each seat sees
    path: bytes  # encoded, with a comma after it
    show: Show
    steps: list[Step]  # what its key is made of


class ViewPlan:
    """The places of a view, and the plan of them."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.record = game, game.record
        self.views = players + 1 if game.has_secrets else 1
        self.places: list[Place] = []
        size = self.record.itemsize
        self.targets: list[list[int]] = [[] for _ in range(self.views * size * 8)]
        self.fields: list[tuple[int, int, int, int, int]] = []
        self.elements: list[int] = []
        views: Any = game.views
        counted = np.zeros(1, self.record)
        counted["players"] = players
        for name, part in views.PARTS.items():
            if isinstance(part, Part):
                if not part.is_written:
                    self.add(0, [name], part.show, self.spans(part.fields))
            elif isinstance(part, ListPart):
                self.add_list(name, part, part.count(counted[0]))
            else:
                assert isinstance(part, Rows)
                for seat in range(players):
                    self.add_entries(0, seat, part.entries)
        for seat in range(self.views - 1):
            self.add_entries(seat + 1, seat, views.PRIVATE)
        self.prompt = len(self.places)
        steps = self.spans(views.PROMPT)
        self.places.append(Place(0, b"", lambda state: None, steps))
        self.plan = self.joined(views.PROMPT_MOVES)

    def span(self, field: str, row: int | None = None) -> Step:
        """The bytes of a field, or of one row of it."""
        assert self.record.fields is not None
        kind, begin = self.record.fields[field][:2]
        if row is None:
            return SPAN, begin, kind.itemsize, 0, 0
        size = kind.itemsize // kind.shape[0]
        return SPAN, begin + row * size, size, 0, 0

    def spans(self, fields: Iterable[str], row: int | None = None) -> list[Step]:
        """The bytes of several fields."""
        return [self.span(field, row) for field in fields]

    def add(self, view: int, path: list[str | int], show: Show, steps: list[Step]) -> int:
        """Adds a place, which is looked at when one of its bytes or bits changes."""
        number = len(self.places)
        text = b"".join(json.dumps(key).encode() + b"," for key in path)
        self.places.append(Place(view, text, show, steps))
        for kind, begin, amount, _, _ in steps:
            first = (view * self.record.itemsize + begin) * 8
            if kind == SPAN:
                for bit in range(first, first + 8 * amount):
                    self.targets[bit].append(number)
            elif kind == BIT:
                self.targets[first + amount].append(number)
        return number

    def add_entries(self, view: int, seat: int, entries: Mapping[str, Entry]) -> None:
        """Adds every entry of a seat's panel."""
        for key, entry in entries.items():
            if not entry.is_written:
                steps = self.spans(entry.each, seat) + self.spans(entry.shared)
                self.add(view, ["seats", seat, key], at(entry.show, seat), steps)

    def add_list(self, name: str, part: ListPart, count: int) -> None:
        """Adds every element of a list."""
        elements = [NO_PLACE] * part.first
        for element in range(part.first, part.first + count):
            steps = self.spans(part.each, element) + self.spans(part.shared)
            for mask in part.masks:
                begin = self.span(mask)[1]
                steps.append((BIT, begin + element // 8, element % 8, 0, 0))
            for field in part.places:
                steps += self.counts(field, element)
            path: list[str | int] = [name, element - part.first]
            elements.append(self.add(0, path, at(part.show, element), steps))
        for field in part.places:
            _, begin, size, _, _ = self.span(field)
            width = self.record[field].base.itemsize
            row = (begin, size // width, width, len(self.elements), len(elements))
            self.fields.append(row)
        self.elements += elements

    def counts(self, field: str, element: int) -> list[Step]:
        """How often an element is in each row of a field."""
        kind, begin = self.record.fields[field][:2]  # type: ignore[index]
        rows, width = kind.shape[0], kind.base.itemsize
        items = kind.itemsize // width // rows
        return [(COUNT, begin + row * items * width, items, width, element) for row in range(rows)]

    def joined(self, words: tuple[str, ...]) -> Any:
        """All numbers in one array, after a head that says where they begin."""
        bit = {word: 1 << number for number, word in enumerate(words)}
        groups = [bit.get(move.partition(" ")[0], 0) for move in self.game.moves]
        parts = [
            [0, *accumulate(len(one) for one in self.targets)],
            [one for targets in self.targets for one in targets],
            [0, *accumulate(len(place.steps) for place in self.places)],
            [number for place in self.places for step in place.steps for number in step],
            [number for field in self.fields for number in field],
            self.elements,
            groups,
        ]
        begins = [HEAD, *(HEAD + end for end in accumulate(len(part) for part in parts))]
        first, targets, steps_first, steps, fields, elements, group = begins[:-1]
        head = [self.views, first, targets, steps_first, steps]
        head += [len(self.fields), fields, elements, group, self.prompt]
        return np.array([*head, *(number for part in parts for number in part)], np.int32)


def at(show: Callable[[Any, int], Any], number: int) -> Show:
    """How one element is shown."""
    return lambda state: show(state, number)
