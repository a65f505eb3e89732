"""What a player can pay with. §5.4 to §5.7"""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.tables import ITEM_COUNT, VALUE_COUNT
from atlantis_games.kernels.numba import kernel


@kernel
def cannot_pay(state: State, item: int) -> int:
    """How many cards of an item were bought this turn and may not pay. §5.6"""
    if state.bought_cards_pay:
        return 0
    return max(0, int(state.bought[item]) - int(state.played[item]))


@kernel
def paying_cards(state: State, seat: int) -> int:
    """How many of a player's cards may pay now. §5.4, §5.6"""
    number = int(state.hand_size[seat])
    if state.bought_count > 0:
        for item in range(ITEM_COUNT):
            number -= cannot_pay(state, item)
    return number


@kernel
def funds(state: State, seat: int) -> tuple[int, int]:
    """The most that a player could pay now, and the most with tiles that no card adds to. §5.4

    Tiles and cards pay together, and the second number is 0. With `strict_payment` the first one
    is what the cards pay, and the second one what the tiles pay.
    """
    cards, tiles = paying_cards(state, seat), int(state.wealth[seat])
    if state.strict_payment:
        return cards, tiles
    return cards + tiles, 0


@kernel
def can_make(state: State, seat: int, without: int, total: int) -> bool:
    """Whether a player's tiles make a sum exactly, without one tile of a value (or 0). §5.4"""
    if total < 0:
        return False
    reachable = np.zeros(total + 1, np.bool_)
    reachable[0] = True
    for value in range(1, VALUE_COUNT + 1):
        for _ in range(int(state.tiles[seat, value]) - int(value == without)):
            for made in range(total, value - 1, -1):
                reachable[made] |= reachable[made - value]
    return bool(reachable[total])


@kernel
def is_tile_refused(state: State, value: int) -> bool:
    """Whether `strict_payment` forbids to pay with a tile of this value now. §5.4"""
    seat, owed = int(state.seat), int(state.owed)
    if state.paid_cards or state.wealth[seat] < owed:
        return True
    return can_make(state, seat, 0, owed) and not can_make(state, seat, value, owed - value)


@kernel
def are_cards_refused(state: State) -> bool:
    """Whether `strict_payment` forbids to pay with a card now. §5.4"""
    if state.has_paid:
        return not state.paid_cards
    return bool(paying_cards(state, int(state.seat)) < state.owed)


@kernel
def spend_tile(state: State, value: int) -> None:
    """Takes a collected tile out of the game. §5.7, §7.1"""
    seat = state.seat
    state.tiles[seat, value] -= 1
    state.wealth[seat] -= value
    state.spent[value] += 1
