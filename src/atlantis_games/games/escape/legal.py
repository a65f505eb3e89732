"""Which actions are legal, phase by phase."""

from __future__ import annotations

from typing import Any

from atlantis_games.games.escape.animals import (
    ends_alone,
    ends_together,
    may_move_alone,
    may_move_together,
)
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
    STAY,
    STOP,
    SWIM,
    SWIM_CORAL,
    TO,
    action_of,
)
from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.hexes import HexSet, contains, first_hex, without_first, word_of
from atlantis_games.games.escape.moving import able_swimmers, controls, rested_swimmers
from atlantis_games.games.escape.setup import can_place
from atlantis_games.games.escape.sinking import destinations, sinking_kind
from atlantis_games.games.escape.state import (
    ENDING,
    MOVING,
    NOWHERE,
    PICKING,
    PLACING,
    RELOCATING,
    is_land,
)
from atlantis_games.games.escape.tables import (
    DOLPHIN,
    EDGE_TO,
    FIRST_EDGE,
    GATE,
    HEXES,
    KIND,
    PIECES,
    WORDS,
)
from atlantis_games.kernels.numba import State, kernel


@kernel
def legal(state: State, out: Any) -> int:
    """Writes the legal actions of the seat to decide and counts them."""
    if state.phase == MOVING:
        return list_moves(state, out)
    if state.phase == PICKING:
        return list_picks(state, out)
    if state.phase == ENDING:
        return list_ends(state, out)
    if state.phase == RELOCATING:
        return list_relocations(state, out)
    if state.phase == PLACING:
        return list_placements(state, out)
    return list_sinkable_pieces(state, out)


@kernel
def list_placements(state: State, out: Any) -> int:
    """Where a person can be placed. §3.2"""
    found = 0
    for number in range(len(PIECES)):
        if can_place(state, int(PIECES[number])):
            out[found] = action_of(PLACE, number)
            found += 1
    return found


@kernel
def list_moves(state: State, out: Any) -> int:
    """What one point of movement can do. §5"""
    seat = int(state.seat)
    found = 0
    for word in range(WORDS):  # random games by a seed depend on this order
        rest = state.standing[seat, word]
        while rest:
            found = list_walks(state, first_hex(rest, word), out, found)
            rest = without_first(rest)
        rest = state.swimming[seat, word]
        while rest:
            found = list_swims(state, seat, first_hex(rest, word), out, found)
            rest = without_first(rest)
        rest = state.boats[word]
        while rest:
            place = first_hex(rest, word)
            rest = without_first(rest)
            if controls(state, seat, place):
                found = list_edges(state.free, place, SAIL, out, found)
    out[found] = action_of(STOP, 0)
    return found + 1


@kernel
def list_edges(ends: HexSet, place: int, block: int, out: Any, found: int) -> int:
    """Adds an action for each edge from a hex to a neighbour that is in a set."""
    for edge in range(FIRST_EDGE[place], FIRST_EDGE[place + 1]):
        out[found] = action_of(block, edge)  # stays only if the next line counts it
        found += contains(ends, int(EDGE_TO[edge]))
    return found


@kernel
def list_walks(state: State, place: int, out: Any, found: int) -> int:
    """Adds what a person on a piece or in a boat can do. §5.1-5.3, §5.8-5.10"""
    found = list_edges(state.room, place, GO, out, found)
    if is_land(state, place):
        return list_edges(state.free, place, GO, out, found)
    if not contains(state.refuge, place):
        out[found] = action_of(JUMP, place)
        found += 1
    if GATE[place] >= 0:
        out[found] = action_of(GO_CORAL, GATE[place])
        found += 1
    return found


@kernel
def list_swims(state: State, seat: int, place: int, out: Any, found: int) -> int:
    """Adds what swimmers on a hex can do. §5.4, §5.5, §5.9-5.11, §9.2"""
    if rested_swimmers(state, seat, place) > 0:
        for edge in range(FIRST_EDGE[place], FIRST_EDGE[place + 1]):
            end = int(EDGE_TO[edge])
            land = is_land(state, end)
            out[found] = action_of(SWIM, edge)
            found += (land & contains(state.room, end)) | (not (land | contains(state.refuge, end)))
        if GATE[place] >= 0:
            out[found] = action_of(SWIM_CORAL, GATE[place])
            found += 1
    if able_swimmers(state, seat, place) > 0:
        if contains(state.boats, place) and contains(state.room, place):
            out[found] = action_of(CLIMB, place)
            found += 1
        if contains(state.beasts[DOLPHIN], place):
            found = list_edges(state.calm, place, RIDE, out, found)
    return found


@kernel
def list_sinkable_pieces(state: State, out: Any) -> int:
    """The pieces that can sink: those of the lowest kind. §6.1"""
    kind = sinking_kind(state)
    found = 0
    for number in range(len(PIECES)):
        place = int(PIECES[number])
        if is_land(state, place) and KIND[place] == kind:
            out[found] = action_of(SINK, number)
            found += 1
    return found


@kernel
def list_relocations(state: State, out: Any) -> int:
    """Who can be moved off the sinking piece, and where to. §6.2"""
    ends = destinations(state)
    found = 0
    for seat in range(state.players):
        if state.people[state.sinking, seat] > 0:
            found = list_hexes(ends, action_of(RELOCATE, seat * HEXES), out, found)
    return found


@kernel
def list_hexes(hexes: HexSet, first: int, out: Any, found: int) -> int:
    """Adds an action for each hex of a set, numbered from `first`."""
    for word in range(WORDS):
        rest = word_of(hexes, word)
        while rest:
            out[found] = first + first_hex(rest, word)
            found += 1
            rest = without_first(rest)
    return found


@kernel
def list_picks(state: State, out: Any) -> int:
    """The animals of the kind spun that the player can move. §8.1, §9.2"""
    found = 0
    last = NOWHERE
    for number in range(MAX_ANIMALS):
        place = int(state.animals[state.spun_animal, number])
        if place != NOWHERE and place != last:
            if may_move_alone(state, place):
                out[found] = action_of(PICK, place)
                found += 1
            if may_move_together(state, place):
                out[found] = action_of(PICK_RIDER, place)
                found += 1
        last = place
    out[found] = action_of(STAY, 0)
    return found + 1


@kernel
def list_ends(state: State, out: Any) -> int:
    """Where the animal that was picked can end. §8.1, §9.3"""
    place = int(state.picked)
    ends = ends_together(state, place) if state.rider else ends_alone(state, place)
    return list_hexes(ends, action_of(TO, 0), out, 0)
