"""What the seat to decide knows, as numbers: `escape_v2`. Nothing is hidden in this game.

Seats are counted from the observer on: 0 is the observer, 1 the next to play. Rows of seats that
nobody plays are zero. A row of hexes has 136 columns: the hexes in the order of their numbers, row
by row from a1 on, and three that fill the last word.
"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.layout import WORD, Field, Layout
from atlantis_games.games.escape.blocks import DECISIONS
from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.hexes import first_hex, without_first
from atlantis_games.games.escape.state import DONE, NOWHERE, PLACING
from atlantis_games.games.escape.tables import (
    ANIMAL_COUNT,
    HEXES,
    KIND_COUNT,
    KIND_HEXES,
    NUMBER_COUNT,
    SEATS,
    SYMBOL_COUNT,
    WORDS,
)
from atlantis_games.kernels.numba import State, kernel, spread

__all__ = ["DECISIONS", "LAYOUT", "VERSION", "observe"]

VERSION = 2
COLUMNS = -(-HEXES // WORD) * WORD
MAX_SHOWN = 255  # what a byte holds; larger numbers are shown as this
PHASES = 6  # kinds of decisions

FIELDS = (
    Field(
        "land", (KIND_COUNT, COLUMNS), "1 where a piece of flatland, hill, mountain is left (§2.2)"
    ),
    Field("boats", (COLUMNS,), "1 where a boat is"),
    Field("people", (SEATS, COLUMNS), "people of the seat on the piece or in the boat"),
    Field("swimmers", (SEATS, COLUMNS), "swimmers of the seat"),
    Field("animals", (ANIMAL_COUNT, COLUMNS), "monsters, sharks, krakens, dolphins on the hex"),
    Field("swum", (COLUMNS,), "swimmers of the seat whose turn it is who have swum (§5.11)"),
    Field("jumped", (COLUMNS,), "its swimmers who have jumped into the water (§5.11)"),
    Field(
        "guarded",
        (COLUMNS,),
        "with refuge=riding: turns, this one included, for which the hex is protected (§8.3)",
    ),
    Field("sinking", (COLUMNS,), "1 on the piece that sinks, while people leave it (§6.2)"),
    Field("picked", (COLUMNS,), "1 on the animal that is to be moved (§8.1)"),
    Field("to_place", (SEATS,), "people not yet on the island (§3.2)"),
    Field("saved", (SEATS,), "people on coral islands (§5.10)"),
    Field("lost", (SEATS,), "people lost"),
    Field(
        "symbols", (KIND_COUNT, SYMBOL_COUNT), "symbols not yet revealed per kind of piece (§1.3)"
    ),
    Field("pieces", (KIND_COUNT,), "pieces left of each kind"),
    Field("turn", (SEATS,), "1 for the seat whose turn it is"),
    Field(
        "phase",
        (PHASES,),
        "1 for the kind of decision: place, move, sink, relocate, pick, where an animal ends",
    ),
    Field("points", (1,), "points of movement left (§4.1)"),
    Field("spun_animal", (ANIMAL_COUNT,), "1 for the animal that the spinner shows (§8.1)"),
    Field("spun_number", (NUMBER_COUNT,), "1 for the number that it shows: 1, 2, 3, dive"),
    Field("rider", (1,), "1 if the dolphin to be moved takes a swimmer along (§9.2)"),
    Field("eventful", (1,), "1 once something has happened this turn (§10.2)"),
    Field("turns_left", (1,), "quiet turns until the game ends, at most 255 (§10.2)"),
    Field("turns", (1,), "turns completed, at most 255"),
    Field("players", (1,), "how many play"),
    Field("seat", (SEATS,), "1 for the observer's own number, the starting seat first"),
    Field(
        "options",
        (6,),
        "symbols=mixed, spinner=dice, hurricane, no_refuge, refuge=riding, bite=arriving",
    ),
)
LAYOUT = Layout(*FIELDS)

AT = LAYOUT.start
LAND_AT, BOATS_AT, PEOPLE_AT, SWIMMERS_AT = AT["land"], AT["boats"], AT["people"], AT["swimmers"]
ANIMALS_AT, SWUM_AT, JUMPED_AT = AT["animals"], AT["swum"], AT["jumped"]
GUARDED_AT = AT["guarded"]
SINKING_AT, PICKED_AT, TO_PLACE_AT = AT["sinking"], AT["picked"], AT["to_place"]
SAVED_AT, LOST_AT, SYMBOLS_AT, PIECES_AT = AT["saved"], AT["lost"], AT["symbols"], AT["pieces"]
TURN_AT, PHASE_AT, POINTS_AT = AT["turn"], AT["phase"], AT["points"]
SPUN_ANIMAL_AT, SPUN_NUMBER_AT, RIDER_AT = AT["spun_animal"], AT["spun_number"], AT["rider"]
EVENTFUL_AT, TURNS_LEFT_AT, TURNS_AT = AT["eventful"], AT["turns_left"], AT["turns"]
PLAYERS_AT, SEAT_AT, OPTIONS_AT = AT["players"], AT["seat"], AT["options"]


@kernel
def observe(state: State, seat: int, out: Any) -> None:
    """Writes what a seat knows into a vector of LAYOUT.size bytes."""
    write_masks(state, out)
    out[PEOPLE_AT:] = 0
    write_crowd(state, seat, out)
    write_animals(state, out)
    write_seats(state, seat, out)
    write_turn(state, seat, out)


@kernel
def write_masks(state: State, out: Any) -> None:
    """Island and boats: each row runs over into the next, which is written later."""
    for kind in range(KIND_COUNT):
        for word in range(WORDS):
            pieces = state.land[word] & KIND_HEXES[kind, word]
            spread(out, LAND_AT + kind * COLUMNS + 64 * word, pieces)
    for word in range(WORDS):
        spread(out, BOATS_AT + 64 * word, state.boats[word])


@kernel
def write_crowd(state: State, seat: int, out: Any) -> None:
    """Where the people of each player are, the observer's first."""
    players = int(state.players)
    for row in range(players):
        other = seat + row if seat + row < players else seat + row - players
        for word in range(WORDS):
            rest = state.standing[other, word]
            while rest:
                place = first_hex(rest, word)
                rest = without_first(rest)
                out[PEOPLE_AT + row * COLUMNS + place] = state.people[place, other]
            rest = state.swimming[other, word]
            while rest:
                place = first_hex(rest, word)
                rest = without_first(rest)
                out[SWIMMERS_AT + row * COLUMNS + place] = state.swimmers[place, other]
    for place in range(HEXES):
        out[SWUM_AT + place] = state.swum[place]
        out[JUMPED_AT + place] = state.jumped[place]
        out[GUARDED_AT + place] = state.under_way[place]


@kernel
def write_animals(state: State, out: Any) -> None:
    """Where the animals are, and what is about to sink or move."""
    for animal in range(ANIMAL_COUNT):
        for number in range(MAX_ANIMALS):
            place = int(state.animals[animal, number])
            if place == NOWHERE:
                break
            out[ANIMALS_AT + animal * COLUMNS + place] += 1
    if state.sinking != NOWHERE:
        out[SINKING_AT + int(state.sinking)] = 1
    if state.picked != NOWHERE:
        out[PICKED_AT + int(state.picked)] = 1


@kernel
def write_seats(state: State, seat: int, out: Any) -> None:
    """The people of each player who are not on the board, and what the pieces hide."""
    players = int(state.players)
    for row in range(players):
        other = seat + row if seat + row < players else seat + row - players
        out[TO_PLACE_AT + row] = state.to_place[other]
        out[SAVED_AT + row] = state.saved[other]
        out[LOST_AT + row] = state.lost[other]
    for kind in range(KIND_COUNT):
        out[PIECES_AT + kind] = state.pieces[kind]
        for symbol in range(SYMBOL_COUNT):
            out[SYMBOLS_AT + kind * SYMBOL_COUNT + symbol] = state.symbols[kind, symbol]


@kernel
def write_turn(state: State, seat: int, out: Any) -> None:
    """Whose turn it is and how far it has come; the options."""
    players = int(state.players)
    phase = int(state.phase)
    turn = int(state.seat) - seat
    out[TURN_AT + (turn if turn >= 0 else turn + players)] = phase != DONE
    if PLACING <= phase < DONE:
        out[PHASE_AT + phase - PLACING] = 1
    if state.spun_animal != NOWHERE:
        out[SPUN_ANIMAL_AT + int(state.spun_animal)] = 1
        out[SPUN_NUMBER_AT + int(state.spun_number) - 1] = 1
    out[POINTS_AT] = state.points
    out[RIDER_AT] = state.rider
    out[EVENTFUL_AT] = state.eventful
    left = int(state.stall_limit) * players - int(state.quiet)
    out[TURNS_LEFT_AT] = min(MAX_SHOWN, left)
    out[TURNS_AT] = min(MAX_SHOWN, int(state.turns))
    out[PLAYERS_AT] = players
    out[SEAT_AT + seat] = 1
    out[OPTIONS_AT] = state.mixed
    out[OPTIONS_AT + 1] = state.spinner
    out[OPTIONS_AT + 2] = state.hurricane
    out[OPTIONS_AT + 3] = state.no_refuge
    out[OPTIONS_AT + 4] = state.riding
    out[OPTIONS_AT + 5] = state.arriving
