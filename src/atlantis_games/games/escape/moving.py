"""§5: what one point of movement does. Riding a dolphin is in animals.py, §9."""

from __future__ import annotations

from atlantis_games.games.escape.hexes import contains, put
from atlantis_games.games.escape.state import is_land, refresh
from atlantis_games.games.escape.tables import MONSTER, SEATS, SHARK
from atlantis_games.games.escape.turn import use_point
from atlantis_games.kernels.numba import State, kernel


@kernel
def rested_swimmers(state: State, seat: int, place: int) -> int:
    """How many of the player's swimmers on a hex may still do anything this turn. §5.11"""
    return int(state.swimmers[place, seat]) - int(state.swum[place]) - int(state.jumped[place])


@kernel
def able_swimmers(state: State, seat: int, place: int) -> int:
    """How many of the player's swimmers on a hex may climb into a boat or ride. §5.11"""
    return int(state.swimmers[place, seat]) - int(state.jumped[place])


@kernel
def controls(state: State, seat: int, place: int) -> bool:
    """Whether a player may move the boat: it is empty, or nobody has more people on it. §5.6"""
    for other in range(SEATS):
        if state.people[place, other] > state.people[place, seat]:
            return False
    return True


@kernel
def is_deadly(state: State, place: int) -> bool:
    """Whether a person who enters this water is lost at once. §5.12"""
    if state.arriving:
        return False
    return contains(state.beasts[SHARK], place) or contains(state.beasts[MONSTER], place)


@kernel
def lose(state: State, seat: int, number: int) -> None:
    """People of a player are lost."""
    if number > 0:
        state.lost[seat] += number
        state.eventful = 1


@kernel
def enter_water(state: State, seat: int, place: int) -> bool:
    """A person becomes a swimmer (True), or is lost to a shark or a monster (False). §5.12"""
    if is_deadly(state, place):
        lose(state, seat, 1)
        return False
    state.swimmers[place, seat] += 1
    refresh(state, place)
    return True


@kernel
def step_off(state: State, seat: int, place: int) -> None:
    """A person leaves a piece or a boat."""
    state.people[place, seat] -= 1
    refresh(state, place)


@kernel
def step_onto(state: State, seat: int, place: int) -> None:
    """A person steps onto a piece or into a boat."""
    state.people[place, seat] += 1
    refresh(state, place)


@kernel
def go(state: State, start: int, end: int) -> None:
    """A person walks, boards, changes boats, lands, or jumps into free water. §5.1-5.3, §5.8"""
    seat = int(state.seat)
    step_off(state, seat, start)
    if is_land(state, end) or contains(state.boats, end):
        step_onto(state, seat, end)
    elif enter_water(state, seat, end):
        state.jumped[end] += 1
    use_point(state)


@kernel
def swim(state: State, start: int, end: int) -> None:
    """A rested swimmer goes ashore or swims one hex. §5.4, §5.5"""
    seat = int(state.seat)
    state.swimmers[start, seat] -= 1
    refresh(state, start)
    if is_land(state, end):
        step_onto(state, seat, end)
    elif enter_water(state, seat, end):
        state.swum[end] += 1
    use_point(state)


@kernel
def sail(state: State, start: int, end: int) -> None:
    """A boat moves one hex with everybody in it. §5.6"""
    put(state.boats, start, False)
    put(state.boats, end, True)
    for seat in range(SEATS):
        state.people[end, seat] = state.people[start, seat]
        state.people[start, seat] = 0
    refresh(state, start)
    refresh(state, end)
    use_point(state)


@kernel
def jump(state: State, place: int) -> None:
    """A person jumps out of a boat into the water around it. §5.9"""
    seat = int(state.seat)
    step_off(state, seat, place)
    if enter_water(state, seat, place):
        state.jumped[place] += 1
    use_point(state)


@kernel
def climb(state: State, place: int) -> None:
    """A swimmer climbs into the boat on the hex, one who has swum first. §5.9, §5.11"""
    seat = int(state.seat)
    state.swimmers[place, seat] -= 1
    if state.swum[place] > 0:
        state.swum[place] -= 1
    step_onto(state, seat, place)
    use_point(state)


@kernel
def save_passenger(state: State, place: int) -> None:
    """A passenger goes from a gate onto the coral island. §5.10"""
    step_off(state, int(state.seat), place)
    save(state)


@kernel
def save_swimmer(state: State, place: int) -> None:
    """A rested swimmer goes from a gate onto the coral island. §5.10"""
    state.swimmers[place, state.seat] -= 1
    refresh(state, place)
    save(state)


@kernel
def save(state: State) -> None:
    """One more person of the player is saved. §5.10"""
    state.saved[state.seat] += 1
    state.eventful = 1
    use_point(state)
