"""The parts of a view that are made from much of the path, written by a kernel as JSON.

The others are looked up by the bytes they are made from; these hardly come again.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import numpy as np

from atlantis_games.core.actors import Row, State
from atlantis_games.games.causeway.rules.path import price
from atlantis_games.games.causeway.rules.scoring import final_price
from atlantis_games.games.causeway.state import CHAINING, PAYING
from atlantis_games.games.causeway.tables import BIT, FIGURES, ITEMS, TILES, VALUE_COUNT
from atlantis_games.kernels.numba import highest, kernel, lowest
from atlantis_games.kernels.pieces import write, write_number


def text(content: str) -> Any:
    """A text as bytes for kernels."""
    return np.frombuffer(content.encode(), np.uint8)


def texts(contents: Iterable[str]) -> tuple[Any, Any]:
    """Several texts, and where each of them begins and ends."""
    parts = list(contents)
    return text("".join(parts)), np.array([0, *accumulate(map(len, parts))])


GAPS, FIRST, LAST = text('"gaps",['), text('{"first":'), text(',"last":')
PRICE, BRIDGED, NOT_BRIDGED = text(',"price":'), text(',"bridged":true}'), text(',"bridged":false}')
COMMA, END_LIST, BEGIN_OBJECT, END_OBJECT = text(","), text("]"), text("{"), text("}")
NOT_MOVING, MOVING, FROM = text('"moving",null'), text('"moving",{"figure":"'), text('","from":')
ONE = np.uint64(1)
LETTERS = text("".join(FIGURES))
SEATS, LAST_JOURNEY = text('"seats",'), text(',"last_journey",')
SEAT_FIGURES, SEAT_TILES = text(',"figures",'), text(',"tiles",')
DISCARD, SPENT, UNSEEN = text('"discard",'), text('"spent",'), text('"unseen",{"A":[')
UNSEEN_B, END_UNSEEN = text('],"B":['), text("]}")
ITEM_NAMES, ITEM_ENDS = texts(f'"{item}":' for item in ITEMS)
VALUE_NAMES, VALUE_ENDS = texts(f'"{value}":' for value in range(VALUE_COUNT + 1))
FIGURE_NAMES, FIGURE_ENDS = texts(f'"{figure}":' for figure in FIGURES)
TILE_NAMES, TILE_ENDS = texts(f'"{tile}"' for tile in TILES)


@kernel
def write_parts(state: State, out: Row, ends: Row) -> int:
    """Writes the gaps, the figure on the move, the piles, and what each seat has of such."""
    ends[0] = write_gaps(state, out)
    ends[1] = write_moving(state, out, int(ends[0]))
    at = write(out, int(ends[1]), DISCARD, 0, len(DISCARD))
    ends[2] = write_counts(out, at, ITEM_NAMES, ITEM_ENDS, state.discard, False)
    at = write(out, int(ends[2]), SPENT, 0, len(SPENT))
    ends[3] = write_counts(out, at, VALUE_NAMES, VALUE_ENDS, state.spent, False)
    ends[4] = write_unseen(state, out, int(ends[3]))
    part = 5
    for seat in range(state.players):
        ends[part] = write_figures(state, seat, out, int(ends[part - 1]))
        ends[part + 1] = write_tiles(state, seat, out, int(ends[part]))
        ends[part + 2] = write_last_journey(state, seat, out, int(ends[part + 1]))
        part += 3
    return part


@kernel
def write_counts(out: Row, at: int, names: Row, ends: Row, row: Row, with_none: bool) -> int:
    """Writes numbers with their names, those that are 0 only if wanted."""
    at = write(out, at, BEGIN_OBJECT, 0, 1)
    is_first = True
    for number in range(len(row)):
        if row[number] or with_none:
            if not is_first:
                at = write(out, at, COMMA, 0, 1)
            is_first = False
            at = write(out, at, names, int(ends[number]), int(ends[number + 1] - ends[number]))
            at = write_number(out, at, int(row[number]))
    return write(out, at, END_OBJECT, 0, 1)


@kernel
def write_unseen(state: State, out: Row, at: int) -> int:
    """Writes the tiles that nobody has seen yet, by their backs."""
    at = write(out, at, UNSEEN, 0, len(UNSEEN))
    for side in range(2):
        if side:
            at = write(out, at, UNSEEN_B, 0, len(UNSEEN_B))
        is_first, mask = True, state.unseen[side]
        while mask:
            tile = lowest(mask)
            mask &= mask - ONE
            if not is_first:
                at = write(out, at, COMMA, 0, 1)
            is_first = False
            begin, end = int(TILE_ENDS[tile]), int(TILE_ENDS[tile + 1])
            at = write(out, at, TILE_NAMES, begin, end - begin)
    return write(out, at, END_UNSEEN, 0, len(END_UNSEEN))


@kernel
def write_seat(seat: int, name: Row, out: Row, at: int) -> int:
    """Writes the path of something in a seat's panel."""
    at = write_number(out, write(out, at, SEATS, 0, len(SEATS)), seat)
    return write(out, at, name, 0, len(name))


@kernel
def write_figures(state: State, seat: int, out: Row, at: int) -> int:
    """Writes where the figures of a seat are."""
    at = write_seat(seat, SEAT_FIGURES, out, at)
    return write_counts(out, at, FIGURE_NAMES, FIGURE_ENDS, state.figures[seat], True)


@kernel
def write_tiles(state: State, seat: int, out: Row, at: int) -> int:
    """Writes the tiles that a seat has collected."""
    at = write_seat(seat, SEAT_TILES, out, at)
    return write_counts(out, at, VALUE_NAMES, VALUE_ENDS, state.tiles[seat], False)


@kernel
def write_last_journey(state: State, seat: int, out: Row, at: int) -> int:
    """Writes what the journey home would cost a seat now. §10.2"""
    at = write_seat(seat, LAST_JOURNEY, out, at)
    return write_number(out, at, final_price(state, seat))


@kernel
def write_gaps(state: State, out: Row) -> int:
    """Writes the gaps between tiles, with what crossing each costs. §5"""
    tiles = state.land | state.covered
    at = write(out, 0, GAPS, 0, len(GAPS))
    space, end, is_first = lowest(tiles), highest(tiles), True
    while space < end:
        if tiles & BIT[space]:
            space += 1
            continue
        first, is_bridged = space, False
        while not tiles & BIT[space]:
            if state.bridges & BIT[space]:
                is_bridged = True
            space += 1
        if not is_first:
            at = write(out, at, COMMA, 0, 1)
        is_first = False
        at = write_number(out, write(out, at, FIRST, 0, len(FIRST)), first)
        at = write_number(out, write(out, at, LAST, 0, len(LAST)), space - 1)
        at = write(out, at, PRICE, 0, len(PRICE))
        at = write_number(out, at, price(state, first - 1, space))
        ending = BRIDGED if is_bridged else NOT_BRIDGED
        at = write(out, at, ending, 0, len(ending))
    return write(out, at, END_LIST, 0, 1)


@kernel
def write_moving(state: State, out: Row, at: int) -> int:
    """Writes the figure on the move, from the first card until everything is paid."""
    if state.phase != CHAINING and state.phase != PAYING:
        return write(out, at, NOT_MOVING, 0, len(NOT_MOVING))
    origin, space = int(state.origin), int(state.figures[state.seat, state.figure])
    at = write(out, at, MOVING, 0, len(MOVING))
    at = write(out, at, LETTERS, int(state.figure), 1)
    at = write_number(out, write(out, at, FROM, 0, len(FROM)), origin)
    at = write_number(out, write(out, at, PRICE, 0, len(PRICE)), price(state, origin, space))
    return write(out, at, END_OBJECT, 0, 1)
