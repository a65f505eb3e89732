"""Cards on their way between piles and hands. §2.5, §2.6, §3.8, §4.6"""

from __future__ import annotations

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.tables import ITEM_COUNT
from atlantis_games.kernels.numba import kernel


@kernel
def refill(state: State) -> bool:
    """Turns the discard pile into an empty draw pile; returns whether it has a card now. §2.6"""
    if state.deck_size == 0 and state.discard_size > 0:
        for item in range(ITEM_COUNT):
            # A redacted deck also counts the cards hidden in other hands: they stay in it.
            state.deck[item] += state.discard[item]
            state.discard[item] = 0
        state.deck_size = state.discard_size
        state.discard_size = 0
    return bool(state.deck_size > 0)


@kernel
def take_card(state: State, item: int) -> None:
    """Moves a card from the draw pile into the hand of the seat whose turn it is. §2.5, §9"""
    seat = state.seat
    state.deck[item] -= 1
    state.deck_size -= 1
    state.hands[seat, item] += 1
    state.hand_size[seat] += 1
    state.draws -= 1


@kernel
def lose_card(state: State, seat: int, item: int) -> None:
    """Takes a card out of a hand, one that was shown if there is any. §3.8"""
    state.hands[seat, item] -= 1
    state.hand_size[seat] -= 1
    if state.shown[seat, item] > 0:
        state.shown[seat, item] -= 1


@kernel
def discard_card(state: State, item: int) -> None:
    """Puts a card on the discard pile. §4.6, §5.7"""
    state.discard[item] += 1
    state.discard_size += 1
