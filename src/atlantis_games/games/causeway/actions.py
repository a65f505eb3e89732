"""The numbers of actions; who acts, what is legal, what an action does: `Rules` of the contract."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np

from atlantis_games.core.actors import CHANCE, EVERYBODY, NO_ACTION, OVER, Row, State
from atlantis_games.games.causeway.knowledge import random_item, redact, resample
from atlantis_games.games.causeway.rules.chains import ends, leads_on, locked_cards, packed
from atlantis_games.games.causeway.rules.funds import (
    are_cards_refused,
    cannot_pay,
    funds,
    is_tile_refused,
)
from atlantis_games.games.causeway.rules.path import back, is_free, landing, open_gaps, price, prize
from atlantis_games.games.causeway.rules.scoring import scores
from atlantis_games.games.causeway.rules.setup import (
    begin,
    deal_next_card,
    lay_next_lower,
    lay_next_top,
)
from atlantis_games.games.causeway.rules.turn import (
    advance,
    buy,
    choose_figure,
    draw_bought_card,
    draw_for_turn,
    draw_next_card,
    is_offered,
    lay_bridge,
    may_buy,
    may_lay_bridge,
    pass_turn,
    pay_card,
    pay_tile,
    uncover,
)
from atlantis_games.games.causeway.state import (
    BUYING,
    CHAINING,
    DEAL,
    DONE,
    LAY_LOWER,
    LAY_TOPS,
    PAYING,
    START,
    is_card_next,
    is_tile_next,
)
from atlantis_games.games.causeway.tables import (
    BIT,
    FIGURE_COUNT,
    ITEM_COUNT,
    MAINLAND,
    SPACES,
    TILES,
    VALUE_COUNT,
)
from atlantis_games.games.causeway.written_parts import write_parts
from atlantis_games.kernels.numba import count, kernel, lowest, nth
from atlantis_games.kernels.random import below

__all__ = [  # the rules of the contract
    "PREVIEW_COLUMNS",
    "actor",
    "apply",
    "audience",
    "automatic_action",
    "begin",
    "chance",
    "legal",
    "preview",
    "random_action",
    "redact",
    "resample",
    "sample",
    "scores",
    "write_parts",
]


# The numbers of actions. Every action has one text, whatever the position (notation.py).

BLOCKS = (  # the code of the actions in each block, and how many they are; in the order of numbers
    ("move", FIGURE_COUNT * ITEM_COUNT),  # figure * 7 + item: choose a figure and its first card
    ("then", ITEM_COUNT),  # item: play a further card of a chain
    ("pay-tile", VALUE_COUNT),  # value - 1
    ("pay-card", ITEM_COUNT),  # item
    ("buy", VALUE_COUNT),  # value - 1
    ("pass", 1),
    ("end", 1),  # everything above fits into a mask of 64 bits
    ("bridge", SPACES),  # space - 1: the first space of the gap
    ("tile", len(TILES)),  # tile: chance lays or uncovers it
    ("draw", ITEM_COUNT),  # item: chance deals a card
)
SIZES = [size for _, size in BLOCKS]
MOVE, CHAIN, PAY_TILE, PAY_CARD, BUY, PASS, END, BRIDGE, TILE, DRAW = range(len(BLOCKS))
FIRST = tuple(accumulate(SIZES, initial=0))[:-1]  # the number of each block's first action
BLOCK_OF = np.repeat(np.arange(len(BLOCKS), dtype=np.uint8), SIZES)  # the block of each action


def block_and_number(action: int) -> tuple[int, int]:
    """The block of an action, and which of the block's actions it is, from 0."""
    block = int(BLOCK_OF[action])
    return block, action - FIRST[block]


# Who acts


@kernel
def actor(state: State) -> int:
    """The seat to decide, CHANCE or OVER."""
    if state.phase < START:
        return CHANCE
    return OVER if state.phase == DONE else int(state.seat)


@kernel
def automatic_action(state: State) -> int:
    """NO_ACTION: every decision is a real one."""
    return NO_ACTION


@kernel
def audience(state: State) -> int:
    """Who sees what chance does now: a card the seat that gets it, a tile EVERYBODY."""
    return int(state.seat) if is_card_next(state) else EVERYBODY


# What is legal


@kernel
def choices(state: State) -> tuple[Any, Any]:
    """What the seat to decide may do: a mask of actions, and one of gaps to lay the bridge in."""
    gaps = open_gaps(state) if may_lay_bridge(state) else np.uint64(0)
    if state.phase == START:
        moves = movable(state)
        others = purchases(state) | (0 if moves else 1 << FIRST[PASS])  # §3.7
        return np.uint64(moves | others), gaps
    if state.phase == PAYING:
        return np.uint64(payments(state)), gaps
    if state.phase == CHAINING:
        return np.uint64(chainable(state)), gaps
    return BIT[FIRST[END]], gaps


@kernel
def movable(state: State) -> int:
    """The figures that can be moved and the cards to begin with. §3.2, §4.4"""
    seat = int(state.seat)
    hand, locked = packed(state, seat), locked_cards(state)
    purse, tiles = funds(state, seat)
    moves = 0
    busy_ends = 0
    for figure in range(FIGURE_COUNT):
        # A figure at home is looked at as if on the last space, and then not offered.
        start = min(int(state.figures[seat, figure]), SPACES)
        cost = int(state.cost[start])
        free, busy = ends(state, hand, locked, purse + cost, tiles + cost, start)
        offered = -int(is_offered(state, seat, figure))
        moves |= (free & offered) << (figure * ITEM_COUNT)
        busy_ends |= (busy & offered) << (figure * ITEM_COUNT)
    while busy_ends:
        move = lowest(np.uint64(busy_ends))
        busy_ends &= busy_ends - 1
        start = int(state.figures[seat, move // ITEM_COUNT])
        cost, item = int(state.cost[start]), move % ITEM_COUNT
        goes_on = leads_on(state, hand, locked, purse + cost, tiles + cost, start, item)
        moves |= int(goes_on) << move
    return moves << FIRST[MOVE]


@kernel
def chainable(state: State) -> int:
    """The cards that lead the figure on from an occupied tile. §4.2, §4.4"""
    seat = int(state.seat)
    hand, locked = packed(state, seat), locked_cards(state)
    purse, tiles = funds(state, seat)
    cost = int(state.cost[state.origin])
    limit, reach = purse + cost, tiles + cost
    start = int(state.figures[seat, state.figure])
    cards, busy_ends = ends(state, hand, locked, limit, reach, start)
    while busy_ends:
        item = lowest(np.uint64(busy_ends))
        busy_ends &= busy_ends - 1
        cards |= int(leads_on(state, hand, locked, limit, reach, start, item)) << item
    return cards << FIRST[CHAIN]


@kernel
def payments(state: State) -> int:
    """The tiles and cards that can be paid with. §5.4"""
    seat = int(state.seat)
    tiles = 0
    for value in range(1, VALUE_COUNT + 1):
        tiles |= int(state.tiles[seat, value] > 0) << (value - 1)
    cards = 0
    for item in range(ITEM_COUNT):
        cards |= int(int(state.hands[seat, item]) > cannot_pay(state, item)) << item
    if state.strict_payment:
        tiles, cards = strict_payments(state, tiles, cards)
    return tiles << FIRST[PAY_TILE] | cards << FIRST[PAY_CARD]


@kernel
def strict_payments(state: State, tiles: int, cards: int) -> tuple[int, int]:
    """Of these tiles and cards, those that `strict_payment` lets a player pay with. §5.4"""
    for value in range(1, VALUE_COUNT + 1):
        if tiles >> (value - 1) & 1 and is_tile_refused(state, value):
            tiles -= 1 << (value - 1)
    return tiles, 0 if are_cards_refused(state) else cards


@kernel
def purchases(state: State) -> int:
    """The tiles that buy cards now. §7.1"""
    tiles = 0
    if may_buy(state):
        for value in range(2, VALUE_COUNT + 1):
            tiles |= int(state.tiles[state.seat, value] > 0) << (value - 1)
    return tiles << FIRST[BUY]


@kernel
def legal(state: State, out: Row) -> int:
    """Writes the legal actions of the seat to decide, in ascending order, and counts them."""
    actions, gaps = choices(state)
    found = 0
    while actions:
        out[found] = lowest(actions)
        found += 1
        actions &= actions - np.uint64(1)
    while gaps:
        out[found] = FIRST[BRIDGE] + lowest(gaps) - 1
        found += 1
        gaps &= gaps - np.uint64(1)
    return found


@kernel
def random_action(state: State, out: Row, stream: Row) -> int:
    """One of the legal actions, all equally likely; `out` is not needed here."""
    actions, gaps = choices(state)
    first = count(actions)
    number = below(stream, first + count(gaps))
    if number < first:
        return nth(actions, number)
    return FIRST[BRIDGE] + nth(gaps, number - first) - 1


# What chance may do


@kernel
def chance(state: State, out: Row, weights: Row) -> int:
    """Writes what chance may do now, each with its weight, and counts the outcomes. §2, §8.1, §9"""
    found = 0
    if is_tile_next(state):
        tiles = state.unseen[back(int(state.space))]
        while tiles:
            out[found] = FIRST[TILE] + lowest(tiles)
            weights[found] = 1
            found += 1
            tiles &= tiles - np.uint64(1)
    else:
        for item in range(ITEM_COUNT):
            if state.deck[item] > 0:
                out[found] = FIRST[DRAW] + item
                weights[found] = state.deck[item]
                found += 1
    return found


@kernel
def sample(state: State, stream: Row) -> int:
    """One outcome of chance, drawn by its weight."""
    if is_tile_next(state):
        tiles = state.unseen[back(int(state.space))]
        return FIRST[TILE] + nth(tiles, below(stream, count(tiles)))
    total = 0
    for item in range(ITEM_COUNT):
        total += int(state.deck[item])
    return FIRST[DRAW] + random_item(state.deck, total, stream)


# What an action does


@kernel
def apply(state: State, action: int) -> None:
    """Does one legal action of a seat or of chance."""
    block = BLOCK_OF[action]  # `action - FIRST[block]` would be slower than the constants below
    if block == MOVE:
        number = action - FIRST[MOVE]
        choose_figure(state, number // ITEM_COUNT, number % ITEM_COUNT)
    elif block == CHAIN:
        advance(state, action - FIRST[CHAIN])
    elif block == PAY_TILE:
        pay_tile(state, action - FIRST[PAY_TILE] + 1)
    elif block == PAY_CARD:
        pay_card(state, action - FIRST[PAY_CARD])
    elif block == BUY:
        buy(state, action - FIRST[BUY] + 1)
    elif block == PASS:
        pass_turn(state)
    elif block == END:
        draw_for_turn(state)
    elif block == BRIDGE:
        lay_bridge(state, action - FIRST[BRIDGE] + 1)
    elif block == TILE:  # §2.3, §8.1
        tile = action - FIRST[TILE]
        if state.phase == LAY_TOPS:
            lay_next_top(state, tile)
        elif state.phase == LAY_LOWER:
            lay_next_lower(state, tile)
        else:
            uncover(state, tile)
    elif state.phase == DEAL:  # a card. §2.5, §7.1, §9
        deal_next_card(state, action - FIRST[DRAW])
    elif state.phase == BUYING:
        draw_bought_card(state, action - FIRST[DRAW])
    else:
        draw_next_card(state, action - FIRST[DRAW])


# What an action would do, for a player who is choosing

PREVIEW_COLUMNS = 5
LANDS, PRICE, TAKES, REST, OVERPAID = range(PREVIEW_COLUMNS)  # the columns of a preview


@kernel
def preview(before: State, after: State, action: int, out: Row) -> None:
    """Where the figure would land, at what price and for which tile; or what is left to do."""
    for column in range(PREVIEW_COLUMNS):
        out[column] = -1
    block = BLOCK_OF[action]
    number = action - FIRST[block]
    if block == MOVE:
        start = int(before.figures[before.seat, number // ITEM_COUNT])
        preview_run(before, start, start, number % ITEM_COUNT, out)
    elif block == CHAIN:
        start = int(before.figures[before.seat, before.figure])
        preview_run(before, int(before.origin), start, number, out)
    elif block == PAY_TILE or block == PAY_CARD:
        pays = number + 1 if block == PAY_TILE else 1
        out[REST] = max(0, int(before.owed) - pays)
        out[OVERPAID] = max(0, pays - int(before.owed))
    elif block == BUY:
        out[REST] = after.draws
    elif block == BRIDGE:
        out[REST] = before.cost[MAINLAND] - after.cost[MAINLAND]


@kernel
def preview_run(before: State, origin: int, start: int, item: int, out: Row) -> None:
    """What a card would do for a figure that began its turn on `origin`. §4.1, §5.2, §8.1"""
    end = landing(before, start, item)
    out[LANDS] = end
    out[PRICE] = price(before, origin, end)
    out[REST] = not is_free(before, end)  # another card must follow
    if is_free(before, end):
        out[TAKES] = prize(before, end, BIT[origin])
