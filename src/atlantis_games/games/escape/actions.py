"""What an action does, what chance may do, and what a move is shown to do before it is played.

This module is the game's `Rules` (core/contract.py): what it does not define it imports.
"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.actors import CHANCE, EVERYBODY, NO_ACTION, OVER
from atlantis_games.games.escape.animals import move_animal, pick_animal, ride, spin
from atlantis_games.games.escape.blocks import (
    CLIMB,
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
    SPIN,
    STAY,
    STOP,
    SWIM,
    SWIM_CORAL,
    SYMBOL,
    TO,
    action_of,
    block_of,
    detail_of,
)
from atlantis_games.games.escape.ending import scores
from atlantis_games.games.escape.hexes import contains, is_empty
from atlantis_games.games.escape.knowledge import redact, resample
from atlantis_games.games.escape.legal import legal
from atlantis_games.games.escape.moving import (
    climb,
    go,
    jump,
    sail,
    save_passenger,
    save_swimmer,
    swim,
)
from atlantis_games.games.escape.setup import begin, place_person
from atlantis_games.games.escape.sinking import choose_piece, relocate, reveal
from atlantis_games.games.escape.state import DONE, MOVING, NOWHERE, PLACING, REVEALING, is_land
from atlantis_games.games.escape.tables import (
    EDGE_FROM,
    EDGE_TO,
    GATES,
    HEXES,
    KIND,
    PIECES,
    SEATS,
    SPINNERS,
)
from atlantis_games.games.escape.turn import begin_sinking, end_turn
from atlantis_games.kernels.numba import State, kernel
from atlantis_games.kernels.random import below

__all__ = [
    "PREVIEW_COLUMNS",
    "actor",
    "apply",
    "audience",
    "automatic_action",
    "begin",
    "chance",
    "legal",
    "preview",
    "random_action",
    "redact",
    "resample",
    "sample",
    "scores",
]


@kernel
def actor(state: State) -> int:
    """The seat to decide, CHANCE, or OVER."""
    if state.phase < PLACING:
        return CHANCE
    return OVER if state.phase == DONE else int(state.seat)


@kernel
def automatic_action(state: State) -> int:
    """Ends the moving of a player without people in play, who need not sail empty boats. §4.4"""
    seat = state.seat
    if state.phase == MOVING and is_empty(state.standing[seat]) and is_empty(state.swimming[seat]):
        return action_of(STOP, 0)
    return NO_ACTION


@kernel
def random_action(state: State, out: Any, stream: Any) -> int:
    """One of the legal actions, all equally likely; `out` is room for a list of them."""
    return int(out[below(stream, legal(state, out))])


@kernel
def apply(state: State, action: int) -> None:
    """Does one legal action of a seat or of chance."""
    block, detail = block_of(action), detail_of(action)
    if block == PLACE:
        place_person(state, int(PIECES[detail]))
    elif block == GO:
        go(state, int(EDGE_FROM[detail]), int(EDGE_TO[detail]))
    elif block == SWIM:
        swim(state, int(EDGE_FROM[detail]), int(EDGE_TO[detail]))
    elif block == SAIL:
        sail(state, int(EDGE_FROM[detail]), int(EDGE_TO[detail]))
    elif block == RIDE:
        ride(state, int(EDGE_FROM[detail]), int(EDGE_TO[detail]))
    elif block == JUMP:
        jump(state, detail)
    elif block == CLIMB:
        climb(state, detail)
    elif block == GO_CORAL:
        save_passenger(state, int(GATES[detail]))
    elif block == SWIM_CORAL:
        save_swimmer(state, int(GATES[detail]))
    elif block == STOP:
        begin_sinking(state)
    elif block == SINK:
        choose_piece(state, int(PIECES[detail]))
    elif block == RELOCATE:
        relocate(state, detail // HEXES, detail % HEXES)
    elif block in (PICK, PICK_RIDER):
        pick_animal(state, detail, block == PICK_RIDER)
    elif block == TO:
        move_animal(state, detail)
    elif block == STAY:
        end_turn(state)
    elif block == SYMBOL:
        reveal(state, detail)
    else:
        spin(state, detail)


# Chance


@kernel
def chance(state: State, out: Any, weights: Any) -> int:
    """Writes what chance may do now, each with its weight, and counts the outcomes. §1.3, §1.4"""
    if state.phase == REVEALING:
        row = 0 if state.mixed else KIND[state.sinking]
        return list_weighted(state.symbols[row], SYMBOL, out, weights)
    return list_weighted(SPINNERS[state.spinner], SPIN, out, weights)


@kernel
def list_weighted(row: Any, block: int, out: Any, weights: Any) -> int:
    """Writes the actions of a block that have a weight, and counts them."""
    found = 0
    for detail in range(len(row)):
        if row[detail] > 0:
            out[found] = action_of(block, detail)
            weights[found] = row[detail]
            found += 1
    return found


@kernel
def sample(state: State, stream: Any) -> int:
    """One outcome of chance, drawn by its weight."""
    if state.phase == REVEALING:
        row = 0 if state.mixed else KIND[state.sinking]
        return action_of(SYMBOL, weighted_number(state.symbols[row], stream))
    return action_of(SPIN, weighted_number(SPINNERS[state.spinner], stream))


@kernel
def weighted_number(weights: Any, stream: Any) -> int:
    """A number drawn at random by its weight."""
    total = 0
    for weight in weights:
        total += int(weight)
    left = below(stream, total)
    drawn = 0
    passed = 0
    for weight in weights:
        passed += int(weight)
        drawn += left >= passed
    return drawn


@kernel
def audience(state: State) -> int:
    """Who sees what chance does now: everybody."""
    return EVERYBODY


# What a move is shown to do before it is played


# The columns of a preview. outcome.py makes words of them.
LOST = 0  # + seat: people lost
SAVED = LOST + SEATS  # + seat: people saved
SEAT = SAVED + SEATS  # whose person, swimmer or turn it is
START = SEAT + 1  # the hex that the piece is on, or NOWHERE
END = START + 1  # the hex where it ends, or NOWHERE
END_IS_LAND = END + 1
END_HAS_BOAT = END_IS_LAND + 1
ANIMAL = END_HAS_BOAT + 1  # that the spinner shows
RIDER = ANIMAL + 1  # the animal to be moved takes a swimmer along
HAS_SWUM = RIDER + 1  # the swimmer who would climb or ride at the start has swum. §5.11
PREVIEW_COLUMNS = HAS_SWUM + 1


@kernel
def preview(before: State, after: State, action: int, out: Any) -> None:
    """Writes who is lost and saved by an action, and what moves from where to where."""
    for seat in range(SEATS):
        out[LOST + seat] = after.lost[seat] - before.lost[seat]
        out[SAVED + seat] = after.saved[seat] - before.saved[seat]
    start, end = start_of(before, action), end_of(action)
    relocated = block_of(action) == RELOCATE
    out[SEAT] = detail_of(action) // HEXES if relocated else before.seat
    out[START] = start
    out[END] = end
    out[END_IS_LAND] = end != NOWHERE and end != before.sinking and is_land(before, end)
    out[END_HAS_BOAT] = end != NOWHERE and contains(before.boats, end)
    out[ANIMAL] = before.spun_animal
    out[RIDER] = before.rider
    out[HAS_SWUM] = start != NOWHERE and before.swum[start] > 0


@kernel
def start_of(state: State, action: int) -> int:
    """The hex of the piece that an action of a seat moves, or NOWHERE."""
    block, detail = block_of(action), detail_of(action)
    if GO <= block <= RIDE:
        return int(EDGE_FROM[detail])
    if block in (JUMP, CLIMB, PICK, PICK_RIDER):
        return detail
    if block in (GO_CORAL, SWIM_CORAL):
        return int(GATES[detail])
    if block == SINK:
        return int(PIECES[detail])
    if block == RELOCATE:
        return int(state.sinking)
    return int(state.picked) if block == TO else NOWHERE


@kernel
def end_of(action: int) -> int:
    """The hex where an action of a seat takes a piece, or NOWHERE."""
    block, detail = block_of(action), detail_of(action)
    if block == PLACE:
        return int(PIECES[detail])
    if GO <= block <= RIDE:
        return int(EDGE_TO[detail])
    if block in (JUMP, CLIMB, TO):
        return detail
    if block in (GO_CORAL, SWIM_CORAL):
        return int(GATES[detail])
    return detail % HEXES if block == RELOCATE else NOWHERE
