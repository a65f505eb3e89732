"""Why a move is not legal now: the rule and one sentence (docs/rules/causeway.md)."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_games.games.causeway import rules
from atlantis_games.games.causeway.tables import (
    ATLANTIS,
    BRIDGE,
    BUY,
    CHAIN,
    DRAW,
    END,
    FIGURES,
    ITEM_COUNT,
    ITEMS,
    MAINLAND,
    PASS,
    PAY_CARD,
    PAY_TILE,
    TILE,
    TILES,
)

# The rule behind each code; the sentences are `reason.CODE` in the game's texts.
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
    """The refusal with this code, by its usual rule or another."""
    return Reason("causeway", code, rule or RULES[code], values)


def why_not(position: Position, action: int) -> Reason:
    """Why an action that is not legal is not."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return refuse_chance(state, action)
    if action >= TILE:
        return reason("not-chance")
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    if BRIDGE <= action < TILE:
        return refuse_bridge(state, action - BRIDGE + 1)
    by_phase = {
        rules.START: refuse_start,
        rules.CHAINING: refuse_chaining,
        rules.PAYING: refuse_paying,
    }
    explain = by_phase.get(int(state.phase))
    return explain(state, action) if explain else reason("bridge-or-end")


def explain_click(position: Position) -> Reason:
    """Why a click is in vain that belongs to no move at all."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return reason("dealing")
    if state.phase == rules.PAYING:
        return reason("pay-first", owed=int(state.owed))
    by_phase = {rules.START: "no-way-there", rules.CHAINING: "finish-chain"}
    return reason(by_phase.get(int(state.phase), "bridge-or-end"))


def refuse_chance(state: Any, action: int) -> Reason:
    """While chance is to act. §2"""
    tiles = state.phase in (rules.LAY_TOPS, rules.LAY_LOWER, rules.UNCOVERING)
    if action < TILE:
        return reason("dealing")
    if action < DRAW:
        return (
            reason("tile-seen", item=TILES[action - TILE][:-1], value=int(TILES[action - TILE][-1]))
            if tiles
            else reason("card-now")
        )
    return reason("tile-now") if tiles else reason("no-card-in-pile", item=ITEMS[action - DRAW])


def refuse_bridge(state: Any, space: int) -> Reason:
    """The bridge. §3.6, §6"""
    if state.phase == rules.CHAINING:
        return reason("bridge-in-chain")
    if not state.has_bridge[state.seat]:
        return reason("no-bridge")
    if not rules.may_lay_bridge(state):
        return reason("bridge-while-paying")
    first = rules.tile_behind(state, space) + 1
    if int(state.land) >> space & 1 or not int(rules.gap_starts(state)) >> first & 1:
        return reason("no-gap", space=space)
    if rules.is_bridged(state, first):
        return reason("bridged")
    return reason("gap-name", first=first)


def refuse_start(state: Any, action: int) -> Reason:
    """At the start of a turn. §3.1, §3.2, §7"""
    if action < CHAIN:
        return refuse_figure(state, action // ITEM_COUNT, action % ITEM_COUNT)
    if action < PAY_TILE:
        return reason("no-chain")
    if action < BUY:
        return reason("nothing-owed")
    if action == END:
        return reason("no-end")
    if action == PASS:
        return reason("can-move")
    value = action - BUY + 1
    if state.has_bought:
        return reason("bought-already")
    if value == 1:
        return reason("one-buys-nothing")
    if not state.tiles[state.seat, value]:
        return reason("no-tile-to-give", value=value)
    return reason("no-cards-left")


def refuse_figure(state: Any, figure: int, item: int) -> Reason:
    """Choosing a figure and its first card. §3.2, §4.7"""
    figures = state.figures[state.seat]
    if figures[figure] == MAINLAND:
        return reason("figure-home", figure=FIGURES[figure])
    if figures[figure] == ATLANTIS and ATLANTIS in figures[:figure]:
        first = FIGURES[list(figures).index(ATLANTIS)]
        return reason("same-on-atlantis", figure=first, item=ITEMS[item])
    start = int(figures[figure])
    return refuse_card(state, start, start, item)


def refuse_card(state: Any, origin: int, start: int, item: int) -> Reason:
    """A card that is missing, leads nowhere or costs too much. §4.4"""
    seat = int(state.seat)
    if not state.hands[seat, item]:
        return reason("no-such-card", item=ITEMS[item])
    end = rules.landing(state, start, item)
    price = rules.price(state, origin, end)
    funds = rules.funds_after(state, seat, item)
    if price > funds:
        return reason("cannot-pay", price=price, funds=funds)
    return reason("chain-unfinished", space=end)


def refuse_chaining(state: Any, action: int) -> Reason:
    """Between two cards of a chain. §4.2"""
    if CHAIN <= action < PAY_TILE:
        start = int(state.figures[state.seat, state.figure])
        return refuse_card(state, int(state.origin), start, action - CHAIN)
    if BUY <= action < PASS:
        return reason("buy-first")
    return reason("finish-chain")


def refuse_paying(state: Any, action: int) -> Reason:
    """While something is owed. §3.3, §5.4"""
    if PAY_TILE <= action < PAY_CARD:
        return reason("no-such-tile", value=action - PAY_TILE + 1)
    if PAY_CARD <= action < BUY:
        item = action - PAY_CARD
        if state.hands[state.seat, item]:
            return reason("bought-card")
        return reason("no-such-card", "§5.4", item=ITEMS[item])
    if BUY <= action < PASS:
        return reason("buy-first")
    return reason("pay-first", owed=int(state.owed))
