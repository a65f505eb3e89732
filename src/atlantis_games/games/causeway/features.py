"""What a net sees of a position of Causeway: numbers near 1 that the seat to decide may know.

Seats are counted from the one to decide, and its figures from the foremost. A change of what the
numbers mean raises VERSION, and wants new weights (docs/training.md).
"""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import Row, State
from atlantis_games.games.causeway.actions import (
    BLOCK_OF,
    BRIDGE,
    BUY,
    CHAIN,
    FIRST,
    MOVE,
    PAY_CARD,
    PAY_TILE,
    TILE,
)
from atlantis_games.games.causeway.rules.path import landing, prize, tile_ahead, tile_behind, toll
from atlantis_games.games.causeway.rules.scoring import tolls_ahead
from atlantis_games.games.causeway.state import CHAINING, LATE_BRIDGE, PAYING, START
from atlantis_games.games.causeway.tables import (
    ABOVE,
    ATLANTIS,
    BIT,
    FIGURE_COUNT,
    ITEM_COUNT,
    MAINLAND,
    SEATS,
)
from atlantis_games.kernels.numba import count, kernel

VERSION = 1
EXPLORE = 0.5  # how much a search with the net trusts priors against results (PUCT's constant)
SHARPNESS = 1.0  # the temperature of its priors

PER_SEAT, PER_CARD = 14, 4  # numbers for each seat; for a figure and an item in hand
HAND = SEATS * PER_SEAT
CARDS = HAND + ITEM_COUNT + 1
SHARED = CARDS + FIGURE_COUNT * ITEM_COUNT * PER_CARD
INPUTS = SHARED + 26
ACTION_INPUTS = 9
DECISIONS = FIRST[TILE]
KINDS = TILE  # blocks of actions of seats
KIND = BLOCK_OF[:DECISIONS].astype(np.int64)
PARTS = np.arange(DECISIONS).reshape(-1, 1)  # every action stands for itself
IS_ONCE = KIND == BRIDGE


@kernel
def features(state: State, points: Row, out: Row) -> None:
    """Writes what the seat to decide sees of a position. A kernel."""
    for number in range(INPUTS):
        out[number] = 0.0
    mover, players = int(state.seat), int(state.players)
    for turn in range(players):
        seat = mover + turn if mover + turn < players else mover + turn - players
        see_seat(state, seat, out, turn * PER_SEAT)
    see_hand(state, mover, out)
    see_shared(state, mover, out)


@kernel
def sorted_figures(state: State, seat: int) -> tuple[int, int, int]:
    """Where a seat's figures are, the foremost first."""
    first, second = int(state.figures[seat, 0]), int(state.figures[seat, 1])
    third = int(state.figures[seat, 2])
    if first < second:
        first, second = second, first
    if second < third:
        second, third = third, second
    if first < second:
        first, second = second, first
    return first, second, third


@kernel
def see_seat(state: State, seat: int, out: Row, at: int) -> None:
    """Writes what everybody knows of a seat."""
    top = int(state.cost[MAINLAND])
    first, second, third = sorted_figures(state, seat)
    out[at] = 1.0
    out[at + 1] = int(state.wealth[seat]) * 0.05
    out[at + 2] = int(state.hand_size[seat]) * 0.125
    out[at + 3] = tolls_ahead(state, seat) * 0.04
    out[at + 4] = int(state.home[seat]) * 0.5
    out[at + 5] = int(state.has_bridge[seat])
    out[at + 6] = first * 0.0185
    out[at + 7] = second * 0.0185
    out[at + 8] = third * 0.0185
    out[at + 9] = (top - int(state.cost[first])) * 0.06
    out[at + 10] = (top - int(state.cost[second])) * 0.06
    out[at + 11] = (top - int(state.cost[third])) * 0.06
    out[at + 12] = 1.0 if state.home[seat] == FIGURE_COUNT - 1 else 0.0
    behind = count(state.land & ~state.occupied & ABOVE[third])
    out[at + 13] = behind * 0.02


@kernel
def see_hand(state: State, mover: int, out: Row) -> None:
    """Writes the mover's cards, and where each of them would bring each figure."""
    different = 0
    for item in range(ITEM_COUNT):
        held = int(state.hands[mover, item])
        out[HAND + item] = held * 0.4
        different += held > 0
    out[HAND + ITEM_COUNT] = different * 0.2
    first, second, third = sorted_figures(state, mover)
    for rank in range(FIGURE_COUNT):
        start = first if rank == 0 else (second if rank == 1 else third)
        is_again = (rank == 1 and first == ATLANTIS) or (rank == 2 and second == ATLANTIS)
        if start == MAINLAND or is_again:
            continue
        for item in range(ITEM_COUNT):
            if state.hands[mover, item] > 0:
                see_card(state, start, item, out, CARDS + (rank * ITEM_COUNT + item) * PER_CARD)


@kernel
def see_card(state: State, start: int, item: int, out: Row, at: int) -> None:
    """Writes where a card brings a figure, and what that brings and costs."""
    end = landing(state, start, item)
    cost = int(state.cost[end]) - int(state.cost[start])
    out[at] = (end - start) * 0.05
    if state.occupied & BIT[end] and end != MAINLAND:
        out[at + 1] = 1.0
        out[at + 2] = -cost * 0.15
        return
    left = BIT[start] if start > ATLANTIS else np.uint64(0)
    won = prize(state, end, left)
    gain = int(state.value[won]) if won >= 0 else 0
    out[at + 2] = (gain - cost) * 0.15
    out[at + 3] = 1.0 if end == MAINLAND else 0.0


@kernel
def see_shared(state: State, mover: int, out: Row) -> None:
    """Writes what is the same for all seats: the turn, the path, the piles, the options."""
    at, phase = SHARED, int(state.phase)
    out[at + int(state.players) - 2] = 1.0
    out[at + 3] = 1.0 if phase == START else 0.0
    out[at + 4] = 1.0 if phase == CHAINING else 0.0
    out[at + 5] = 1.0 if phase == PAYING else 0.0
    out[at + 6] = 1.0 if phase == LATE_BRIDGE else 0.0
    out[at + 7] = int(state.owed) * 0.1
    out[at + 8] = int(state.has_bought)
    out[at + 9] = int(state.deck_size) * 0.01
    out[at + 10] = count(state.land) * 0.03
    out[at + 11] = int(state.cost[MAINLAND]) * 0.02
    out[at + 12] = int(state.turns) * 0.02
    out[at + 13] = count(state.covered) * 0.03
    out[at + 14] = count(state.bridges) * 0.3
    if phase == PAYING:
        rest = int(state.wealth[mover]) + int(state.hand_size[mover]) - int(state.owed)
        out[at + 15] = rest * 0.05
    if phase == PAYING or phase == CHAINING:
        place = int(state.figures[mover, int(state.figure)])
        out[at + 16] = (place - int(state.origin)) * 0.05
        out[at + 17] = (int(state.cost[place]) - int(state.cost[state.origin])) * 0.1
    out[at + 18] = int(state.has_paid)
    out[at + 19] = int(state.idle) * 0.2
    out[at + 20] = int(state.peek)
    out[at + 21] = int(state.bought_cards_pay)
    out[at + 22] = int(state.remove_spent_cards)
    out[at + 23] = int(state.strict_payment)
    out[at + 24] = int(state.pass_draws_for_home)
    out[at + 25] = int(state.atlantis_is_free)


@kernel
def action_features(state: State, action: int, out: Row) -> None:
    """Writes what is known of a legal action before it is tried. A kernel."""
    for number in range(ACTION_INPUTS):
        out[number] = 0.0
    kind, mover = KIND[action], int(state.seat)
    if kind == MOVE:
        figure, item = action // ITEM_COUNT, action % ITEM_COUNT
        start = int(state.figures[mover, figure])
        see_step(state, mover, start, start, item, out)
    elif kind == CHAIN:
        start = int(state.figures[mover, int(state.figure)])
        see_step(state, mover, start, int(state.origin), action - FIRST[CHAIN], out)
    elif kind == PAY_TILE:
        value, owed = action - FIRST[PAY_TILE] + 1, int(state.owed)
        out[0] = value * 0.15
        out[1] = max(0, value - owed) * 0.3
        out[2] = 1.0 if value == owed else 0.0
        out[3] = owed * 0.1
        out[4] = int(state.hand_size[mover]) * 0.1
    elif kind == PAY_CARD:
        out[0] = int(state.hands[mover, action - FIRST[PAY_CARD]]) * 0.4
        out[1] = int(state.owed) * 0.1
        out[2] = int(state.hand_size[mover]) * 0.1
        out[3] = int(state.wealth[mover]) * 0.05
    elif kind == BUY:
        value = action - FIRST[BUY] + 1
        out[0] = value * 0.15
        out[1] = value % 2
        out[2] = int(state.hand_size[mover]) * 0.1
    elif kind == BRIDGE:
        see_gap(state, mover, action - FIRST[BRIDGE] + 1, out)


@kernel
def see_step(state: State, mover: int, start: int, origin: int, item: int, out: Row) -> None:
    """Writes what a card for a figure brings; its journey began at an origin."""
    end = landing(state, start, item)
    out[0] = (int(state.cost[end]) - int(state.cost[origin])) * 0.15
    out[1] = (end - start) * 0.05
    out[2] = start * 0.0185
    out[3] = int(state.hands[mover, item]) * 0.4
    if end == MAINLAND:
        out[6] = 1.0
        out[7] = 1.0 if state.home[mover] == FIGURE_COUNT - 1 else 0.0
    elif state.occupied & BIT[end]:
        out[4] = 1.0
        return
    won = prize(state, end, BIT[origin])
    out[5] = int(state.value[won]) * 0.15 if won >= 0 else 0.0
    out[8] = 1.0 if start == sorted_figures(state, mover)[2] else 0.0


@kernel
def see_gap(state: State, mover: int, space: int, out: Row) -> None:
    """Writes what a bridge in a gap saves, and whom."""
    price = toll(state, tile_behind(state, space), tile_ahead(state, space))
    own, others = 0, 0
    for seat in range(state.players):
        for figure in range(FIGURE_COUNT):
            if state.figures[seat, figure] < space:
                own += seat == mover
                others += seat != mover
    out[0] = price * 0.15
    out[1] = price * own * 0.08
    out[2] = price * others * 0.08
    out[3] = int(state.turns) * 0.02
    out[4] = max(0, price - 1) * own * 0.05
