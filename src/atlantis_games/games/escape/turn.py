"""§4: a turn is moving, sinking a piece, and moving an animal."""

from __future__ import annotations

from atlantis_games.games.escape.ending import end_if_decided
from atlantis_games.games.escape.state import DONE, MOVING, NOWHERE, SINKING, SPINNING, refresh
from atlantis_games.games.escape.tables import HEXES, POINTS
from atlantis_games.kernels.numba import State, kernel


@kernel
def begin_moving(state: State) -> None:
    """A turn begins with up to 3 points of movement. §4.1"""
    state.phase = MOVING
    state.points = POINTS


@kernel
def use_point(state: State) -> None:
    """One point of movement is used; after the last one a piece sinks. §4.1"""
    state.points -= 1
    end_if_decided(state)
    if state.phase != DONE and state.points == 0:
        begin_sinking(state)


@kernel
def begin_sinking(state: State) -> None:
    """Moving is over: a piece sinks, as long as one is left. §4.2, §6.4"""
    state.points = 0
    left = int(state.pieces[0]) + int(state.pieces[1]) + int(state.pieces[2])
    state.phase = SINKING if left > 0 else SPINNING


@kernel
def end_turn(state: State) -> None:
    """The next player's turn begins, unless nothing has happened for too long. §4, §10.2"""
    state.turns += 1
    state.quiet = 0 if state.eventful else state.quiet + 1
    state.eventful = 0
    state.picked = NOWHERE
    state.rider = 0
    state.spun_animal = NOWHERE
    state.spun_number = 0
    for place in range(HEXES):
        state.swum[place] = 0
        state.jumped[place] = 0
    if state.quiet >= int(state.stall_limit) * int(state.players):
        state.phase = DONE
    else:
        state.seat = (int(state.seat) + 1) % int(state.players)
        if state.riding:
            count_down(state)
        begin_moving(state)


@kernel
def count_down(state: State) -> None:
    """A turn less for the hexes to which a dolphin and a swimmer came together. §8.3"""
    for place in range(HEXES):
        if state.under_way[place] > 0:
            state.under_way[place] -= 1
            refresh(state, place)
