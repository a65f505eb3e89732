"""What everybody sees of a match, kept up to date: only what has changed is shown again.

A game says in `views.PARTS` from which fields of its record each entry of its public view is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from atlantis_games.core.actors import State, States
from atlantis_games.core.position import plain

View: TypeAlias = dict[str, Any]
Change: TypeAlias = list[Any]  # the keys and indices that lead to a value, and the value itself


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


Parts: TypeAlias = Mapping[str, Part | ListPart]


def public_view(parts: Parts, states: States) -> View:
    """Everything that everybody may know, from a state that is redacted for spectators."""
    state = plain(states)
    return {
        name: part.elements(state) if isinstance(part, ListPart) else part.show(state)
        for name, part in parts.items()
    }


def add_changes(found: list[Change], old: Any, new: Any, *path: str | int) -> None:
    """Notes what to set in an old value, and where, so that it equals a new one."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key, value in new.items():
            if old[key] != value:
                add_changes(found, old[key], value, *path, str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, value in enumerate(new):
            if old[number] != value:
                add_changes(found, old[number], value, *path, number)
    else:
        found.append([*path, new])


class Touch(NamedTuple):
    """What a byte of a record is part of: the entries of a view that are made from it."""

    parts: tuple[str, ...] = ()
    elements: tuple[tuple[str, int], ...] = ()  # of lists: the element whose row it is in
    masks: tuple[tuple[str, int], ...] = ()  # the element of its lowest bit
    places: tuple[tuple[str, str], ...] = ()  # and the field, which holds elements
    lists: tuple[str, ...] = ()  # all of whose elements it concerns
    is_rare: bool = False  # one of the last three


@lru_cache(64)
def touches(record: np.dtype[Any], parts: tuple[tuple[str, Part | ListPart], ...]) -> list[Touch]:
    """For every byte of a record what it is part of: one object for all that share it."""
    assert record.fields is not None
    found = [Touch()] * record.itemsize
    known: dict[Touch, Touch] = {}
    for field, (kind, begin, *_) in record.fields.items():
        rows = kind.shape[0] if kind.shape else 1
        size = kind.itemsize // rows
        for row in range(rows):
            for byte in range(size) if touches_bits(field, parts) else (0,):
                touch = touch_of(field, row, row * size + byte, parts)
                touch = known.setdefault(touch, touch)
                start = begin + row * size + byte
                found[start : begin + row * size + size] = [touch] * (size - byte)
    return found


def touches_bits(field: str, parts: Iterable[tuple[str, Part | ListPart]]) -> bool:
    """Whether the bytes of a field stand for different elements."""
    return any(isinstance(part, ListPart) and field in part.masks for _, part in parts)


def touch_of(
    field: str, row: int, byte: int, parts: Iterable[tuple[str, Part | ListPart]]
) -> Touch:
    """What one row of a field, or one byte of a mask, is part of."""
    lists = [(name, part) for name, part in parts if isinstance(part, ListPart)]
    touch = Touch(
        tuple(name for name, part in parts if isinstance(part, Part) and field in part.fields),
        tuple((name, row) for name, part in lists if field in part.each),
        tuple((name, 8 * byte) for name, part in lists if field in part.masks),
        tuple((name, field) for name, part in lists if field in part.places),
        tuple(name for name, part in lists if field in part.shared),
    )
    return touch._replace(is_rare=bool(touch.masks or touch.places or touch.lists))


class LiveView:
    """The public view of a match as it goes on."""

    def __init__(self, parts: Parts, states: States) -> None:
        self.parts = parts
        self.states = states
        self.view = public_view(parts, states)
        self.touches = touches(states.dtype, tuple(parts.items()))

    def update(self, states: States) -> list[Change]:
        """Goes on to another state, and returns what has changed on the way."""
        names, elements = self._touched(states)
        self.states = states
        state, view, found = plain(states), self.view, list[Change]()
        for name in names:
            part = self.parts[name]
            assert isinstance(part, Part)
            value = part.show(state)
            if value != view[name]:
                add_changes(found, view[name], value, name)
                view[name] = value
        for name, numbers in elements.items():
            part, shown = self.parts[name], view[name]
            assert isinstance(part, ListPart)
            for element in numbers:
                number = element - part.first
                if 0 <= number < len(shown):
                    value = part.show(state, element)
                    if value != shown[number]:
                        add_changes(found, shown[number], value, name, number)
                        shown[number] = value
        return found

    def _touched(self, states: States) -> tuple[dict[str, None], dict[str, set[int]]]:
        """The entries that may have changed, and of lists the elements."""
        before, after = self.states.view(np.uint8), states.view(np.uint8)
        names: dict[str, None] = {}
        elements: dict[str, set[int]] = {}
        last = None
        for byte in (before != after).nonzero()[0].tolist():
            touch = self.touches[byte]
            if touch is last:
                continue
            last = touch
            for name in touch.parts:
                names[name] = None
            for name, element in touch.elements:
                elements.setdefault(name, set()).add(element)
            if not touch.is_rare:
                continue
            for name, first in touch.masks:
                bits = int(before[byte] ^ after[byte])
                changed = (first + bit for bit in range(8) if bits >> bit & 1)
                elements.setdefault(name, set()).update(changed)
            for name, field in touch.places:
                old, new = self.states[field].ravel(), states[field].ravel()
                moved = old != new
                elements.setdefault(name, set()).update(old[moved].tolist(), new[moved].tolist())
            for name in touch.lists:
                first, count = self.parts[name].first, len(self.view[name])  # type: ignore[union-attr]
                elements.setdefault(name, set()).update(range(first, first + count))
        return names, elements
