"""What everybody sees of a match, kept up to date: only what has changed is shown again.

A game says in `views.PARTS` from which fields of its record each entry of its public view is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import orjson

from atlantis_games.core.actors import State, States
from atlantis_games.core.position import plain

View: TypeAlias = dict[str, Any]
MAX_KEY = 24  # bytes that a value is made from, if it is worth keeping
MAX_KEPT = 5_000  # values of one place in a view


@dataclass(frozen=True)
class Part:
    """An entry of a public view: how it is shown, and the fields that it is made from."""

    show: Callable[[State], Any]
    fields: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListPart:
    """An entry that is a list, such as the hexes of a board, of which a move changes few elements.

    A field is an array with a row for every element (`each`), a mask with a bit for every element
    (`masks`), an array of the elements where something is (`places`), or it concerns all elements
    (`shared`). Elements count from `first` on in all of them.
    """

    show: Callable[[State, int], Any]
    count: Callable[[State], int]
    first: int = 0
    each: tuple[str, ...] = ()
    masks: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()

    def elements(self, state: State) -> list[Any]:
        """The whole list."""
        numbers = range(self.first, self.first + self.count(state))
        return [self.show(state, number) for number in numbers]


@dataclass(frozen=True)
class Entry:
    """An entry of every row of a `Rows`: how it is shown, and the fields that it is made from.

    Fields have a row for each of them (`each`), or concern all (`shared`).
    """

    show: Callable[[State, int], Any]
    each: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rows:
    """An entry that is a list of rows with the same entries, such as the players' panels."""

    count: Callable[[State], int]
    entries: Mapping[str, Entry] = field(hash=False)

    def elements(self, state: State) -> list[Any]:
        """The whole list."""
        return [
            {name: entry.show(state, row) for name, entry in self.entries.items()}
            for row in range(self.count(state))
        ]


AnyPart: TypeAlias = Part | ListPart | Rows
Parts: TypeAlias = Mapping[str, AnyPart]


class PublicView(dict[str, Any]):
    """Everything that everybody may know, each entry made when it is asked for."""

    def __init__(self, parts: Parts, states: States) -> None:
        super().__init__()
        self.parts = parts
        self.state = plain(states)

    def __missing__(self, name: str) -> Any:
        """An entry, which is kept."""
        part = self.parts[name]
        value = part.show(self.state) if isinstance(part, Part) else part.elements(self.state)
        self[name] = value
        return value

    def whole(self) -> View:
        """All entries."""
        return {name: self[name] for name in self.parts}


def public_view(parts: Parts, states: States) -> View:
    """Everything that everybody may know, from a state that is redacted for spectators."""
    return PublicView(parts, states).whole()


class Leaf:
    """A place in a view whose value is sent whole when it has changed."""

    def __init__(
        self, path: Iterable[str | int], show: Callable[[State], Any], spans: list[slice] | None
    ) -> None:
        self.path = b",".join(orjson.dumps(key) for key in path) + b","
        self.show = show
        self.spans = spans  # of the record, which are all that it is made from; None: too many
        self.kept: dict[bytes, bytes] = {}  # its value by those bytes
        self.is_panel = False  # of a seat, to which something private may belong

    def encoded(self, raw: bytes, state: State) -> bytes:
        """The value in a state."""
        if self.spans is None:
            return orjson.dumps(self.show(state))
        key = b"".join([raw[span] for span in self.spans])
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MAX_KEPT:
                self.kept.clear()
            found = self.kept[key] = orjson.dumps(self.show(state))
        return found


class Places(NamedTuple):
    """A field that holds the elements of a list where something is."""

    name: str
    field: str


class Bits(NamedTuple):
    """A byte that has a bit for each of eight elements of a list."""

    name: str
    first: int  # the element of the lowest bit


Target: TypeAlias = Leaf | Places | Bits


class Layout:
    """What each byte of a record is part of."""

    def __init__(self, record: np.dtype[Any], parts: Parts, counts: Mapping[str, int]) -> None:
        assert record.fields is not None
        self.fields = record.fields
        self.size = record.itemsize
        self.lists: dict[str, dict[int, Leaf]] = {}  # each element of a list by its number
        targets: list[list[Target]] = [[] for _ in range(self.size)]
        for name, part in parts.items():
            if isinstance(part, Part):
                self.add_part(targets, name, part)
            elif isinstance(part, ListPart):
                self.add_list(targets, name, part, counts[name])
            else:
                self.add_rows(targets, name, part, counts[name])
        known: dict[tuple[Target, ...], tuple[Target, ...]] = {}
        self.targets = [known.setdefault(tuple(one), tuple(one)) for one in targets]

    def span(self, field: str, row: int | None = None) -> slice:
        """Where a field is in the record, or one row of it."""
        kind, begin = self.fields[field][:2]
        if row is None:
            return slice(begin, begin + kind.itemsize)
        size = kind.itemsize // kind.shape[0]
        return slice(begin + row * size, begin + row * size + size)

    def add_part(self, targets: list[list[Target]], name: str, part: Part) -> None:
        """Adds an entry of its own."""
        spans = [self.span(field) for field in part.fields]
        leaf = Leaf([name], part.show, spans)
        self.watch(targets, leaf, spans)

    def add_rows(self, targets: list[list[Target]], name: str, part: Rows, count: int) -> None:
        """Adds every entry of every row."""
        for row in range(count):
            for key, entry in part.entries.items():
                spans = [self.span(field, row) for field in entry.each]
                spans += [self.span(field) for field in entry.shared]
                self.watch(targets, Leaf([name, row, key], at(entry.show, row), spans), spans)

    def add_list(self, targets: list[list[Target]], name: str, part: ListPart, count: int) -> None:
        """Adds every element of a list."""
        for element in range(part.first, part.first + count):
            leaf = Leaf([name, element - part.first], at(part.show, element), None)
            leaf.is_panel = name == "seats"
            self.lists.setdefault(name, {})[element] = leaf
            spans = [self.span(field, element) for field in part.each]
            self.watch(targets, leaf, spans + [self.span(field) for field in part.shared])
        for mask in part.masks:
            for number, byte in enumerate(range(self.size)[self.span(mask)]):
                targets[byte].append(Bits(name, 8 * number))
        for places in part.places:
            for byte in range(self.size)[self.span(places)]:
                targets[byte].append(Places(name, places))

    def watch(self, targets: list[list[Target]], leaf: Leaf, spans: list[slice]) -> None:
        """Notes which bytes a leaf is made from."""
        if sum(span.stop - span.start for span in spans) > MAX_KEY:
            leaf.spans = None
        for byte in chain.from_iterable(range(self.size)[span] for span in spans):
            targets[byte].append(leaf)


def at(show: Callable[[State, int], Any], number: int) -> Callable[[State], Any]:
    """How one element is shown."""
    return lambda state: show(state, number)


@lru_cache(256)
def layout_of(
    record: np.dtype[Any],
    parts: tuple[tuple[str, AnyPart], ...],
    counts: tuple[tuple[str, int], ...],
) -> Layout:
    """The layout of a record, which all matches with as many elements share."""
    return Layout(record, dict(parts), dict(counts))


class LiveView:
    """The public view of a match as it goes on."""

    def __init__(self, parts: Parts, states: States) -> None:
        self.states = states
        self.raw = states.tobytes()
        state = plain(states)
        counts = [
            (name, part.count(state)) for name, part in parts.items() if not isinstance(part, Part)
        ]
        self.layout = layout_of(states.dtype, tuple(parts.items()), tuple(counts))
        self.shown: dict[Leaf, bytes] = {}  # of leaves that keep no values
        self.has_new_panels = False  # since the last update

    def update(self, states: States) -> list[bytes]:
        """Goes on to another state: each place that has changed on the way, with its value."""
        before, raw = self.raw, states.tobytes()
        found: list[bytes] = []
        if raw == before:
            return found
        state, old = plain(states), plain(self.states)
        for leaf in self._touched(states):
            value = leaf.encoded(raw, state)
            if leaf.spans is None:
                shown = self.shown.get(leaf) or leaf.encoded(before, old)
                self.shown[leaf] = value
            else:
                shown = leaf.encoded(before, old)
            if value != shown:
                found.append(leaf.path + value)
                self.has_new_panels |= leaf.is_panel
        self.states, self.raw = states, raw
        return found

    def _touched(self, states: States) -> dict[Leaf, None]:
        """The leaves that may have changed."""
        before, after = self.states.view(np.uint8), states.view(np.uint8)
        targets = self.layout.targets
        touched: dict[Leaf, None] = {}
        last = None
        for byte in (before != after).nonzero()[0].tolist():
            here = targets[byte]
            if here is last:
                continue
            last = here
            for one in here:
                if type(one) is Leaf:
                    touched[one] = None
                elif isinstance(one, Bits):
                    self._touch_bits(one, int(before[byte] ^ after[byte]), touched)
                elif isinstance(one, Places):
                    self._touch_places(one, states, touched)
        return touched

    def _touch_bits(self, bits: Bits, changed: int, touched: dict[Leaf, None]) -> None:
        """Adds the elements whose bits have changed."""
        leaves = self.layout.lists[bits.name]
        for bit in range(8):
            if changed >> bit & 1 and bits.first + bit in leaves:
                touched[leaves[bits.first + bit]] = None

    def _touch_places(self, places: Places, states: States, touched: dict[Leaf, None]) -> None:
        """Adds the elements from which and to which something has moved."""
        leaves = self.layout.lists[places.name]
        old, new = self.states[places.field].ravel(), states[places.field].ravel()
        moved = old != new
        for number in chain(old[moved].tolist(), new[moved].tolist()):
            if number in leaves:
                touched[leaves[number]] = None
