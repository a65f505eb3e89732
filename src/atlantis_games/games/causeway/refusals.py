"""Why a move is not legal now: a code, the rule, and values for the sentence `reason.CODE`."""

from __future__ import annotations

from atlantis_games.core.contract import CHANCE, State
from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_games.games.causeway.actions import (
    BRIDGE,
    BUY,
    CHAIN,
    DRAW,
    END,
    MOVE,
    PASS,
    PAY_CARD,
    PAY_TILE,
    TILE,
    block_and_number,
)
from atlantis_games.games.causeway.rules.funds import funds_after
from atlantis_games.games.causeway.rules.path import (
    gap_starts,
    is_bridged,
    landing,
    price,
    tile_behind,
)
from atlantis_games.games.causeway.rules.turn import may_lay_bridge
from atlantis_games.games.causeway.state import CHAINING, PAYING, START, TILE_PHASES
from atlantis_games.games.causeway.tables import (
    ATLANTIS,
    FIGURES,
    ITEM_COUNT,
    ITEMS,
    MAINLAND,
    VALUE_COUNT,
)

# The rule behind each code.
RULES = {
    "dealing": "§2.3",
    "tile-now": "§2.3",
    "card-now": "§2.5",
    "tile-seen": "§2.3",
    "no-card-in-pile": "§2.6",
    "not-chance": "§2.3",
    "not-your-turn": "§3",
    "no-chain": "§4.2",
    "nothing-owed": "§5.3",
    "no-end": "§3.6",
    "can-move": "§3.7",
    "bought-already": "§7.1",
    "one-buys-nothing": "§7.1",
    "no-such-tile": "§5.4",
    "no-tile-to-give": "§7.1",
    "no-cards-left": "§7.1",
    "buy-first": "§3.1",
    "no-bridge": "§6.1",
    "bridged": "§6.1",
    "no-gap": "§5.1",
    "gap-name": "§6.1",
    "bridge-in-chain": "§3.6",
    "bridge-while-paying": "§3.6",
    "figure-home": "§3.2",
    "same-on-atlantis": "§4.7",
    "take-another": "§4.7",
    "empty-hand": "§3.2",
    "choose-the-rest": "§3.2",
    "press-first": "§3.1",
    "cannot-run": "§3.7",
    "leads-elsewhere": "§4.1",
    "no-way-for-figure": "§4.1",
    "over-a-taken-tile": "§4.2",
    "no-way-there": "§4.1",
    "no-such-card": "§3.2",
    "cannot-pay": "§4.4",
    "chain-unfinished": "§4.4",
    "finish-chain": "§4.2",
    "pay-first": "§3.3",
    "bought-card": "§5.6",
    "bridge-or-end": "§3.6",
}


def reason(code: str, rule: str = "", **values: str | int) -> Reason:
    """The reason with this code, by its usual rule or another."""
    return Reason("causeway", code, rule or RULES[code], values)


def why_not(position: Position, action: int) -> Reason:
    """The rule that an action breaks, which is not legal."""
    state = position.states()[0]
    block, number = block_and_number(action)
    if position.actor == CHANCE:
        return chance_reason(state, block, number)
    if block in (TILE, DRAW):
        return reason("not-chance")
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    if block == BRIDGE:
        return bridge_reason(state, number + 1)
    if state.phase == START:
        return start_reason(state, block, number)
    if state.phase == CHAINING:
        return chain_reason(state, block, number)
    if state.phase == PAYING:
        return payment_reason(state, block, number)
    return reason("bridge-or-end")


def why_not_now(position: Position) -> Reason | None:
    """Why the seat cannot do anything at all just now; None if it is to decide."""
    if position.is_over:
        return Reason("causeway", "game-over")
    if position.actor == CHANCE:
        return reason("dealing")
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    return None


def chance_reason(state: State, block: int, number: int) -> Reason:
    """Why not, while chance is to act. §2"""
    is_tile_next = state.phase in TILE_PHASES
    if block == TILE and is_tile_next:
        item, value = divmod(number, VALUE_COUNT)
        return reason("tile-seen", item=ITEMS[item], value=value + 1)
    if block == TILE:
        return reason("card-now")
    if block == DRAW and is_tile_next:
        return reason("tile-now")
    if block == DRAW:
        return reason("no-card-in-pile", item=ITEMS[number])
    return reason("dealing")


def bridge_reason(state: State, space: int) -> Reason:
    """Why not lay the bridge at a space. §3.6, §6"""
    if state.phase == CHAINING:
        return reason("bridge-in-chain")
    if not state.has_bridge[state.seat]:
        return reason("no-bridge")
    if not may_lay_bridge(state):
        return reason("bridge-while-paying")
    first = tile_behind(state, space) + 1
    if int(state.land) >> space & 1 or not int(gap_starts(state)) >> first & 1:
        return reason("no-gap", space=space)
    if is_bridged(state, first):
        return reason("bridged")
    return reason("gap-name", first=first)


def start_reason(state: State, block: int, number: int) -> Reason:
    """Why not, at the start of a turn. §3.1, §3.2, §7"""
    if block == MOVE:
        return figure_reason(state, number // ITEM_COUNT, number % ITEM_COUNT)
    if block == BUY:
        return purchase_reason(state, number + 1)
    codes = {
        CHAIN: "no-chain",
        PAY_TILE: "nothing-owed",
        PAY_CARD: "nothing-owed",
        PASS: "can-move",
        END: "no-end",
    }
    return reason(codes[block])


def purchase_reason(state: State, value: int) -> Reason:
    """Why not buy cards with a tile of this value. §7.1"""
    if state.has_bought:
        return reason("bought-already")
    if value == 1:
        return reason("one-buys-nothing")
    if not state.tiles[state.seat, value]:
        return reason("no-tile-to-give", value=value)
    return reason("no-cards-left")


def figure_reason(state: State, figure: int, item: int) -> Reason:
    """Why not choose this figure and this first card. §3.2, §4.7"""
    figures = state.figures[state.seat].tolist()
    start = figures[figure]
    if start == MAINLAND:
        return reason("figure-home", figure=FIGURES[figure])
    if start == ATLANTIS and ATLANTIS in figures[:figure]:
        first = FIGURES[figures.index(ATLANTIS)]
        return reason("same-on-atlantis", figure=first, item=ITEMS[item])
    return card_reason(state, start, start, item)


def card_reason(state: State, origin: int, start: int, item: int) -> Reason:
    """Why not play a card: it is missing, leads nowhere or costs too much. §4.4"""
    seat = int(state.seat)
    if not state.hands[seat, item]:
        return reason("no-such-card", item=ITEMS[item])
    end = landing(state, start, item)
    cost = price(state, origin, end)
    funds = funds_after(state, seat, item)
    if cost > funds:
        return reason("cannot-pay", price=cost, funds=funds, short=cost - funds)
    return reason("chain-unfinished", space=end)


def chain_reason(state: State, block: int, number: int) -> Reason:
    """Why not, between two cards of a chain. §4.2"""
    if block == CHAIN:
        start = int(state.figures[state.seat, state.figure])
        return card_reason(state, int(state.origin), start, number)
    return reason("buy-first" if block == BUY else "finish-chain")


def payment_reason(state: State, block: int, number: int) -> Reason:
    """Why not, while something is owed. §3.3, §5.4"""
    if block == PAY_TILE:
        return reason("no-such-tile", value=number + 1)
    if block == PAY_CARD:
        if state.hands[state.seat, number]:
            return reason("bought-card")
        return reason("no-such-card", "§5.4", item=ITEMS[number])
    if block == BUY:
        return reason("buy-first")
    return reason("pay-first", owed=int(state.owed))
