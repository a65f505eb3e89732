"""§10 and §11.1: when the game ends, and who has won it."""

from __future__ import annotations

from typing import Any

from atlantis_games.games.escape.state import DONE, NOWHERE, refresh
from atlantis_games.games.escape.tables import HEXES, PEOPLE, SEATS
from atlantis_games.kernels.numba import State, kernel


@kernel
def is_out_of_play(state: State, seat: int) -> bool:
    """Whether all people of a player are saved or lost. §10.1"""
    return bool(state.saved[seat] + state.lost[seat] == PEOPLE)


@kernel
def is_nobody_in_play(state: State) -> bool:
    """Whether all people of all players are saved or lost. §10.1"""
    for seat in range(state.players):
        if not is_out_of_play(state, seat):
            return False
    return True


@kernel
def is_hurricane(state: State) -> bool:
    """Whether somebody has nobody in play and has saved people, with `hurricane`. §11.1"""
    if not state.hurricane:
        return False
    for seat in range(state.players):
        if is_out_of_play(state, seat) and state.saved[seat] > 0:
            return True
    return False


@kernel
def end_if_decided(state: State) -> None:
    """Ends the game once nobody is in play, or by a hurricane. §10.1, §11.1"""
    if not state.eventful:  # then it is as it was before, undecided
        return
    if is_hurricane(state):
        lose_everybody(state)
        end_game(state)
    elif is_nobody_in_play(state):
        end_game(state)


@kernel
def lose_everybody(state: State) -> None:
    """A hurricane takes everybody who is still in play. §11.1"""
    for place in range(HEXES):
        for seat in range(SEATS):
            state.people[place, seat] = 0
            state.swimmers[place, seat] = 0
        state.swum[place] = 0
        state.jumped[place] = 0
        refresh(state, place)
    for seat in range(state.players):
        state.lost[seat] = PEOPLE - state.saved[seat]


@kernel
def end_game(state: State) -> None:
    """Nothing more happens. §10.1"""
    state.phase = DONE
    state.points = 0
    state.sinking = NOWHERE
    state.picked = NOWHERE
    state.rider = 0
    state.spun_animal = NOWHERE
    state.spun_number = 0


@kernel
def scores(state: State, out: Any) -> None:
    """Writes how many people each player has saved. §10.1"""
    for seat in range(state.players):
        out[seat] = state.saved[seat]
