"""What everybody sees of a position: entries, and the fields of the record that each is made from.

A game lists them in `views.PARTS`; the server shows only those again whose fields have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from atlantis_games.core.actors import State, States
from atlantis_games.core.plain_fields import plain

View: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """An entry of a public view: how it is shown, and the fields that it is made from.

    What is made from much of the record may be written as JSON by the kernel `Rules.write_parts`.
    """

    show: Callable[[State], Any]
    fields: tuple[str, ...] = ()
    is_written: bool = False


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
    is_written: bool = False


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

    def __init__(self, parts: Parts, state: State) -> None:
        super().__init__()
        self.parts = parts
        self.state = state

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
    return PublicView(parts, plain(states)).whole()
