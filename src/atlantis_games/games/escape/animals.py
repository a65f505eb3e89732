"""§8 and §9: what animals do, where they may move, and riding dolphins."""

from __future__ import annotations

from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.ending import end_if_decided
from atlantis_games.games.escape.hexes import (
    HexSet,
    contains,
    grown,
    is_empty,
    minus,
    only,
    put,
)
from atlantis_games.games.escape.moving import able_swimmers, enter_water, lose
from atlantis_games.games.escape.state import (
    DONE,
    ENDING,
    NOWHERE,
    PICKING,
    has_swimmers,
    people_on,
    refresh,
)
from atlantis_games.games.escape.tables import (
    ALL,
    DIVE,
    DOLPHIN,
    KRAKEN,
    MONSTER,
    NUMBER_COUNT,
    SEATS,
    SHARK,
)
from atlantis_games.games.escape.turn import end_turn, use_point
from atlantis_games.kernels.numba import State, kernel

# §8.2 What animals do where they are


@kernel
def add_animal(state: State, animal: int, place: int) -> None:
    """An animal comes to a hex; the list stays in order."""
    row = state.animals[animal]
    number = MAX_ANIMALS - 1
    while number > 0 and row[number - 1] < place:
        row[number] = row[number - 1]
        number -= 1
    row[number] = place
    put(state.beasts[animal], place, True)
    refresh(state, place)


@kernel
def remove_animal(state: State, animal: int, place: int) -> None:
    """An animal leaves a hex; another of its kind may stay there."""
    row = state.animals[animal]
    number = 0
    while row[number] != place:
        number += 1
    while number < MAX_ANIMALS - 1:
        row[number] = row[number + 1]
        number += 1
    row[MAX_ANIMALS - 1] = NOWHERE
    another = False
    for number in range(MAX_ANIMALS):
        another |= row[number] == place
    put(state.beasts[animal], place, another)
    refresh(state, place)


@kernel
def harm(state: State, animal: int, place: int) -> None:
    """What an animal does where it ends or appears. §7.1, §8.2"""
    if animal == MONSTER:
        lose_boat(state, place)
        lose_swimmers(state, place)
    elif animal == SHARK:
        lose_swimmers(state, place)
    elif animal == KRAKEN and contains(state.boats, place) and people_on(state, place) > 0:
        put(state.boats, place, False)
        for seat in range(SEATS):
            number = int(state.people[place, seat])
            state.people[place, seat] = 0
            if contains(state.beasts[SHARK], place):
                lose(state, seat, number)
            else:
                for _ in range(number):
                    enter_water(state, seat, place)
        refresh(state, place)


@kernel
def lose_boat(state: State, place: int) -> None:
    """A boat goes down with everybody in it. §7.3, §8.2"""
    if contains(state.boats, place):
        put(state.boats, place, False)
        for seat in range(SEATS):
            number = int(state.people[place, seat])
            state.people[place, seat] = 0
            lose(state, seat, number)
        refresh(state, place)


@kernel
def lose_swimmers(state: State, place: int) -> None:
    """Everybody in the water of a hex is lost. §7.3, §8.2"""
    state.swum[place] = 0
    state.jumped[place] = 0
    for seat in range(SEATS):
        number = int(state.swimmers[place, seat])
        state.swimmers[place, seat] = 0
        lose(state, seat, number)
    refresh(state, place)


# §8.1 The spinner, and where animals may move


@kernel
def spin(state: State, result: int) -> None:
    """The spinner shows an animal and a number; without one to move the turn ends. §8.1"""
    state.spun_animal = result // NUMBER_COUNT
    state.spun_number = result % NUMBER_COUNT + 1
    state.phase = PICKING
    if not can_pick_any(state):
        end_turn(state)


@kernel
def hexes_in_reach(state: State, start: int, over: HexSet) -> HexSet:
    """The hexes within the number spun, over hexes of a set; with T the whole set. §8.1"""
    found = over
    if state.spun_number != DIVE:
        found = only(start)
        for _ in range(state.spun_number):
            found = grown(found, over)
    return minus(found, only(start))


@kernel
def ends_alone(state: State, start: int) -> HexSet:
    """Where an animal may end: sea, but not with a swimmer whom a dolphin guards. §8.1, §8.3"""
    found = hexes_in_reach(state, start, minus(ALL, state.land))
    return found if state.no_refuge else minus(found, state.refuge)


@kernel
def ends_together(state: State, start: int) -> HexSet:
    """Where a dolphin and its swimmer may end: over and on hexes without animals. §9.3"""
    calm = HexSet(state.calm[0], state.calm[1], state.calm[2])
    return hexes_in_reach(state, start, calm)


@kernel
def may_move_alone(state: State, place: int) -> bool:
    """Whether the player may move the animal spun that is here by itself. §8.1, §9.1"""
    together = state.spun_animal == DOLPHIN and has_swimmers(state, place)
    if together and state.swimmers[place, state.seat] == 0:
        return False
    return not is_empty(ends_alone(state, place))


@kernel
def may_move_together(state: State, place: int) -> bool:
    """Whether the player may move the dolphin here with a swimmer. §5.11, §9.2"""
    if state.spun_animal != DOLPHIN or able_swimmers(state, int(state.seat), place) <= 0:
        return False
    return not is_empty(ends_together(state, place))


@kernel
def can_pick_any(state: State) -> bool:
    """Whether the player can move any animal of the kind spun. §8.1"""
    for number in range(MAX_ANIMALS):
        place = int(state.animals[state.spun_animal, number])
        if place != NOWHERE and (may_move_alone(state, place) or may_move_together(state, place)):
            return True
    return False


@kernel
def pick_animal(state: State, place: int, rider: bool) -> None:
    """The player chooses the animal to move, perhaps with a swimmer. §8.1, §9.2"""
    state.picked = place
    state.rider = rider
    state.phase = ENDING


@kernel
def move_animal(state: State, end: int) -> None:
    """The animal ends its move and does what it does; the turn is over. §8.2"""
    start = int(state.picked)
    animal = int(state.spun_animal)
    if state.rider:
        carry(state, start, end)
    else:
        remove_animal(state, animal, start)
        add_animal(state, animal, end)
        harm(state, animal, end)
    end_if_decided(state)
    if state.phase != DONE:
        end_turn(state)


# §9 Dolphins


@kernel
def carry(state: State, start: int, end: int) -> None:
    """A dolphin takes one swimmer of the player along, one who has swum first. §5.11, §9.2, §9.5"""
    seat = int(state.seat)
    state.swimmers[start, seat] -= 1
    state.swimmers[end, seat] += 1
    if state.swum[start] > 0:
        state.swum[start] -= 1
        state.swum[end] += 1
    if state.riding:
        state.under_way[end] = state.players + 1  # until the player's next turn is over. §8.3
    remove_animal(state, DOLPHIN, start)
    add_animal(state, DOLPHIN, end)


@kernel
def ride(state: State, start: int, end: int) -> None:
    """Dolphin and swimmer move one hex in the moving phase. §9.2"""
    carry(state, start, end)
    use_point(state)
