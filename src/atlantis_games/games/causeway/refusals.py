"""Why a move is not legal now: a code, the rule, and values for the sentence `reason.CODE`."""

from __future__ import annotations

from atlantis_games.core.contract import CHANCE, State, Values
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
from atlantis_games.games.causeway.rules.funds import cannot_pay, paying_cards
from atlantis_games.games.causeway.rules.path import (
    gap_starts,
    is_bridged,
    landing,
    price,
    tile_ahead,
    tile_behind,
)
from atlantis_games.games.causeway.rules.turn import may_lay_bridge
from atlantis_games.games.causeway.state import (
    BUYING,
    CHAINING,
    DEAL,
    DRAWING,
    LAY_LOWER,
    LAY_TOPS,
    PAYING,
    START,
    TILE_PHASES,
    UNCOVERING,
)
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
    "cannot-pay-bridge": "§4.4",
    "cannot-pay-bought": "§5.6",
    "cannot-pay-bought-bridge": "§5.6",
    "cannot-pay-one-kind": "§5.4",
    "cannot-pay-one-kind-bridge": "§5.4",
    "chain-unfinished": "§4.4",
    "finish-chain": "§4.2",
    "pay-first": "§3.3",
    "bought-card": "§5.6",
    "began-with-tiles": "§5.4",
    "began-with-cards": "§5.4",
    "tiles-too-few": "§5.4",
    "cards-too-few": "§5.4",
    "pay-exactly": "§5.4",
    "bridge-or-end": "§3.6",
}

# The rule of what chance does in each of its phases.
CHANCE_RULES = {
    LAY_TOPS: "§2.3",
    LAY_LOWER: "§2.3",
    UNCOVERING: "§8.1",
    DEAL: "§2.5",
    BUYING: "§7.1",
    DRAWING: "§9.1",
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
        return start_reason(position, block, number)
    if state.phase == CHAINING:
        return chain_reason(position, block, number)
    if state.phase == PAYING:
        return payment_reason(state, block, number)
    return reason("bridge-or-end")


def why_not_now(position: Position) -> Reason | None:
    """Why the seat cannot do anything at all just now; None if it is to decide."""
    if position.is_over:
        return Reason("causeway", "game-over")
    if position.actor == CHANCE:
        return reason("dealing", chance_rule(position.states()[0]))
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    return None


def chance_rule(state: State) -> str:
    """The rule of what chance is dealing now. §2.3, §2.5, §3.7, §7.1, §8.1, §9.1"""
    has_passed = state.phase == DRAWING and not state.played.any()
    return "§3.7" if has_passed else CHANCE_RULES[int(state.phase)]


def chance_reason(state: State, block: int, number: int) -> Reason:
    """Why not, while chance is to act."""
    rule = chance_rule(state)
    is_tile_next = state.phase in TILE_PHASES
    if block == TILE and is_tile_next:
        item, value = divmod(number, VALUE_COUNT)
        return reason("tile-seen", rule, item=ITEMS[item], value=value + 1)
    if block == TILE:
        return reason("card-now", rule)
    if block == DRAW and is_tile_next:
        return reason("tile-now", rule)
    if block == DRAW:
        return reason("no-card-in-pile", item=ITEMS[number])
    return reason("dealing", rule)


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


def start_reason(position: Position, block: int, number: int) -> Reason:
    """Why not, at the start of a turn. §3.1, §3.2, §7"""
    if block == MOVE:
        return figure_reason(position, number // ITEM_COUNT, number % ITEM_COUNT)
    if block == BUY:
        return purchase_reason(position.states()[0], number + 1)
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


def figure_reason(position: Position, figure: int, item: int) -> Reason:
    """Why not choose this figure and this first card. §3.2, §4.7"""
    state = position.states()[0]
    figures = state.figures[state.seat].tolist()
    start = figures[figure]
    if start == MAINLAND:
        return reason("figure-home", figure=FIGURES[figure])
    first = figures.index(start) if start == ATLANTIS else figure
    move = f"{FIGURES[first]} {ITEMS[item]}"
    if move in position.moves:
        return reason("same-on-atlantis", figure=FIGURES[first], item=ITEMS[item])
    return card_reason(position, start, start, item, move)


def card_reason(position: Position, origin: int, start: int, item: int, move: str) -> Reason:
    """Why not play a card: it is missing, leads nowhere or costs too much. §4.4"""
    state = position.states()[0]
    seat = int(state.seat)
    if not state.hands[seat, item]:
        return reason("no-such-card", item=ITEMS[item])
    end = landing(state, start, item)
    cost = price(state, origin, end)
    barred = [int(cannot_pay(state, one)) for one in range(ITEM_COUNT)]
    is_barred = min(barred[item], 1)  # then playing it takes nothing that could pay
    cards, tiles = paying_cards(state, seat) - 1 + is_barred, int(state.wealth[seat])
    funds = max(cards, tiles) if state.strict_payment else cards + tiles
    if cost <= funds:
        return reason("chain-unfinished")
    code = "cannot-pay"
    values: Values = {"price": cost, "funds": funds, "short": cost - funds}
    if sum(barred) > is_barred:
        code = "cannot-pay-bought"
    elif state.strict_payment and cards and tiles:
        code = "cannot-pay-one-kind"
        values |= {"tiles": tiles, "cards": cards}
    if bridge_helps(position, move, origin, end):
        code += "-bridge"
    return Reason("causeway", code, RULES[code], values)


def bridge_helps(position: Position, move: str, start: int, end: int) -> bool:
    """Whether a bridge over the dearest gap between two spaces makes a move legal. §3.6, §6.1"""
    state = position.states()[0]
    moves = (block_and_number(action) for action in position.moves.values())
    gaps = [number + 1 for block, number in moves if block == BRIDGE and start <= number < end]
    if not gaps:
        return False
    dearest = max(gaps, key=lambda gap: price(state, gap - 1, tile_ahead(state, gap)))
    return move in position.play(f"bridge {dearest}").moves


def chain_reason(position: Position, block: int, number: int) -> Reason:
    """Why not, between two cards of a chain. §4.2"""
    state = position.states()[0]
    if block == CHAIN:
        start = int(state.figures[state.seat, state.figure])
        return card_reason(position, int(state.origin), start, number, f"then {ITEMS[number]}")
    return reason("buy-first" if block == BUY else "finish-chain")


def payment_reason(state: State, block: int, number: int) -> Reason:
    """Why not, while something is owed. §3.3, §5.4"""
    if block == PAY_TILE:
        return tile_reason(state, number + 1)
    if block == PAY_CARD:
        return pay_card_reason(state, number)
    if block == BUY:
        return reason("buy-first")
    return reason("pay-first", owed=int(state.owed))


def tile_reason(state: State, value: int) -> Reason:
    """Why not pay with a tile of this value. §5.4"""
    seat, owed = int(state.seat), int(state.owed)
    if not state.tiles[seat, value]:
        return reason("no-such-tile", value=value)
    if state.paid_cards:
        return reason("began-with-cards")
    if state.wealth[seat] < owed:
        return reason("tiles-too-few", tiles=int(state.wealth[seat]), owed=owed)
    return reason("pay-exactly", owed=owed, value=value)


def pay_card_reason(state: State, item: int) -> Reason:
    """Why not pay with a card of this item. §5.4, §5.6"""
    seat = int(state.seat)
    if not state.hands[seat, item]:
        return reason("no-such-card", "§5.4", item=ITEMS[item])
    if state.hands[seat, item] <= cannot_pay(state, item):
        return reason("bought-card")
    if state.has_paid:
        return reason("began-with-tiles")
    return reason("cards-too-few", cards=paying_cards(state, seat), owed=int(state.owed))
