"""What a net sees of a position of Escape: numbers near 1, all of which everybody knows.

Seats are counted from the one to decide. A change of what the numbers mean raises VERSION, and
wants new weights (docs/training.md).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.actors import Row, State
from atlantis_games.games.escape.blocks import (
    BLOCK_OF,
    CLIMB,
    DECISIONS,
    FIRST,
    GO,
    GO_CORAL,
    JUMP,
    PICK,
    PICK_RIDER,
    PLACE,
    RELOCATE,
    RIDE,
    SAIL,
    SINK,
    SWIM,
    SWIM_CORAL,
    SYMBOL,
    TO,
)
from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.evaluation import (
    boat_distance,
    dangers,
    is_beaten,
    points_left,
    way_out,
)
from atlantis_games.games.escape.hexes import (
    HexSet,
    contains,
    first_hex,
    union,
    without_first,
    word_of,
)
from atlantis_games.games.escape.moving import controls
from atlantis_games.games.escape.state import PLACING, is_land
from atlantis_games.games.escape.tables import (
    ANIMAL_COUNT,
    APART,
    DOLPHIN,
    EDGE_COUNT,
    EDGE_FROM,
    EDGE_TO,
    FLATLAND,
    GATES,
    HEXES,
    HILL,
    KIND_COUNT,
    KRAKEN,
    MONSTER,
    MOUNTAIN,
    PIECES,
    SEATS,
    SHARK,
    SYMBOL_COUNT,
    TO_GATE,
    WORDS,
    hex_sets,
)
from atlantis_games.games.escape.tables import KIND as LAND_KIND
from atlantis_games.kernels.numba import count, kernel

VERSION = 2
EXPLORE = 0.5  # how much a search with the net trusts priors against results (PUCT's constant)
SHARPNESS = 1.0  # the temperature of its priors

PER_SEAT = 32  # numbers for each seat
ON_LAND, IN_BOAT, RIDING, SWIMMING = 5, 11, 19, 24  # where in those they begin
SHARED = SEATS * PER_SEAT
INPUTS = SHARED + 46
ACTION_INPUTS = 13
KINDS = SYMBOL  # blocks of actions of seats
KIND = BLOCK_OF[:DECISIONS].astype(np.int64)
NEAR_BOAT = 3  # hexes from which a boat is within a turn's reach
EMPTY = HexSet(np.uint64(0), np.uint64(0), np.uint64(0))

WITHIN = [
    hex_sets([np.flatnonzero(APART[place] <= far).tolist() for place in range(HEXES)])
    for far in range(NEAR_BOAT + 1)
]
ONE_OFF, TWO_OFF, THREE_OFF = WITHIN[1:]  # for each hex, those so near


def hexes_of_actions() -> tuple[Any, Any, Any]:
    """For each action the hex it starts from, the hex it leads to, and whom it moves; or -1."""
    start, end, whom = np.full((3, DECISIONS), -1)
    for block in (PLACE, SINK):
        end[FIRST[block] : FIRST[block] + len(PIECES)] = PIECES
    for block in (GO, SWIM, SAIL, RIDE):
        start[FIRST[block] : FIRST[block] + EDGE_COUNT] = EDGE_FROM
        end[FIRST[block] : FIRST[block] + EDGE_COUNT] = EDGE_TO
    for block in (JUMP, CLIMB, PICK, PICK_RIDER):
        start[FIRST[block] : FIRST[block] + HEXES] = np.arange(HEXES)
    for block in (JUMP, CLIMB, TO):
        end[FIRST[block] : FIRST[block] + HEXES] = np.arange(HEXES)
    for block in (GO_CORAL, SWIM_CORAL):
        start[FIRST[block] : FIRST[block] + len(GATES)] = GATES
    people = slice(FIRST[RELOCATE], FIRST[RELOCATE] + SEATS * HEXES)
    end[people], whom[people] = np.tile(np.arange(HEXES), SEATS), np.repeat(range(SEATS), HEXES)
    return start, end, whom


START, END, WHOM = hexes_of_actions()
# An action is described by three rows of a table: its block, where from, and where to.
PARTS = np.stack([KIND, KINDS + 1 + START, KINDS + 1 + HEXES + 1 + END], axis=1)
IS_ONCE = np.zeros(DECISIONS, np.bool_)


@kernel
def features(state: State, points: Row, out: Row) -> None:
    """Writes what the seat to decide sees of a position. A kernel."""
    for number in range(INPUTS):
        out[number] = 0.0
    mover, players = int(state.seat), int(state.players)
    one_off, two_off, three_off = EMPTY, EMPTY, EMPTY
    for word in range(WORDS):
        rest = state.boats[word] & state.room[word]
        while rest:
            boat = first_hex(rest, word)
            rest = without_first(rest)
            one_off = union(one_off, ONE_OFF[boat])
            two_off = union(two_off, TWO_OFF[boat])
            three_off = union(three_off, THREE_OFF[boat])
    boats = (one_off, two_off, three_off)
    for_swimmers = union(near_animals(state, SHARK), near_animals(state, MONSTER))
    for_boats = union(near_animals(state, MONSTER), near_animals(state, KRAKEN))
    for turn in range(players):
        seat = mover + turn if mover + turn < players else mover + turn - players
        at = turn * PER_SEAT
        out[at] = 1.0
        out[at + 1] = int(state.saved[seat]) * 0.25
        out[at + 2] = int(state.lost[seat]) * 0.25
        out[at + 3] = int(state.to_place[seat]) * 0.1
        playing = see_standing(state, seat, boats, for_boats, out, at)
        playing += see_swimming(state, seat, for_swimmers, out, at)
        out[at + 4] = playing * 0.1
        out[at + 29] = 1.0 if playing == 0 else 0.0
        out[at + 30] = points[seat] * 0.2
        out[at + 31] = 1.0 if is_beaten(state, seat) else 0.0
    see_shared(state, out)


@kernel
def near_animals(state: State, animal: int) -> HexSet:
    """The hexes that an animal of a kind may reach with one spin."""
    near = EMPTY
    for number in range(MAX_ANIMALS):
        place = int(state.animals[animal, number])
        if place < 0:
            break
        near = union(near, THREE_OFF[place])
    return near


@kernel
def sinking_kind(state: State) -> int:
    """The kind of pieces that sink first."""
    if state.pieces[FLATLAND] > 0:
        return FLATLAND
    return HILL if state.pieces[HILL] > 0 else MOUNTAIN


@kernel
def see_standing(
    state: State, seat: int, boats: tuple[HexSet, HexSet, HexSet], danger: HexSet, out: Row, at: int
) -> int:
    """Writes a seat's people on land and in boats, and counts them."""
    number = 0
    next_kind = sinking_kind(state)
    for word in range(WORDS):
        rest = state.standing[seat, word]
        while rest:
            bit = rest & (~rest + np.uint64(1))
            place = first_hex(rest, word)
            rest = without_first(rest)
            people = int(state.people[place, seat])
            number += people
            weight = people * 0.25
            if state.land[word] & bit:
                far = 3
                far -= int((word_of(boats[2], word) & bit) > 0)
                far -= int((word_of(boats[1], word) & bit) > 0)
                far -= int((word_of(boats[0], word) & bit) > 0)
                out[at + ON_LAND + far] += weight
                if LAND_KIND[place] == next_kind:
                    out[at + ON_LAND + 4] += weight
                out[at + ON_LAND + 5] += weight * 0.1 * TO_GATE[place]
            else:
                out[at + IN_BOAT + min(TO_GATE[place], 5)] += weight
                if not controls(state, seat, place):
                    out[at + IN_BOAT + 6] += weight
                if word_of(danger, word) & bit:
                    out[at + IN_BOAT + 7] += weight
    return number


@kernel
def see_swimming(state: State, seat: int, danger: HexSet, out: Row, at: int) -> int:
    """Writes a seat's swimmers, and counts them."""
    number = 0
    for word in range(WORDS):
        rest = state.swimming[seat, word]
        while rest:
            bit = rest & (~rest + np.uint64(1))
            place = first_hex(rest, word)
            rest = without_first(rest)
            people = int(state.swimmers[place, seat])
            number += people
            far = TO_GATE[place]
            if state.beasts[DOLPHIN, word] & bit:
                out[at + RIDING + min(far // 2, 3)] += 0.25
                out[at + RIDING + 4] += (people - 1) * 0.25
            else:
                out[at + SWIMMING + min(far // 2, 3)] += people * 0.25
            if word_of(danger, word) & bit:
                out[at + SWIMMING + 4] += people * 0.25
    return number


@kernel
def see_shared(state: State, out: Row) -> None:
    """Writes what is the same for all seats: the turn, the island, the animals, the options."""
    at = SHARED
    out[at + int(state.players) - 2] = 1.0
    out[at + 3 + int(state.phase) - PLACING] = 1.0
    out[at + 9] = int(state.points) * 0.33
    for kind in range(KIND_COUNT):
        out[at + 10 + kind] = int(state.pieces[kind]) * 0.06
    boats = count(state.boats[0]) + count(state.boats[1]) + count(state.boats[2])
    out[at + 13] = boats * 0.1
    for animal in range(ANIMAL_COUNT):
        number = 0
        for word in range(WORDS):
            number += count(state.beasts[animal, word])
        out[at + 14 + animal] = number * 0.2
    out[at + 18] = int(state.quiet) * 0.05
    out[at + 19] = int(state.turns) * 0.02
    if state.spun_animal >= 0:
        out[at + 20 + int(state.spun_animal)] = 1.0
        out[at + 24] = int(state.spun_number) * 0.3
    out[at + 25] = int(state.rider)
    row = 0 if state.mixed else sinking_kind(state)
    for symbol in range(SYMBOL_COUNT):
        out[at + 26 + symbol] = int(state.symbols[row, symbol]) * 0.2
    out[at + 32] = int(state.mixed)
    out[at + 33] = int(state.spinner)
    out[at + 34] = int(state.hurricane)
    out[at + 35] = int(state.no_refuge)
    out[at + 36] = int(state.riding)
    out[at + 37] = int(state.arriving)
    out[at + 38] = 1.0 if state.quiet * 2 > state.stall_limit else 0.0
    out[at + 39] = int(state.eventful)
    if state.sinking >= 0:
        out[at + 40] = 1.0
        for turn in range(state.players):
            seat = (int(state.seat) + turn) % int(state.players)
            out[at + 41 + turn] = int(state.people[state.sinking, seat]) * 0.3
    out[at + 45] = 1.0 if state.picked >= 0 else 0.0


@kernel
def action_features(state: State, action: int, out: Row) -> None:
    """Writes what is known of a legal action before it is tried. A kernel."""
    for number in range(1, ACTION_INPUTS):
        out[number] = 0.0
    out[0] = 1.0
    mover, kind = int(state.seat), KIND[action]
    start, end = START[action], END[action]
    if start >= 0:
        own, others = crowd(state, mover, start)
        out[1] = TO_GATE[start] * 0.15
        out[2] = own * 0.4
        out[3] = others * 0.4
        if kind < PICK:
            near = dangers(state, SHARK, start) + dangers(state, MONSTER, start)
            out[4] = near * 0.3
    if end < 0:
        return
    own, others = crowd(state, mover, end)
    out[5] = TO_GATE[end] * 0.15
    out[6] = own * 0.4
    out[7] = others * 0.4
    out[8] = 1.0 if contains(state.boats, end) and contains(state.room, end) else 0.0
    out[9] = 1.0 if contains(state.beasts[DOLPHIN], end) else 0.0
    if kind == SAIL or kind == RIDE:
        out[12] = 1.0 if way_out(state, mover, end, False) + 1 < points_left(state, mover) else 0.0
    if kind == TO:
        out[10] = 1.0 if state.spun_animal == KRAKEN else 0.0
        out[11] = 1.0 if state.spun_animal == SHARK else 0.0
        out[4] = 1.0 if contains(state.refuge, end) else 0.0
    elif is_land(state, end):
        out[10] = min(boat_distance(state, end), 5) * 0.25
        out[11] = LAND_KIND[end] * 0.5
    else:
        out[10] = dangers(state, KRAKEN, end) * 0.3
        out[11] = (dangers(state, SHARK, end) + dangers(state, MONSTER, end)) * 0.3
    if kind == RELOCATE:
        out[4] = 1.0 if WHOM[action] == mover else -1.0


@kernel
def crowd(state: State, seat: int, place: int) -> tuple[int, int]:
    """How many people and swimmers of a seat are on a hex, and how many of others."""
    own = int(state.people[place, seat]) + int(state.swimmers[place, seat])
    everybody = 0
    for other in range(SEATS):
        everybody += int(state.people[place, other]) + int(state.swimmers[place, other])
    return own, everybody - own
