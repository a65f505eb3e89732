"""What a seat knows: removing the rest, and dealing it again at random for a search."""

from __future__ import annotations

from atlantis_games.core.contract import Row, State
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below
from atlantis_tiny.state import CARDS


@kernel
def nth_card(cards: int, number: int) -> int:
    """The card with this number, from 0, among those of a mask."""
    for card in range(1, CARDS + 1):
        if cards >> card & 1:
            if number == 0:
                return card
            number -= 1
    return 0


@kernel
def redact(state: State, seat: int) -> None:
    """Removes what a seat, or SPECTATOR, cannot know: the cards in other hands go to the deck."""
    for other in range(state.players):
        if other != seat:
            state.deck = int(state.deck) | int(state.hands[other])
            state.hands[other] = 0


@kernel
def resample(state: State, seat: int, stream: Row) -> None:
    """Deals the hands that were removed for a seat at random."""
    left = 0
    for card in range(1, CARDS + 1):
        left += int(state.deck) >> card & 1
    for other in range(state.players):
        if other != seat:
            for _ in range(state.hand_size[other]):
                card = nth_card(int(state.deck), below(stream, left))
                left -= 1
                state.deck = int(state.deck) & ~(1 << card)
                state.hands[other] = int(state.hands[other]) | 1 << card
