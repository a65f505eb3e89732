"""What everybody sees, as plain values, and what is to be done now."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from atlantis_games.core.contract import States, Values, View
from atlantis_games.core.view_parts import Entry, ListPart, Part, Parts, Rows, public_view
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

__all__ = ["PARTS", "PRIVATE", "PROMPT", "PROMPT_MOVES", "draw", "private", "prompt", "public"]

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
    return public_view(PARTS, states)


def spun_view(state: Any) -> str | None:
    """What was spun: an animal and how far it goes."""
    if state.spun_animal == NOWHERE:
        return None
    return f"{ANIMALS[state.spun_animal]} {NUMBERS[state.spun_number - 1]}"


SEAT = {  # the people of a player
    "colour": Entry(lambda state, seat: COLOURS[seat]),
    "to_place": Entry(lambda state, seat: state.to_place[seat], ("to_place",)),
    "in_play": Entry(
        lambda state, seat: PEOPLE - state.saved[seat] - state.lost[seat], ("saved", "lost")
    ),
    "saved": Entry(lambda state, seat: state.saved[seat], ("saved",)),
    "lost": Entry(lambda state, seat: state.lost[seat], ("lost",)),
}


def next_to_sink(state: Any) -> str | None:
    """The kind of the pieces that sink next."""
    return next((kind for kind, n in zip(KINDS, state.pieces, strict=True) if n), None)


def private(states: States, seat: int) -> View:
    """Nothing is hidden in this game."""
    return {}


PRIVATE: dict[str, Entry] = {}
PROMPT = ("phase", "points", "spun_animal", "spun_number")  # what it is made from,
PROMPT_MOVES = ()  # whatever can be done


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


def hex_view(state: Any, place: int) -> View:
    """A hex and what is on it; what is not there is left out."""
    word, bit = place >> 6, place & 63
    people, swimmers = state.row("people", place), state.row("swimmers", place)
    shown = shown_hex(
        place,
        state.land[word] >> bit & 1,
        state.boats[word] >> bit & 1,
        tuple(people[: state.players]) if any(people) else (),
        tuple(swimmers[: state.players]) if any(swimmers) else (),
        (state.swum[place], state.jumped[place], state.under_way[place]),
        tuple([places.count(place) for places in state.animals]),
    )
    return dict(shown)  # a view may be changed


@lru_cache(20_000)
def shown_hex(
    place: int,
    is_land: int,
    has_boat: int,
    people: tuple[int, ...],
    swimmers: tuple[int, ...],
    counts: tuple[int, int, int],  # swum, jumped, guarded
    animals: tuple[int, ...],
) -> View:
    """A hex from what is on it. Shared: must not be changed."""
    shown: View = {"hex": NAMES[place]}
    swum, jumped, guarded = counts
    if is_land:
        shown["land"] = KIND_NAMES[place]
    if has_boat:
        shown["boat"] = True
    if place in GATE_PLACES:
        shown["gate"] = True
    if people:
        shown["people"] = list(people)
    if swimmers:
        shown["swimmers"] = list(swimmers)
    if swum:
        shown["swum"] = swum
    if jumped:
        shown["jumped"] = jumped
    if any(animals):
        shown["animals"] = {name: n for name, n in zip(ANIMALS, animals, strict=True) if n}
    if guarded:
        shown["guarded"] = guarded
    return shown


PARTS: Parts = {
    "game": Part(lambda state: "escape"),
    "players": Part(lambda state: state.players, ("players",)),
    "turn": Part(lambda state: state.seat, ("seat",)),
    "turns": Part(lambda state: state.turns, ("turns",)),
    "quiet": Part(lambda state: state.quiet, ("quiet",)),
    "quiet_limit": Part(
        lambda state: state.stall_limit * state.players, ("stall_limit", "players")
    ),
    "phase": Part(lambda state: PHASES[state.phase], ("phase",)),
    "points": Part(lambda state: state.points, ("points",)),
    "spun": Part(spun_view, ("spun_animal", "spun_number")),
    "sinking": Part(lambda state: name_or_none(state.sinking), ("sinking",)),
    "picked": Part(lambda state: name_or_none(state.picked), ("picked",)),
    "rider": Part(lambda state: bool(state.rider), ("rider",)),
    "moving": Part(moving_animal, ("spun_animal", "picked", "phase")),
    "sinks_next": Part(next_to_sink, ("pieces",)),
    "hexes": ListPart(
        hex_view,
        lambda state: HEXES,
        each=("people", "swimmers", "swum", "jumped", "under_way"),
        masks=("land", "boats"),
        places=("animals",),
    ),
    "seats": Rows(lambda state: state.players, SEAT),
    "symbols": Part(symbols_view, ("mixed", "symbols")),
    "pieces": Part(lambda state: dict(zip(KINDS, state.pieces, strict=True)), ("pieces",)),
}
