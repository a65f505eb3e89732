"""Looking ahead along a chain of cards: nobody may start what they cannot finish. §4.4"""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.rules.funds import cannot_pay
from atlantis_games.games.causeway.rules.path import landing
from atlantis_games.games.causeway.tables import FIGURE_COUNT, ITEM_COUNT, SEATS
from atlantis_games.kernels.numba import kernel, lowest

# This works on copies held in registers: a hand as one word with a byte per item, and with it the
# cards in it that may not pay. `limit` is the cost of the farthest space that the player could pay
# for: what it costs to be where the figure started, plus the player's funds. `reach` is the same
# for tiles that pay without cards, so that playing a card does not change it.


@kernel
def packed(state: State, seat: int) -> int:
    """A hand as one word."""
    word = 0
    for item in range(ITEM_COUNT):
        word |= int(state.hands[seat, item]) << (8 * item)
    return word


@kernel
def locked_cards(state: State) -> int:
    """The cards bought this turn that may not pay, as one word. §5.6"""
    word = 0
    if state.bought_count > 0:
        for item in range(ITEM_COUNT):
            word |= cannot_pay(state, item) << (8 * item)
    return word


@kernel
def ends(
    state: State, hand: int, locked: int, limit: int, reach: int, start: int
) -> tuple[int, int]:
    """The cards with an affordable end, as two masks of items: a free end, an occupied one. §4.4

    Every item is looked at, without a branch: a wrong guess by the processor would cost more.
    """
    affordable = 0
    taken = 0
    locked &= -int(limit > reach)  # what tiles alone reach does not depend on the card
    bound = max(limit, reach + 1)
    for item in range(ITEM_COUNT):
        end = landing(state, start, item)
        held = (hand >> (8 * item)) & 255 > 0
        kept = int((locked >> (8 * item)) & 255 > 0)  # playing it costs no funds: it could not pay
        affordable |= int(held & (int(state.cost[end]) < bound + kept)) << item
        taken |= int((state.occupied >> np.uint64(end)) & np.uint64(1)) << item
    return affordable & ~taken, affordable & taken


@kernel
def leads_on(
    state: State, hand: int, locked: int, limit: int, reach: int, start: int, item: int
) -> bool:
    """Whether a card that ends on an occupied tile may be played: others lead on. §4.4"""
    card = 1 << (8 * item)
    kept = int((locked >> (8 * item)) & 255 > 0)
    end = landing(state, start, item)
    return can_finish(state, hand - card, locked - kept * card, limit - 1 + kept, reach, end)


@kernel
def can_finish(state: State, hand: int, locked: int, limit: int, reach: int, start: int) -> bool:
    """Whether these cards lead on from an occupied tile to a free and affordable end. §4.4"""
    free, busy = ends(state, hand, locked, limit, reach, start)
    return free != 0 or (
        busy != 0 and can_finish_through_others(state, hand, locked, limit, reach, start)
    )


@kernel
def can_finish_through_others(
    state: State, hand: int, locked: int, limit: int, reach: int, start: int
) -> bool:
    """Whether they do over several occupied tiles: tries the cards in every order. §4.4"""
    trials = np.empty((SEATS * FIGURE_COUNT, 5), np.int64)  # where to go on after a dead end
    depth = 0
    free, busy = ends(state, hand, locked, limit, reach, start)
    while not free and (busy or depth > 0):
        if busy:
            item = lowest(np.uint64(busy))
            trial = trials[depth]
            trial[0], trial[1], trial[2], trial[3] = hand, locked, limit, start
            trial[4] = busy & (busy - 1)
            depth += 1
            kept = int((locked >> (8 * item)) & 255 > 0)
            hand -= 1 << (8 * item)
            locked -= kept << (8 * item)
            limit += kept - 1
            start = landing(state, start, item)
            free, busy = ends(state, hand, locked, limit, reach, start)
        else:
            depth -= 1
            trial = trials[depth]
            hand, locked, limit, start, busy = trial[0], trial[1], trial[2], trial[3], trial[4]
    return free != 0
