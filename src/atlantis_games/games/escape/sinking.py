"""§6 and §7: a piece sinks, people leave it, and its symbol is revealed."""

from __future__ import annotations

from atlantis_games.games.escape.animals import (
    add_animal,
    harm,
    lose_boat,
    lose_swimmers,
    remove_animal,
)
from atlantis_games.games.escape.ending import end_if_decided
from atlantis_games.games.escape.hexes import (
    HexSet,
    contains,
    intersection,
    is_empty,
    minus,
    only,
    put,
)
from atlantis_games.games.escape.moving import enter_water, step_off, step_onto
from atlantis_games.games.escape.state import (
    NOWHERE,
    RELOCATING,
    REVEALING,
    SPINNING,
    is_land,
    people_on,
    refresh,
)
from atlantis_games.games.escape.tables import (
    ANIMAL_COUNT,
    BOAT,
    EDGE_TO,
    FIRST_EDGE,
    KIND,
    MOUNTAIN,
    NEAR,
)
from atlantis_games.kernels.numba import State, kernel


@kernel
def sinking_kind(state: State) -> int:
    """The lowest kind of piece that is still there. §6.1"""
    for kind in range(MOUNTAIN):
        if state.pieces[kind] > 0:
            return kind
    return MOUNTAIN


@kernel
def choose_piece(state: State, place: int) -> None:
    """The player chooses the piece that sinks. §6.1"""
    state.sinking = place
    state.phase = RELOCATING
    if people_on(state, place) == 0:
        sink(state, place)


@kernel
def other_land_with_room(state: State) -> HexSet:
    """The pieces with room for a person who leaves the sinking one. §6.2"""
    return minus(intersection(state.land, state.room), only(int(state.sinking)))


@kernel
def island_has_room(state: State) -> bool:
    """Whether a person who leaves the sinking piece stays on land. §6.2"""
    return not is_empty(other_land_with_room(state))


@kernel
def destinations(state: State) -> HexSet:
    """Where people on the sinking piece go: land with room, else the sea beside it. §6.2"""
    if island_has_room(state):
        return other_land_with_room(state)
    place = int(state.sinking)
    found = intersection(NEAR[place], state.calm)
    if not is_empty(found):
        return found
    found = minus(NEAR[place], state.land)
    return only(place) if is_empty(found) else found


@kernel
def relocate(state: State, seat: int, end: int) -> None:
    """A person leaves the sinking piece; after the last one it sinks. §6.2"""
    place = int(state.sinking)
    step_off(state, seat, place)
    if end != place and is_land(state, end):
        step_onto(state, seat, end)
    else:
        enter_water(state, seat, end)
    if people_on(state, place) == 0:
        sink(state, place)
    end_if_decided(state)


@kernel
def sink(state: State, place: int) -> None:
    """The piece is gone for good and its hex is sea. §6.3"""
    put(state.land, place, False)
    state.pieces[KIND[place]] -= 1
    state.eventful = 1
    refresh(state, place)
    state.phase = REVEALING


@kernel
def reveal(state: State, symbol: int) -> None:
    """The symbol under the piece is revealed and takes effect; then the spinner turns. §6.3, §7"""
    place = int(state.sinking)
    state.symbols[0 if state.mixed else KIND[place], symbol] -= 1
    state.sinking = NOWHERE
    state.phase = SPINNING
    if symbol < BOAT:
        add_animal(state, symbol, place)
        harm(state, symbol, place)
    elif symbol == BOAT:
        put(state.boats, place, True)
        refresh(state, place)
    else:
        swallow(state, place)
        for edge in range(FIRST_EDGE[place], FIRST_EDGE[place + 1]):
            if not is_land(state, int(EDGE_TO[edge])):
                swallow(state, int(EDGE_TO[edge]))
    end_if_decided(state)


@kernel
def swallow(state: State, place: int) -> None:
    """A whirlpool takes everything on a sea hex out of the game. §7.3"""
    for animal in range(ANIMAL_COUNT):
        while contains(state.beasts[animal], place):
            remove_animal(state, animal, place)
    lose_boat(state, place)
    lose_swimmers(state, place)
