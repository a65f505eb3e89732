"""What the seat to decide knows, as a vector of bytes: the layout `causeway_v2`.

Seats are counted from the observer on: 0 is the observer, 1 the next to play. Rows of seats that
nobody plays are zero. A row of spaces has 56 columns: 0 is Atlantis, 1 to 53 the path, 54 the
mainland, 55 fills the last word.
"""

from __future__ import annotations

from atlantis_games.core.actors import Row, State
from atlantis_games.core.layout import WORD, Field, Layout
from atlantis_games.games.causeway.actions import FIRST, TILE
from atlantis_games.games.causeway.state import CHAINING, DONE, PAYING, START
from atlantis_games.games.causeway.tables import (
    BELOW,
    CARDS_PER_ITEM,
    FIGURE_COUNT,
    ITEM_COUNT,
    MAINLAND,
    SEATS,
    VALUE_COUNT,
)
from atlantis_games.kernels.numba import kernel, spread

VERSION = 2
DECISIONS = FIRST[TILE]  # actions of seats have the numbers below this, chance's the others
COLUMNS = -(-(MAINLAND + 1) // WORD) * WORD  # spaces from Atlantis to the mainland
MAX_SHOWN = 255  # what a byte holds; larger numbers are shown as this

FIELDS = (
    Field("items", (ITEM_COUNT, COLUMNS), "1 where the visible tile shows the item (§1.1)"),
    Field("covered", (COLUMNS,), "1 where a tile lies below the visible one (§2.3)"),
    Field("bridges", (COLUMNS,), "1 where a bridge lies (§6)"),
    Field(
        "unseen",
        (2, COLUMNS),
        "per back A, B: 1 for each tile nobody has seen yet, at 7 × item + value - 1 (§1.1)",
    ),
    Field("values", (COLUMNS,), "value of the visible tile, 0 without one"),
    Field("costs", (COLUMNS,), "tolls from Atlantis up to this space (§5.2)"),
    Field("lower_items", (COLUMNS,), "item of the tile below, from 1; 0 if unknown or none (§2.3)"),
    Field("lower_values", (COLUMNS,), "its value; 0 if unknown or none"),
    Field("figures", (SEATS, COLUMNS), "how many figures of the seat stand there"),
    Field("figure_spaces", (SEATS, FIGURE_COUNT), "the space of each figure A, B, C"),
    Field("home", (SEATS,), "figures on the mainland"),
    Field("bridges_left", (SEATS,), "1 while the seat has its bridge (§6)"),
    Field("tiles", (SEATS, VALUE_COUNT), "collected tiles by value 1 to 7"),
    Field("hand_sizes", (SEATS,), "cards in each hand"),
    Field("shown", (SEATS, ITEM_COUNT), "cards of each hand that all have seen (§3.8)"),
    Field("hand", (ITEM_COUNT,), "the observer's own cards"),
    Field("hidden", (ITEM_COUNT,), "cards in the draw pile or unseen in other hands, by item"),
    Field("draw_pile", (1,), "cards in the draw pile"),
    Field("discard", (ITEM_COUNT,), "discarded cards, by item"),
    Field("removed", (ITEM_COUNT,), "cards out of the game, by item (§5.7)"),
    Field("spent", (VALUE_COUNT,), "tiles out of the game, by value 1 to 7 (§5.7)"),
    Field("turn", (SEATS,), "1 for the seat whose turn it is"),
    Field("phase", (4,), "1 for the kind of decision: start, chain, pay, bridge or end"),
    Field("moving", (FIGURE_COUNT,), "1 for the figure on the move, while it chains or pays"),
    Field("origin", (1,), "the space where that figure started"),
    Field("owed", (1,), "what is still to be paid (§5.4)"),
    Field("has_paid", (1,), "1 once a piece was paid this turn"),
    Field("paid_cards", (1,), "1 once a card was paid this turn (§5.4)"),
    Field("has_bought", (1,), "1 once cards were bought this turn (§7.1)"),
    Field("has_acted", (1,), "1 once this turn is no idle one (§10.5)"),
    Field("bought_count", (1,), "cards bought this turn"),
    Field("bought", (ITEM_COUNT,), "the same by item; zero in another seat's turn"),
    Field("played", (ITEM_COUNT,), "cards played this turn, by item"),
    Field("idle", (1,), "idle turns in a row (§10.5)"),
    Field("turns", (1,), "turns completed, at most 255"),
    Field("players", (1,), "how many play"),
    Field("seat", (SEATS,), "1 for the observer's own number, the starting seat first"),
    Field(
        "options",
        (6,),
        "peek, bought_cards_pay, spent_cards=remove, payment=strict, pass_draw=home, "
        "atlantis_journey=free",
    ),
)
LAYOUT = Layout(*FIELDS)

AT = LAYOUT.start
ITEMS_AT, COVERED_AT, BRIDGES_AT = AT["items"], AT["covered"], AT["bridges"]
UNSEEN_AT, VALUES_AT, COSTS_AT = AT["unseen"], AT["values"], AT["costs"]
LOWER_ITEMS_AT, LOWER_VALUES_AT = AT["lower_items"], AT["lower_values"]
FIGURES_AT, SPACES_AT, HOME_AT = AT["figures"], AT["figure_spaces"], AT["home"]
BRIDGES_LEFT_AT, TILES_AT, SIZES_AT = AT["bridges_left"], AT["tiles"], AT["hand_sizes"]
SHOWN_AT, HAND_AT, HIDDEN_AT = AT["shown"], AT["hand"], AT["hidden"]
PILE_AT, DISCARD_AT, REMOVED_AT = AT["draw_pile"], AT["discard"], AT["removed"]
SPENT_AT, TURN_AT, PHASE_AT, MOVING_AT = AT["spent"], AT["turn"], AT["phase"], AT["moving"]
ORIGIN_AT, OWED_AT, PAID_AT, CARDS_AT = AT["origin"], AT["owed"], AT["has_paid"], AT["paid_cards"]
HAS_BOUGHT_AT, ACTED_AT, COUNT_AT = AT["has_bought"], AT["has_acted"], AT["bought_count"]
BOUGHT_AT, PLAYED_AT, IDLE_AT = AT["bought"], AT["played"], AT["idle"]
TURNS_AT, PLAYERS_AT, SEAT_AT, OPTIONS_AT = AT["turns"], AT["players"], AT["seat"], AT["options"]


@kernel
def observe(state: State, seat: int, out: Row) -> None:
    """Writes what a seat knows into a vector of LAYOUT.size bytes."""
    write_masks(state, out)
    out[VALUES_AT:] = 0
    write_path(state, out)
    write_seats(state, seat, out)
    write_cards(state, seat, out)
    write_turn(state, seat, out)


@kernel
def write_masks(state: State, out: Row) -> None:
    """Tiles and bridges, which everybody sees: each row runs over into the next, written later."""
    for item in range(ITEM_COUNT):
        spread(out, ITEMS_AT + item * COLUMNS, state.shows[item] & BELOW[MAINLAND])
    spread(out, COVERED_AT, state.covered)
    spread(out, BRIDGES_AT, state.bridges)
    spread(out, UNSEEN_AT, state.unseen[0])
    spread(out, UNSEEN_AT + COLUMNS, state.unseen[1])


@kernel
def write_path(state: State, out: Row) -> None:
    """What the tiles are worth and cost to reach. §2.3, §5.2"""
    for space in range(MAINLAND + 1):
        out[VALUES_AT + space] = state.value[space]
    for space in range(MAINLAND + 1):  # one loop for both would be twice as slow
        out[COSTS_AT + space] = state.cost[space]
    if state.peek:
        for space in range(MAINLAND):
            if state.lower[space] > 0:
                tile = int(state.lower[space]) - 1
                out[LOWER_ITEMS_AT + space] = tile // VALUE_COUNT + 1
                out[LOWER_VALUES_AT + space] = tile % VALUE_COUNT + 1


@kernel
def write_seats(state: State, seat: int, out: Row) -> None:
    """What lies in front of each player, the observer first."""
    players = int(state.players)
    for row in range(players):
        other = seat + row if seat + row < players else seat + row - players
        for figure in range(FIGURE_COUNT):
            space = int(state.figures[other, figure])
            out[FIGURES_AT + row * COLUMNS + space] += 1
            out[SPACES_AT + row * FIGURE_COUNT + figure] = space
        for value in range(VALUE_COUNT):
            out[TILES_AT + row * VALUE_COUNT + value] = state.tiles[other, value + 1]
        for item in range(ITEM_COUNT):
            out[SHOWN_AT + row * ITEM_COUNT + item] = state.shown[other, item]
        out[HOME_AT + row] = state.home[other]
        out[BRIDGES_LEFT_AT + row] = state.has_bridge[other]
        out[SIZES_AT + row] = state.hand_size[other]


@kernel
def write_cards(state: State, seat: int, out: Row) -> None:
    """The observer's hand, and how many of the other cards are where; reads no other hand. §3.8"""
    for item in range(ITEM_COUNT):
        out[HAND_AT + item] = state.hands[seat, item]
    for item in range(ITEM_COUNT):
        out[DISCARD_AT + item] = state.discard[item]
    for item in range(ITEM_COUNT):
        out[REMOVED_AT + item] = state.removed[item]
    for item in range(ITEM_COUNT):
        out[PLAYED_AT + item] = state.played[item]
    for item in range(ITEM_COUNT):
        known = int(state.hands[seat, item]) - int(state.shown[seat, item])
        known += int(state.discard[item]) + int(state.removed[item])
        for other in range(SEATS):
            known += int(state.shown[other, item])
        out[HIDDEN_AT + item] = CARDS_PER_ITEM - known
    for value in range(VALUE_COUNT):
        out[SPENT_AT + value] = state.spent[value + 1]
    out[PILE_AT] = state.deck_size


@kernel
def write_turn(state: State, seat: int, out: Row) -> None:
    """Whose turn it is and how far it has come; the options."""
    players = int(state.players)
    phase = int(state.phase)
    turn = int(state.seat) - seat
    out[TURN_AT + (turn if turn >= 0 else turn + players)] = phase != DONE
    if START <= phase < DONE:
        out[PHASE_AT + phase - START] = 1
    if CHAINING <= phase <= PAYING:
        out[MOVING_AT + int(state.figure)] = 1
        out[ORIGIN_AT] = state.origin
    out[OWED_AT] = state.owed
    out[PAID_AT] = state.has_paid
    out[CARDS_AT] = state.paid_cards
    out[HAS_BOUGHT_AT] = state.has_bought
    out[ACTED_AT] = state.has_acted
    out[COUNT_AT] = state.bought_count
    if state.seat == seat:
        for item in range(ITEM_COUNT):
            out[BOUGHT_AT + item] = state.bought[item]
    out[IDLE_AT] = state.idle
    out[TURNS_AT] = min(MAX_SHOWN, int(state.turns))
    out[PLAYERS_AT] = players
    out[SEAT_AT + seat] = 1
    out[OPTIONS_AT] = state.peek
    out[OPTIONS_AT + 1] = state.bought_cards_pay
    out[OPTIONS_AT + 2] = state.remove_spent_cards
    out[OPTIONS_AT + 3] = state.strict_payment
    out[OPTIONS_AT + 4] = state.pass_draws_for_home
    out[OPTIONS_AT + 5] = state.atlantis_is_free
