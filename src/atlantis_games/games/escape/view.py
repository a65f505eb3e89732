"""What everybody sees, as plain values, and what is to be done now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from atlantis_games.core.contract import States, Values, View
from atlantis_games.core.position import plain
from atlantis_games.games.escape import pieces
from atlantis_games.games.escape.board import ANIMALS, KINDS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.drawing import draw
from atlantis_games.games.escape.state import (
    DONE,
    ENDING,
    MOVING,
    NOWHERE,
    PICKING,
    PLACING,
    RELOCATING,
    REVEALING,
    SINKING,
    SPINNING,
)
from atlantis_games.games.escape.tables import BOARD, COLOURS, HEXES, PEOPLE

__all__ = ["draw", "private", "prompt", "public"]

NAMES = BOARD.names
KIND_NAMES = {place: KINDS[kind] for place, kind in BOARD.kinds.items()}
GATE_PLACES = frozenset(BOARD.gates)
PHASES = {
    REVEALING: "reveal",
    SPINNING: "spin",
    PLACING: "place",
    MOVING: "move",
    SINKING: "sink",
    RELOCATING: "relocate",
    PICKING: "pick an animal",
    ENDING: "move the animal",
    DONE: "over",
}


def public(states: States) -> View:
    """Everything there is to know, for a page or a program; nothing is hidden in this game."""
    state = plain(states)
    spun = None
    if state.spun_animal != NOWHERE:
        spun = f"{ANIMALS[state.spun_animal]} {NUMBERS[state.spun_number - 1]}"
    return {
        "game": "escape",
        "players": state.players,
        "turn": state.seat,
        "turns": state.turns,
        "quiet": state.quiet,
        "quiet_limit": state.stall_limit * state.players,
        "phase": PHASES[state.phase],
        "points": state.points,
        "spun": spun,
        "sinking": name_or_none(state.sinking),
        "picked": name_or_none(state.picked),
        "rider": bool(state.rider),
        "moving": moving_animal(state),
        "sinks_next": next((kind for kind, n in zip(KINDS, state.pieces, strict=True) if n), None),
        "hexes": hexes_view(state),
        "seats": [
            {
                "colour": COLOURS[other],
                "to_place": state.to_place[other],
                "in_play": PEOPLE - state.saved[other] - state.lost[other],
                "saved": state.saved[other],
                "lost": state.lost[other],
            }
            for other in range(state.players)
        ],
        "symbols": symbols_view(state),
        "pieces": dict(zip(KINDS, state.pieces, strict=True)),
    }


def private(states: States, seat: int) -> View:
    """Nothing is hidden in this game."""
    return {}


def prompt(view: View, moves: Collection[str]) -> tuple[str, Values]:
    """What is to be done now: the code of a sentence, `prompt.CODE`, and what it names."""
    values: Values = {"points": view["points"]}
    if view["spun"]:
        values["one"], values["reach"] = view["spun"].split()
    return view["phase"].replace(" ", "-"), values


def moving_animal(state: Any) -> str | None:
    """The id of the animal that is being moved just now. §8.1"""
    return pieces.animal(state.spun_animal, state.picked) if state.phase == ENDING else None


def name_or_none(place: int) -> str | None:
    """The name of a hex, if it is one."""
    return None if place == NOWHERE else NAMES[place]


def symbols_view(state: Any) -> dict[str, dict[str, int]]:
    """How many of each symbol are still hidden, per kind of piece or over all. §1.3"""
    rows = ("all",) if state.mixed else KINDS
    return {
        row: dict(zip(SYMBOLS, state.symbols[number], strict=True))
        for number, row in enumerate(rows)
    }


def hexes_view(state: Any) -> list[dict[str, Any]]:
    """Every hex and what is on it; what is not there is left out."""
    land, boats = bits(state.land), bits(state.boats)
    animals: dict[int, dict[str, int]] = {}
    for animal, places in zip(ANIMALS, state.animals, strict=True):
        for place in places:
            if place != NOWHERE:
                here = animals.setdefault(place, {})
                here[animal] = here.get(animal, 0) + 1
    hexes = []
    for place in range(HEXES):
        shown: dict[str, Any] = {"hex": NAMES[place]}
        if land >> place & 1:
            shown["land"] = KIND_NAMES[place]
        if boats >> place & 1:
            shown["boat"] = True
        if place in GATE_PLACES:
            shown["gate"] = True
        if any(state.people[place]):
            shown["people"] = state.people[place][: state.players]
        if any(state.swimmers[place]):
            shown["swimmers"] = state.swimmers[place][: state.players]
        if state.swum[place]:
            shown["swum"] = state.swum[place]
        if state.jumped[place]:
            shown["jumped"] = state.jumped[place]
        if place in animals:
            shown["animals"] = animals[place]
        if state.under_way[place]:
            shown["guarded"] = state.under_way[place]
        hexes.append(shown)
    return hexes


def bits(words: list[int]) -> int:
    """A set of hexes as one number with a bit for each hex."""
    return sum(word << (64 * number) for number, word in enumerate(words))
