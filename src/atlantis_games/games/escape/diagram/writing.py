"""Writes a position as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_games.core.contract import States
from atlantis_games.core.diagram import bits_of, listed
from atlantis_games.core.plain_fields import plain
from atlantis_games.games.escape.board import ANIMALS, KINDS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.diagram.words import ALL, ISLAND, NAMES, PHASES
from atlantis_games.games.escape.state import MOVING, NOWHERE
from atlantis_games.games.escape.tables import COLOURS, HEXES


def write(states: States, seen_by: int | None) -> list[str]:
    """The lines of a position; everybody knows all of it."""
    state = plain(states)
    lines = [*board_lines(state), *animal_lines(state), *symbol_lines(state)]
    for seat in range(state.players):
        for word, number in (("saved", state.saved[seat]), ("lost", state.lost[seat])):
            if number:
                lines.append(f"{word} {COLOURS[seat]} {number}")
    return [*lines, *turn_lines(state)]


def hexes_in(words: list[int]) -> list[str]:
    """The names of a set of hexes."""
    return [NAMES[64 * word + bit] for word, mask in enumerate(words) for bit in bits_of(mask)]


def board_lines(state: Any) -> Iterator[str]:
    """Land, boats, people and swimmers."""
    land = hexes_in(state.land)
    sunk = [name for name in ISLAND if name not in land]
    if len(sunk) < len(land):
        yield "land all"
        if sunk:
            yield "sunk " + " ".join(sunk)
    elif land:
        yield "land " + " ".join(land)
    boats = hexes_in(state.boats)
    groups: dict[str, list[str]] = {word: [] for word in ("people", "boat", "swim")}
    for place in range(HEXES):
        people, swimmers = listed(COLOURS, state.people[place]), list(state.swimmers[place])
        if NAMES[place] in boats or people:
            groups["boat" if NAMES[place] in boats else "people"] += [NAMES[place], *people]
        swimmers[state.seat] -= state.swum[place] + state.jumped[place]
        if any(swimmers):
            groups["swim"] += [NAMES[place], *listed(COLOURS, swimmers)]
    for word in ("swum", "jumped"):
        numbers = getattr(state, word)
        groups[word] = [
            text
            for place in range(HEXES)
            for text in (NAMES[place], *listed([COLOURS[state.seat]], [numbers[place]]))
            if numbers[place]
        ]
    yield from (" ".join([word, *words]) for word, words in groups.items() if words)
    for place in range(HEXES):
        if state.under_way[place]:
            yield f"riding {NAMES[place]} {state.under_way[place]}"


def animal_lines(state: Any) -> Iterator[str]:
    """Where the animals are."""
    for animal, places in zip(ANIMALS, state.animals, strict=True):
        names = [NAMES[place] for place in reversed(places) if place != NOWHERE]
        if names:
            yield " ".join([animal, *names])


def symbol_lines(state: Any) -> Iterator[str]:
    """What is left under the pieces."""
    for row, kind in enumerate((ALL,) if state.mixed else KINDS):
        yield " ".join(["symbols", kind, *listed(SYMBOLS, state.symbols[row])])


def turn_lines(state: Any) -> Iterator[str]:
    """Whose turn it is, and what has happened in it."""
    if state.seat:
        yield f"turn {COLOURS[state.seat]}"
    words = [next(word for word, phase in PHASES.items() if phase == state.phase)]
    if state.sinking != NOWHERE:
        words.append(NAMES[state.sinking])
    if state.spun_animal != NOWHERE:
        words += [ANIMALS[state.spun_animal], NUMBERS[state.spun_number - 1]]
    if state.picked != NOWHERE:
        words.append(NAMES[state.picked])
    if state.rider:
        words.append("rider")
    if state.phase != MOVING:
        yield " ".join(["phase", *words])
    if state.points:
        yield f"points {state.points}"
    if state.eventful:
        yield "eventful"
    for word in ("quiet", "turns"):
        if getattr(state, word):
            yield f"{word} {getattr(state, word)}"
