"""What a player can pay with. §5.4 to §5.7"""

from __future__ import annotations

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.tables import ITEM_COUNT
from atlantis_games.kernels.numba import kernel


@kernel
def cannot_pay(state: State, item: int) -> int:
    """How many cards of an item were bought this turn and may not pay. §5.6"""
    if state.bought_cards_pay:
        return 0
    return max(0, int(state.bought[item]) - int(state.played[item]))


@kernel
def funds(state: State, seat: int) -> int:
    """What a player could pay now with tiles and cards. §4.4, §5.4"""
    total = int(state.wealth[seat]) + int(state.hand_size[seat])
    if state.bought_count > 0:
        for item in range(ITEM_COUNT):
            total -= cannot_pay(state, item)
    return total


@kernel
def funds_after(state: State, seat: int, item: int) -> int:
    """What a player could pay after playing this card. §4.4"""
    return funds(state, seat) - (0 if cannot_pay(state, item) > 0 else 1)


@kernel
def spend_tile(state: State, value: int) -> None:
    """Takes a collected tile out of the game. §5.7, §7.1"""
    seat = state.seat
    state.tiles[seat, value] -= 1
    state.wealth[seat] -= value
    state.spent[value] += 1
