"""What a seat knows: removing the rest, and dealing it again at random for a search."""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import Row, State
from atlantis_games.games.causeway.tables import ITEM_COUNT
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below


@kernel
def random_item(counts: Row, total: int, stream: Row) -> int:
    """An item drawn at random from a pile of `total` cards, given by its counts."""
    number = below(stream, total)
    drawn = 0
    passed = 0
    for item in range(ITEM_COUNT - 1):
        passed += int(counts[item])
        drawn += number >= passed
    return drawn


@kernel
def redact(state: State, seat: int) -> None:
    """Removes what a seat, or SPECTATOR, cannot know: unknown cards are counted in the deck."""
    for other in range(state.players):
        if other != seat:
            for item in range(ITEM_COUNT):
                state.deck[item] += state.hands[other, item] - state.shown[other, item]
                state.hands[other, item] = state.shown[other, item]
    if state.seat != seat:
        for item in range(ITEM_COUNT):
            state.bought[item] = 0


@kernel
def resample(state: State, seat: int, stream: Row) -> None:
    """Deals the unknown cards of a redacted state at random."""
    pool = 0
    for item in range(ITEM_COUNT):
        pool += int(state.deck[item])
    for other in range(state.players):
        if other != seat:
            known = 0
            for item in range(ITEM_COUNT):
                known += int(state.hands[other, item])
            for _ in range(int(state.hand_size[other]) - known):
                item = random_item(state.deck, pool, stream)
                pool -= 1
                state.deck[item] -= 1
                state.hands[other, item] += 1
    if state.seat != seat and state.bought_count > 0:
        resample_bought(state, stream)


@kernel
def resample_bought(state: State, stream: Row) -> None:
    """Guesses which of the cards held or played this turn were bought in it. §5.6"""
    seat = state.seat
    candidates = np.empty(ITEM_COUNT, np.int8)
    total = 0
    for item in range(ITEM_COUNT):
        candidates[item] = state.hands[seat, item] + state.played[item]
        total += int(candidates[item])
    for _ in range(min(total, int(state.bought_count))):
        item = random_item(candidates, total, stream)
        total -= 1
        candidates[item] -= 1
        state.bought[item] += 1
