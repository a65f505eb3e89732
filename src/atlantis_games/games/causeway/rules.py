"""The rules of Causeway as kernels, in the order of the rulebook (docs/rules/causeway.md)."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.contract import CHANCE, OVER
from atlantis_games.games.causeway.tables import (
    ABOVE,
    ALL_TILES,
    ATLANTIS,
    BELOW,
    BIT,
    BRIDGE,
    BUY,
    CARDS_FOR_PASSING,
    CARDS_PER_ITEM,
    CHAIN,
    DRAW,
    END,
    FIGURE_COUNT,
    FIRST_HAND,
    ITEM_COUNT,
    MAINLAND,
    MOVE,
    PASS,
    PAY_CARD,
    PAY_TILE,
    SEATS,
    SPACES,
    STACKED,
    TILE,
    VALUE_COUNT,
    WATER,
)
from atlantis_games.kernels.numba import State, count, highest, kernel, lowest, nth
from atlantis_games.kernels.random import below

# What is to be done next: by chance, by the player whose turn it is, or nothing.
LAY_TOPS, LAY_LOWER, UNCOVERING, DEAL, DRAWING, BUYING = range(6)
START, CHAINING, PAYING, LATE_BRIDGE = range(6, 10)
DONE = 10

STATE = np.dtype(
    (
        np.record,
        [
            # The path: masks have a bit per space, 0 is Atlantis and 54 the mainland.
            ("shows", np.uint64, ITEM_COUNT),  # spaces that show an item; the mainland shows all
            ("land", np.uint64),  # spaces with a visible tile
            ("occupied", np.uint64),  # tiles with a figure, but for the one on the move
            ("covered", np.uint64),  # spaces with a tile below the visible one
            ("bridges", np.uint64),  # spaces where a bridge lies
            ("unseen", np.uint64, 2),  # per back, the tiles nobody has seen yet
            ("cost", np.int16, MAINLAND + 1),  # the tolls from Atlantis up to a space
            ("value", np.int8, MAINLAND + 1),  # of the visible tile, 0 without one
            ("face", np.int8, MAINLAND + 1),  # of the visible tile, 0 without one
            ("lower", np.int8, MAINLAND + 1),  # the tile below + 1 where known (`peek`), else 0
            # The players.
            ("hands", np.int8, (SEATS, ITEM_COUNT)),  # cards; of a redacted hand those shown
            ("hand_size", np.int8, SEATS),
            ("shown", np.int8, (SEATS, ITEM_COUNT)),  # cards known to all. §3.8
            ("tiles", np.int8, (SEATS, VALUE_COUNT + 1)),  # collected, by value
            ("wealth", np.int16, SEATS),  # what the collected tiles are worth
            ("figures", np.int8, (SEATS, FIGURE_COUNT)),  # the space of each
            ("home", np.int8, SEATS),  # figures on the mainland
            ("has_bridge", np.int8, SEATS),
            # The piles.
            ("deck", np.int8, ITEM_COUNT),  # draw pile; redacted: and all cards unknown to the seat
            ("deck_size", np.int8),  # cards in the draw pile itself
            ("discard", np.int8, ITEM_COUNT),
            ("discard_size", np.int8),
            ("removed", np.int8, ITEM_COUNT),  # cards out of the game
            ("spent", np.int8, VALUE_COUNT + 1),  # tiles out of the game, by value
            # The turn.
            ("phase", np.int8),
            ("seat", np.int8),  # whose turn it is
            ("figure", np.int8),  # the one chosen this turn
            ("origin", np.int8),  # where it stood at the start of the turn
            ("owed", np.int16),  # still to be paid
            ("has_paid", np.int8),  # a piece was paid this turn
            ("has_acted", np.int8),  # moved, bought, laid a bridge or drew: not an idle turn. §10.5
            ("bought_count", np.int8),  # cards bought this turn
            ("has_bought", np.int8),
            ("bought", np.int8, ITEM_COUNT),  # the same by item, known to the buyer only
            ("played", np.int8, ITEM_COUNT),  # cards played this turn
            ("draws", np.int8),  # cards chance still has to deal
            ("space", np.int8),  # where chance lays or uncovers a tile
            ("idle", np.int8),  # idle turns in a row. §10.5
            ("turns", np.int16),  # turns completed
            # The options.
            ("players", np.int8),
            ("peek", np.int8),  # lower tiles are known. §2.3
            ("bought_cards_pay", np.int8),  # §5.6
            ("remove_spent_cards", np.int8),  # §5.7
        ],
    )
)


# §2 Setup


@kernel
def begin(state: State, players: int) -> None:
    """Everything before the deal; the options are already set. §2"""
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
def back(space: int) -> int:
    """Which back the tiles of a space have: 0 for A, 1 for B. §2.2"""
    return 1 if space > WATER else 0


@kernel
def lay(state: State, space: int, tile: int) -> None:
    """Puts a tile on a space, where it is visible. §2.2, §2.3"""
    item = tile // VALUE_COUNT
    state.face[space] = item
    state.value[space] = tile % VALUE_COUNT + 1
    state.shows[item] |= BIT[space]
    state.land |= BIT[space]


@kernel
def lay_next_top(state: State, tile: int) -> None:
    """Chance lays the visible tiles from Atlantis to the mainland. §2.3"""
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
    """With `peek`, chance lays the lower tiles too. §2.3"""
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
    """The tiles lie; now seat 1 gets its cards. §2.5"""
    state.space = 0
    state.phase = DEAL
    state.draws = FIRST_HAND


@kernel
def deal_next_card(state: State, item: int) -> None:
    """Chance deals the hands, seat by seat, each a card more than the one before. §2.5"""
    take_card(state, item)
    if state.draws == 0:
        if state.seat + 1 < state.players:
            state.seat += 1
            state.draws = FIRST_HAND + state.seat
        else:
            state.seat = 0
            state.phase = START


@kernel
def refill(state: State) -> bool:
    """Turns the discard pile into the draw pile if that is needed; whether a card is there. §2.6"""
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
    """A card goes from the draw pile into the hand of the seat whose turn it is. §2.5, §9"""
    seat = state.seat
    state.deck[item] -= 1
    state.deck_size -= 1
    state.hands[seat, item] += 1
    state.hand_size[seat] += 1
    state.draws -= 1


# §4 Moving


@kernel
def landing(state: State, start: int, item: int) -> int:
    """The next visible tile with this item, else the mainland. §4.1, §4.3"""
    return lowest(state.shows[item] & ABOVE[start])


@kernel
def is_free(state: State, space: int) -> bool:
    """Whether a figure may stop here: no figure on the tile, or the mainland. §4.2, §4.3"""
    return not state.occupied & BIT[space]


# Looking ahead along a chain works on copies held in registers: a hand as one word with a byte per
# item, and with it the cards in it that may not pay. `limit` is the cost of the farthest space that
# the player could pay for: what it costs to be where the figure started, plus the player's funds.


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
def ends(state: State, hand: int, locked: int, limit: int, start: int) -> tuple[int, int]:
    """The cards with an affordable end, as two masks of items: a free end, an occupied one. §4.4

    Every item is looked at, without a branch: a wrong guess by the processor would cost more.
    """
    affordable = 0
    taken = 0
    for item in range(ITEM_COUNT):
        end = landing(state, start, item)
        held = (hand >> (8 * item)) & 255 > 0
        kept = int((locked >> (8 * item)) & 255 > 0)  # playing it costs no funds: it could not pay
        affordable |= int(held & (int(state.cost[end]) < limit + kept)) << item
        taken |= int((state.occupied >> np.uint64(end)) & np.uint64(1)) << item
    return affordable & ~taken, affordable & taken


@kernel
def leads_on(state: State, hand: int, locked: int, limit: int, start: int, item: int) -> bool:
    """Whether a card that ends on an occupied tile may be played: others lead on. §4.4"""
    card = 1 << (8 * item)
    kept = int((locked >> (8 * item)) & 255 > 0)
    end = landing(state, start, item)
    return can_finish(state, hand - card, locked - kept * card, limit - 1 + kept, end)


@kernel
def can_finish(state: State, hand: int, locked: int, limit: int, start: int) -> bool:
    """Whether these cards lead on from an occupied tile to a free and affordable end. §4.4"""
    free, busy = ends(state, hand, locked, limit, start)
    return free != 0 or (busy != 0 and can_finish_through_others(state, hand, locked, limit, start))


@kernel
def can_finish_through_others(state: State, hand: int, locked: int, limit: int, start: int) -> bool:
    """The same over several occupied tiles: tries the cards in every order. §4.4"""
    trials = np.empty((SEATS * FIGURE_COUNT, 5), np.int64)  # where to go on after a dead end
    depth = 0
    free, busy = ends(state, hand, locked, limit, start)
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
            free, busy = ends(state, hand, locked, limit, start)
        else:
            depth -= 1
            trial = trials[depth]
            hand, locked, limit, start, busy = trial[0], trial[1], trial[2], trial[3], trial[4]
    return free != 0


@kernel
def is_offered(state: State, seat: int, figure: int) -> bool:
    """A figure that can be chosen: not home, and the first by letter on Atlantis. §3.2, §4.7"""
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
    state.played[item] += 1
    state.discard[item] += 1
    state.discard_size += 1
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


@kernel
def lose_card(state: State, seat: int, item: int) -> None:
    """A card leaves the hand; it is taken to be one that was shown. §3.8"""
    state.hands[seat, item] -= 1
    state.hand_size[seat] -= 1
    if state.shown[seat, item] > 0:
        state.shown[seat, item] -= 1


# §5 Gaps and their price


@kernel
def toll(state: State, left: int, right: int) -> int:
    """What crossing between two neighbouring tiles costs: the lower value, if a gap. §5.1, §5.2"""
    if left == ATLANTIS or right == MAINLAND or right == left + 1:
        return 0
    if state.bridges & ABOVE[left] & BELOW[right]:
        return 0
    return min(int(state.value[left]), int(state.value[right]))


@kernel
def price(state: State, start: int, end: int) -> int:
    """What crossing every unbridged gap between two spaces costs. §5.2, §5.3"""
    return int(state.cost[end]) - int(state.cost[start])


@kernel
def reprice(state: State, left: int, right: int) -> None:
    """Works out the costs anew after the path has changed between two tiles. §5.2"""
    cost = int(state.cost[left])
    last = left
    for space in range(left + 1, right + 1):
        if space == MAINLAND or state.land & BIT[space]:
            cost += toll(state, last, space)
            last = space
        change = cost - int(state.cost[space])
        state.cost[space] = cost
    if change != 0:
        for space in range(right + 1, MAINLAND + 1):
            state.cost[space] += change


@kernel
def tile_behind(state: State, space: int) -> int:
    """The nearest tile towards Atlantis, else Atlantis itself."""
    return max(highest(state.land & BELOW[space]), ATLANTIS)


@kernel
def tile_ahead(state: State, space: int) -> int:
    """The nearest tile towards the mainland, else the mainland itself."""
    return lowest((state.land | BIT[MAINLAND]) & ABOVE[space])


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
def pay_tile(state: State, value: int) -> None:
    """Pays with a collected tile, which leaves the game. §5.4, §5.7"""
    spend_tile(state, value)
    pay(state, value)


@kernel
def spend_tile(state: State, value: int) -> None:
    """A collected tile leaves the game. §5.7, §7.1"""
    seat = state.seat
    state.tiles[seat, value] -= 1
    state.wealth[seat] -= value
    state.spent[value] += 1


@kernel
def pay_card(state: State, item: int) -> None:
    """Pays one point with a card, which is discarded or leaves the game. §5.4, §5.7"""
    seat = int(state.seat)
    lose_card(state, seat, item)
    if state.remove_spent_cards:
        state.removed[item] += 1
    else:
        state.discard[item] += 1
        state.discard_size += 1
    pay(state, 1)


@kernel
def pay(state: State, points: int) -> None:
    """One piece is paid; with nothing left to pay the tile is taken. §5.4"""
    state.has_paid = 1
    state.owed = max(0, int(state.owed) - points)
    if state.owed == 0:
        take_tile(state)


# §6 Bridges


@kernel
def gap_starts(state: State) -> Any:
    """The mask of the first spaces of all gaps, bridged or not. §5.1"""
    path = state.land | state.covered  # a tile that is being uncovered leaves no gap
    return ~path & (path << np.uint64(1)) & BELOW[max(highest(path), 0)]


@kernel
def is_bridged(state: State, space: int) -> bool:
    """Whether a bridge lies in the gap that begins at this space. §6.2"""
    return bool(state.bridges & ABOVE[space - 1] & BELOW[tile_ahead(state, space)])


@kernel
def open_gaps(state: State) -> Any:
    """The mask of the first spaces of the gaps without a bridge. §6.1"""
    gaps = gap_starts(state)
    bridges = state.bridges
    while bridges:
        gaps &= ~BIT[tile_behind(state, lowest(bridges)) + 1]
        bridges &= bridges - np.uint64(1)
    return gaps


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
    """Lays the bridge; a bill not yet begun is worked out anew. §3.6, §6"""
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
    """Chance deals a bought card; after the last one the turn goes on. §3.1, §7.1"""
    take_card(state, item)
    state.bought[item] += 1
    state.bought_count += 1
    if state.draws == 0 or not refill(state):
        state.draws = 0
        state.phase = START


# §8 Taking a tile


@kernel
def prize(state: State, figure: int, leaving: Any) -> int:
    """The first free tile behind a figure, the spaces being left counted as free; else -1. §8"""
    return highest(state.land & ~(state.occupied & ~leaving) & BELOW[figure])


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
    """The lower tile becomes visible. §8.1"""
    space = int(state.space)
    state.space = 0
    state.covered &= ~BIT[space]
    state.unseen[back(space)] &= ~BIT[tile]
    lay(state, space, tile)
    reprice(state, tile_behind(state, space), tile_ahead(state, space))
    finish_turn(state)


@kernel
def finish_turn(state: State) -> None:
    """After the tile: the last chance to lay the bridge, then drawing. §3.5, §3.6"""
    state.phase = LATE_BRIDGE
    last_turn = state.home[state.seat] == FIGURE_COUNT
    if last_turn or not may_lay_bridge(state) or not open_gaps(state):
        draw_for_turn(state)


# §9 Drawing


@kernel
def draw_for_turn(state: State) -> None:
    """One card, and one for each own figure on the mainland. §9.1, §10.1"""
    draw_cards(state, 1 + int(state.home[state.seat]))


@kernel
def draw_cards(state: State, number: int) -> None:
    """Drawing ends the turn, at once when there is nothing to draw. §2.6, §3.5"""
    state.phase = DRAWING
    state.draws = number
    if not refill(state):
        end_turn(state)


@kernel
def draw_next_card(state: State, item: int) -> None:
    """Chance deals one of the cards that end the turn. §9"""
    take_card(state, item)
    state.has_acted = 1
    if state.draws == 0 or not refill(state):
        end_turn(state)


@kernel
def pass_turn(state: State) -> None:
    """Nothing can be moved: show the hand and draw two cards. §3.7, §3.8"""
    seat = state.seat
    for item in range(ITEM_COUNT):
        state.shown[seat, item] = state.hands[seat, item]
    draw_cards(state, CARDS_FOR_PASSING)


@kernel
def end_turn(state: State) -> None:
    """The next player's turn begins, or the game is over. §10.1, §10.5"""
    state.turns += 1
    state.idle = 0 if state.has_acted else state.idle + 1
    third_figure_home = state.home[state.seat] == FIGURE_COUNT
    state.draws = 0
    state.figure = 0
    state.origin = 0
    state.owed = 0
    state.has_paid = 0
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


# §10 End


@kernel
def final_price(state: State, seat: int) -> int:
    """What bringing all remaining figures to the mainland costs. §10.2"""
    total = 0
    for figure in range(FIGURE_COUNT):
        total += price(state, int(state.figures[seat, figure]), MAINLAND)
    return total


@kernel
def least_loss(state: State, seat: int, owed: int) -> int:
    """The fewest points that pay a sum, without change; more than all if it is too much. §10.3"""
    wealth, cards = int(state.wealth[seat]), int(state.hand_size[seat])
    if owed == 0 or owed >= wealth + cards:
        return owed
    if cards >= VALUE_COUNT - 1:  # tiles up to the sum, cards for a rest smaller than any tile
        return owed
    reachable = np.zeros(owed + VALUE_COUNT, np.bool_)  # sums that some of the tiles make
    reachable[0] = True
    for value in range(1, VALUE_COUNT + 1):
        for _ in range(state.tiles[seat, value]):
            for total in range(owed - 1, -1, -1):
                if reachable[total]:
                    reachable[total + value] = True
    for total in range(max(0, owed - cards), owed + VALUE_COUNT):
        if reachable[total]:
            return max(total, owed)
    return owed


@kernel
def scores(state: State, out: Any) -> None:
    """Tiles left and a point per card; at the end, less what the last journey costs. §10.4"""
    for seat in range(state.players):
        out[seat] = int(state.wealth[seat]) + int(state.hand_size[seat])
        if state.phase == DONE:
            out[seat] -= least_loss(state, seat, final_price(state, seat))


# Who acts, what is legal, and what happens


@kernel
def actor(state: State) -> int:
    """The seat to decide, CHANCE, or OVER."""
    if state.phase < START:
        return CHANCE
    return OVER if state.phase == DONE else int(state.seat)


@kernel
def choices(state: State) -> tuple[Any, Any]:
    """What the seat to decide may do: a mask of actions, and one of gaps to lay the bridge in."""
    gaps = open_gaps(state) if may_lay_bridge(state) else np.uint64(0)
    if state.phase == START:
        moves = movable(state)
        others = purchases(state) | (0 if moves else 1 << PASS)  # §3.7
        return np.uint64(moves | others), gaps
    if state.phase == PAYING:
        return np.uint64(payments(state)), gaps
    if state.phase == CHAINING:
        return np.uint64(chainable(state)), gaps
    return BIT[END], gaps


@kernel
def movable(state: State) -> int:
    """The figures that can be moved and the cards to begin with. §3.2, §4.4"""
    seat = int(state.seat)
    hand, locked, purse = packed(state, seat), locked_cards(state), funds(state, seat)
    moves = 0
    busy_ends = 0
    for figure in range(FIGURE_COUNT):
        # A figure at home is looked at as if on the last space, and then not offered.
        start = min(int(state.figures[seat, figure]), SPACES)
        free, busy = ends(state, hand, locked, purse + int(state.cost[start]), start)
        offered = -int(is_offered(state, seat, figure))
        moves |= (free & offered) << (figure * ITEM_COUNT)
        busy_ends |= (busy & offered) << (figure * ITEM_COUNT)
    while busy_ends:
        move = lowest(np.uint64(busy_ends))
        busy_ends &= busy_ends - 1
        start = int(state.figures[seat, move // ITEM_COUNT])
        limit = purse + int(state.cost[start])
        moves |= int(leads_on(state, hand, locked, limit, start, move % ITEM_COUNT)) << move
    return moves << MOVE


@kernel
def chainable(state: State) -> int:
    """The cards that lead the figure on from an occupied tile. §4.2, §4.4"""
    seat = int(state.seat)
    hand, locked = packed(state, seat), locked_cards(state)
    limit = funds(state, seat) + int(state.cost[state.origin])
    start = int(state.figures[seat, state.figure])
    cards, busy_ends = ends(state, hand, locked, limit, start)
    while busy_ends:
        item = lowest(np.uint64(busy_ends))
        busy_ends &= busy_ends - 1
        cards |= int(leads_on(state, hand, locked, limit, start, item)) << item
    return cards << CHAIN


@kernel
def payments(state: State) -> int:
    """The tiles and cards that can be paid with. §5.4"""
    seat = int(state.seat)
    tiles = 0
    for value in range(1, VALUE_COUNT + 1):
        tiles |= int(state.tiles[seat, value] > 0) << (PAY_TILE + value - 1)
    cards = 0
    for item in range(ITEM_COUNT):
        cards |= int(int(state.hands[seat, item]) > cannot_pay(state, item)) << (PAY_CARD + item)
    return tiles | cards


@kernel
def purchases(state: State) -> int:
    """The tiles that buy cards now. §7.1"""
    tiles = 0
    if may_buy(state):
        for value in range(2, VALUE_COUNT + 1):
            tiles |= int(state.tiles[state.seat, value] > 0) << (BUY + value - 1)
    return tiles


@kernel
def legal(state: State, out: Any) -> int:
    """Writes the legal actions of the seat to decide, in ascending order, and counts them."""
    actions, gaps = choices(state)
    found = 0
    while actions:
        out[found] = lowest(actions)
        found += 1
        actions &= actions - np.uint64(1)
    while gaps:
        out[found] = BRIDGE + lowest(gaps) - 1
        found += 1
        gaps &= gaps - np.uint64(1)
    return found


@kernel
def random_action(state: State, out: Any, stream: Any) -> int:
    """One of the legal actions, each as likely as the others; `out` is room for a list of them."""
    actions, gaps = choices(state)
    first = count(actions)
    number = below(stream, first + count(gaps))
    return nth(actions, number) if number < first else BRIDGE + nth(gaps, number - first) - 1


@kernel
def chance(state: State, out: Any, weights: Any) -> int:
    """Writes what chance may do now, each with its weight, and counts the outcomes."""
    found = 0
    if state.phase < DEAL:
        tiles = state.unseen[back(int(state.space))]
        while tiles:
            out[found] = TILE + lowest(tiles)
            weights[found] = 1
            found += 1
            tiles &= tiles - np.uint64(1)
    else:
        for item in range(ITEM_COUNT):
            if state.deck[item] > 0:
                out[found] = DRAW + item
                weights[found] = state.deck[item]
                found += 1
    return found


@kernel
def sample(state: State, stream: Any) -> int:
    """One outcome of chance, drawn by its weight."""
    if state.phase < DEAL:
        tiles = state.unseen[back(int(state.space))]
        return TILE + nth(tiles, below(stream, count(tiles)))
    total = 0
    for item in range(ITEM_COUNT):
        total += int(state.deck[item])
    return DRAW + pick(state.deck, total, stream)


@kernel
def pick(counts: Any, total: int, stream: Any) -> int:
    """An item drawn at random from a pile given by its counts."""
    number = below(stream, total)
    drawn = 0
    passed = 0
    for item in range(ITEM_COUNT - 1):
        passed += int(counts[item])
        drawn += number >= passed
    return drawn


@kernel
def audience(state: State) -> int:
    """Who sees what chance does now: a seat, or -1 for everybody."""
    return int(state.seat) if DEAL <= state.phase <= BUYING else -1


@kernel
def apply(state: State, action: int) -> None:
    """Does one legal action of a seat or of chance."""
    if action < CHAIN:
        choose_figure(state, action // ITEM_COUNT, action % ITEM_COUNT)
    elif action < PAY_TILE:
        advance(state, action - CHAIN)
    elif action < PAY_CARD:
        pay_tile(state, action - PAY_TILE + 1)
    elif action < BUY:
        pay_card(state, action - PAY_CARD)
    elif action < PASS:
        buy(state, action - BUY + 1)
    elif action == PASS:
        pass_turn(state)
    elif action == END:
        draw_for_turn(state)
    elif action < TILE:
        lay_bridge(state, action - BRIDGE + 1)
    elif action < DRAW:
        if state.phase == LAY_TOPS:
            lay_next_top(state, action - TILE)
        elif state.phase == LAY_LOWER:
            lay_next_lower(state, action - TILE)
        else:
            uncover(state, action - TILE)
    elif state.phase == DEAL:
        deal_next_card(state, action - DRAW)
    elif state.phase == BUYING:
        draw_bought_card(state, action - DRAW)
    else:
        draw_next_card(state, action - DRAW)


# What an action would do, for whoever is choosing

PREVIEW_COLUMNS = 4
LANDS, PRICE, TAKES, REST = range(PREVIEW_COLUMNS)  # the columns of a preview


@kernel
def preview(before: State, after: State, action: int, out: Any) -> None:
    """Where the figure would land, at what price and for which tile; or what is left to do."""
    for column in range(PREVIEW_COLUMNS):
        out[column] = -1
    if action < PAY_TILE:
        first = action < CHAIN
        figure = action // ITEM_COUNT if first else int(before.figure)
        start = int(before.figures[before.seat, figure])
        origin = start if first else int(before.origin)
        end = landing(before, start, action % ITEM_COUNT)
        out[LANDS] = end
        out[PRICE] = price(before, origin, end)
        out[REST] = not is_free(before, end)
        if is_free(before, end):
            out[TAKES] = prize(before, end, BIT[origin])
    elif action < BUY:
        out[REST] = after.owed if after.phase == PAYING else 0
    elif action < PASS:
        out[REST] = after.draws
    elif BRIDGE <= action < TILE:
        out[REST] = before.cost[MAINLAND] - after.cost[MAINLAND]


# What a seat knows


@kernel
def redact(state: State, seat: int) -> None:
    """Removes what a seat (-1: a spectator) cannot know: unknown cards join the pile's counts."""
    for other in range(state.players):
        if other != seat:
            for item in range(ITEM_COUNT):
                state.deck[item] += state.hands[other, item] - state.shown[other, item]
                state.hands[other, item] = state.shown[other, item]
    if state.seat != seat:
        for item in range(ITEM_COUNT):
            state.bought[item] = 0


@kernel
def resample(state: State, seat: int, stream: Any) -> None:
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
                item = pick(state.deck, pool, stream)
                pool -= 1
                state.deck[item] -= 1
                state.hands[other, item] += 1
    if state.seat != seat and state.bought_count > 0:
        resample_bought(state, stream)


@kernel
def resample_bought(state: State, stream: Any) -> None:
    """Guesses which of the cards held or played this turn were bought in it. §5.6"""
    seat = state.seat
    candidates = np.empty(ITEM_COUNT, np.int8)
    total = 0
    for item in range(ITEM_COUNT):
        candidates[item] = state.hands[seat, item] + state.played[item]
        total += int(candidates[item])
    for _ in range(min(total, int(state.bought_count))):
        item = pick(candidates, total, stream)
        total -= 1
        candidates[item] -= 1
        state.bought[item] += 1
