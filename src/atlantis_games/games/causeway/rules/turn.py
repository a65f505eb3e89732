"""A turn, step by step: what each step changes and which comes next. §3 to §9"""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.rules.cards import discard_card, lose_card, refill, take_card
from atlantis_games.games.causeway.rules.funds import spend_tile
from atlantis_games.games.causeway.rules.path import (
    back,
    is_free,
    landing,
    lay,
    open_gaps,
    price,
    prize,
    reprice,
    tile_ahead,
    tile_behind,
)
from atlantis_games.games.causeway.state import (
    BUYING,
    CHAINING,
    DONE,
    DRAWING,
    LATE_BRIDGE,
    PAYING,
    START,
    UNCOVERING,
)
from atlantis_games.games.causeway.tables import (
    ATLANTIS,
    BIT,
    CARDS_FOR_PASSING,
    FIGURE_COUNT,
    ITEM_COUNT,
    MAINLAND,
)
from atlantis_games.kernels.numba import kernel

# §4 Moving


@kernel
def is_offered(state: State, seat: int, figure: int) -> bool:
    """Whether a figure can be chosen: not home, and the first by letter on Atlantis. §3.2, §4.7"""
    space = state.figures[seat, figure]
    first = True
    for earlier in range(figure):
        first &= state.figures[seat, earlier] != ATLANTIS
    return bool((space != MAINLAND) & ((space != ATLANTIS) | first))


@kernel
def choose_figure(state: State, figure: int, item: int) -> None:
    """Lifts a figure off the path and plays its first card. §3.2"""
    start = int(state.figures[state.seat, figure])
    state.figure = figure
    state.origin = start
    state.occupied &= ~BIT[start]
    state.has_acted = 1
    advance(state, item)


@kernel
def advance(state: State, item: int) -> None:
    """Moves the chosen figure with one card: on to another card, the bill, or the tile. §4.2"""
    seat = int(state.seat)
    lose_card(state, seat, item)
    discard_card(state, item)
    state.played[item] += 1
    end = landing(state, int(state.figures[seat, state.figure]), item)
    state.figures[seat, state.figure] = end
    if not is_free(state, end):
        state.phase = CHAINING
        return
    if end == MAINLAND:
        state.home[seat] += 1
    else:
        state.occupied |= BIT[end]
    state.owed = price(state, int(state.origin), end)
    if state.owed > 0:
        state.phase = PAYING
    else:
        take_tile(state)


# §5 Gaps and their price


@kernel
def pay_tile(state: State, value: int) -> None:
    """Pays with a collected tile, which leaves the game. §5.4, §5.7"""
    spend_tile(state, value)
    pay(state, value)


@kernel
def pay_card(state: State, item: int) -> None:
    """Pays one point with a card, which is discarded or leaves the game. §5.4, §5.7"""
    seat = int(state.seat)
    lose_card(state, seat, item)
    if state.remove_spent_cards:
        state.removed[item] += 1
    else:
        discard_card(state, item)
    state.paid_cards = 1
    pay(state, 1)


@kernel
def pay(state: State, points: int) -> None:
    """Reduces the debt by one piece; with nothing left to pay, takes the tile. §5.3, §5.4"""
    state.has_paid = 1
    state.owed = max(0, int(state.owed) - points)
    if state.owed == 0:
        take_tile(state)


# §6 Bridges


@kernel
def may_lay_bridge(state: State) -> bool:
    """Whether the player has a bridge and this is one of the moments to lay it. §3.6"""
    if not state.has_bridge[state.seat]:
        return False
    return bool(
        state.phase == START
        or state.phase == LATE_BRIDGE
        or (state.phase == PAYING and not state.has_paid)
    )


@kernel
def lay_bridge(state: State, space: int) -> None:
    """Lays the bridge in a gap; a debt of which nothing is paid yet is counted again. §3.6, §6"""
    seat = int(state.seat)
    state.bridges |= BIT[space]
    state.has_bridge[seat] = 0
    state.has_acted = 1
    reprice(state, space - 1, tile_ahead(state, space))
    if state.phase == PAYING:
        state.owed = price(state, int(state.origin), int(state.figures[seat, state.figure]))
        if state.owed == 0:
            take_tile(state)
    elif state.phase == LATE_BRIDGE:
        draw_for_turn(state)


# §7 Buying cards


@kernel
def may_buy(state: State) -> bool:
    """Whether cards can be bought now: once a turn, before moving, while cards are left. §7.1"""
    return bool(
        state.phase == START
        and not state.has_bought
        and int(state.deck_size) + int(state.discard_size) > 0
    )


@kernel
def buy(state: State, value: int) -> None:
    """Gives a tile for half its value in cards. §7.1"""
    spend_tile(state, value)
    state.has_bought = 1
    state.has_acted = 1
    state.phase = BUYING
    state.draws = value // 2
    refill(state)


@kernel
def draw_bought_card(state: State, item: int) -> None:
    """Deals a bought card; after the last one the turn goes on. §3.1, §7.1"""
    take_card(state, item)
    state.bought[item] += 1
    state.bought_count += 1
    if state.draws == 0 or not refill(state):
        state.draws = 0
        state.phase = START


# §8 Taking a tile


@kernel
def take_tile(state: State) -> None:
    """Takes the first free tile behind the moved figure and shows what lay below. §8"""
    seat = int(state.seat)
    figure = int(state.figures[seat, state.figure])
    space = prize(state, figure, np.uint64(0))
    if space < 0:
        finish_turn(state)
        return
    value = int(state.value[space])
    state.tiles[seat, value] += 1
    state.wealth[seat] += value
    state.shows[state.face[space]] &= ~BIT[space]
    state.land &= ~BIT[space]
    state.value[space] = 0
    state.face[space] = 0
    if state.covered & BIT[space]:
        state.phase = UNCOVERING
        state.space = space
        if state.peek:
            tile = int(state.lower[space]) - 1
            state.lower[space] = 0
            uncover(state, tile)
    else:
        reprice(state, tile_behind(state, space), tile_ahead(state, space))
        finish_turn(state)


@kernel
def uncover(state: State, tile: int) -> None:
    """Makes the lower tile of a stack visible. §8.1"""
    space = int(state.space)
    state.space = 0
    state.covered &= ~BIT[space]
    state.unseen[back(space)] &= ~BIT[tile]
    lay(state, space, tile)
    reprice(state, tile_behind(state, space), tile_ahead(state, space))
    finish_turn(state)


@kernel
def finish_turn(state: State) -> None:
    """Asks for the bridge a last time if there is a gap for it, else draws. §3.5, §3.6"""
    state.phase = LATE_BRIDGE
    last_turn = state.home[state.seat] == FIGURE_COUNT
    if last_turn or not may_lay_bridge(state) or not open_gaps(state):
        draw_for_turn(state)


# §9 Drawing, and passing


@kernel
def draw_for_turn(state: State) -> None:
    """Draws a card, and one for each own figure on the mainland. §9.1, §10.1"""
    draw_cards(state, 1 + int(state.home[state.seat]))


@kernel
def draw_cards(state: State, number: int) -> None:
    """Begins the draw that ends the turn; ends it at once if there is no card. §2.6, §3.5"""
    state.phase = DRAWING
    state.draws = number
    if not refill(state):
        end_turn(state)


@kernel
def draw_next_card(state: State, item: int) -> None:
    """Deals one of the cards that end the turn. §9"""
    take_card(state, item)
    state.has_acted = 1
    if state.draws == 0 or not refill(state):
        end_turn(state)


@kernel
def pass_turn(state: State) -> None:
    """Shows the hand and draws cards, as no figure can move. §3.7, §3.8"""
    seat = state.seat
    for item in range(ITEM_COUNT):
        state.shown[seat, item] = state.hands[seat, item]
    extra = int(state.home[seat]) if state.pass_draws_for_home else 0
    draw_cards(state, CARDS_FOR_PASSING + extra)


@kernel
def end_turn(state: State) -> None:
    """Begins the next player's turn, or ends the game. §10.1, §10.5"""
    state.turns += 1
    state.idle = 0 if state.has_acted else state.idle + 1
    third_figure_home = state.home[state.seat] == FIGURE_COUNT
    state.draws = 0
    state.figure = 0
    state.origin = 0
    state.owed = 0
    state.has_paid = 0
    state.paid_cards = 0
    state.has_acted = 0
    state.has_bought = 0
    state.bought_count = 0
    for item in range(ITEM_COUNT):
        state.bought[item] = 0
        state.played[item] = 0
    if third_figure_home or state.idle == state.players:
        state.phase = DONE
    else:
        state.phase = START
        state.seat = 0 if state.seat + 1 == state.players else state.seat + 1
