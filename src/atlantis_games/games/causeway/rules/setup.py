"""Laying the path and dealing the hands. §2"""

from __future__ import annotations

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.rules.cards import take_card
from atlantis_games.games.causeway.rules.path import back, lay, reprice
from atlantis_games.games.causeway.state import DEAL, LAY_LOWER, LAY_TOPS, START
from atlantis_games.games.causeway.tables import (
    ABOVE,
    ALL_TILES,
    ATLANTIS,
    BIT,
    CARDS_PER_ITEM,
    FIRST_HAND,
    ITEM_COUNT,
    MAINLAND,
    SPACES,
    STACKED,
    WATER,
)
from atlantis_games.kernels.numba import kernel, lowest


@kernel
def begin(state: State, players: int) -> None:
    """Sets a zeroed state, whose options are set, to the beginning of a game. §2"""
    for item in range(ITEM_COUNT):
        state.shows[item] = BIT[MAINLAND]
        state.deck[item] = CARDS_PER_ITEM
    state.deck_size = ITEM_COUNT * CARDS_PER_ITEM
    state.unseen[0] = ALL_TILES[0]
    state.unseen[1] = ALL_TILES[1]
    state.covered = STACKED
    state.players = players
    for seat in range(players):
        state.has_bridge[seat] = 1
    state.phase = LAY_TOPS
    state.space = 1


@kernel
def lay_next_top(state: State, tile: int) -> None:
    """Lays the next visible tile on the way from Atlantis to the mainland. §2.3"""
    space = int(state.space)
    state.unseen[back(space)] &= ~BIT[tile]
    lay(state, space, tile)
    space += 1
    if space == WATER:
        space += 1
    state.space = space
    if space > SPACES:
        reprice(state, ATLANTIS, MAINLAND)
        if state.peek:
            state.phase = LAY_LOWER
            state.space = lowest(state.covered)
        else:
            begin_dealing(state)


@kernel
def lay_next_lower(state: State, tile: int) -> None:
    """Lays the next lower tile, which is known with `peek`. §2.3"""
    space = int(state.space)
    state.unseen[back(space)] &= ~BIT[tile]
    state.lower[space] = tile + 1
    rest = state.covered & ABOVE[space]
    if rest:
        state.space = lowest(rest)
    else:
        begin_dealing(state)


@kernel
def begin_dealing(state: State) -> None:
    """Goes on with the cards of seat 1 once all tiles lie. §2.5"""
    state.space = 0
    state.phase = DEAL
    state.draws = FIRST_HAND


@kernel
def deal_next_card(state: State, item: int) -> None:
    """Deals the hands, seat by seat, each with a card more than the one before. §2.5"""
    take_card(state, item)
    if state.draws == 0:
        if state.seat + 1 < state.players:
            state.seat += 1
            state.draws = FIRST_HAND + state.seat
        else:
            state.seat = 0
            state.phase = START
