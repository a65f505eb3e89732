"""Why a move is not legal now: the rule and one sentence (docs/rules/causeway.md)."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.errors import Refusal
from atlantis_games.core.game import CHANCE, Position
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

# Code: rule and sentence. The codes and the names in braces are what translations go by.
SENTENCES = {
    "dealing": ("§2.3", "Chance acts now; no player decides."),
    "tile-now": ("§2.3", "A tile is laid now, not a card dealt."),
    "card-now": ("§2.5", "A card is dealt now, not a tile laid."),
    "tile-seen": ("§2.3", "{tile} is not among the unseen tiles of this half."),
    "no-card-in-pile": ("§2.6", "No {item} is left in the draw pile."),
    "not-chance": ("§2.3", "Only chance lays tiles and deals cards."),
    "not-your-turn": ("§3", "It is not your turn."),
    "no-chain": ("§4.2", "A further card is played only from an occupied tile."),
    "nothing-owed": ("§5.3", "Nothing is owed now."),
    "no-end": ("§3.6", "A turn is ended by hand only when the bridge could still be laid."),
    "can-move": ("§3.7", "A figure can be moved, so passing is not possible."),
    "bought-already": ("§7.1", "Cards are bought once a turn."),
    "one-buys-nothing": ("§7.1", "Half of 1, rounded down, is no card."),
    "no-such-tile": ("§5.4", "You have no tile of value {value}."),
    "no-tile-to-give": ("§7.1", "You have no tile of value {value} to give."),
    "no-cards-left": ("§7.1", "No card is left that could be bought."),
    "buy-first": ("§3.1", "Cards are bought at the start of the turn, before a card is played."),
    "no-bridge": ("§6.1", "You have laid your bridge already."),
    "bridged": ("§6.1", "That gap has a bridge already."),
    "no-gap": ("§5.1", "There is no gap at space {space}."),
    "gap-name": ("§6.1", "That gap is named by its first space: bridge {first}."),
    "bridge-in-chain": ("§3.6", "The bridge is not laid between two cards of a chain."),
    "bridge-while-paying": ("§3.6", "The bridge is laid before the first piece is paid."),
    "figure-home": ("§3.2", "Figure {figure} is on the mainland."),
    "same-on-atlantis": ("§4.7", "Figures on Atlantis are alike: move {first}."),
    "no-way-there": ("§4.1", "None of your cards leads a figure there."),
    "no-such-card": ("§3.2", "You have no {item} card."),
    "cannot-pay": ("§4.4", "That would cost {price}, and you could pay {funds}."),
    "chain-unfinished": (
        "§4.4",
        "Space {space} is occupied, and no cards of yours lead on to an end you can pay for.",
    ),
    "finish-chain": ("§4.2", "Your figure stands on an occupied tile: play a further card."),
    "pay-first": ("§3.3", "You owe {owed}: pay first."),
    "bought-card": ("§5.6", "Cards bought this turn cannot pay."),
    "bridge-or-end": ("§3.6", "The move is done: lay the bridge or end the turn."),
}


def refusal(code: str, rule: str = "", **values: str | int) -> Refusal:
    """The refusal with this code, by its usual rule or another."""
    usual, sentence = SENTENCES[code]
    return Refusal(code, rule or usual, sentence.format(**values), values)


def refuse(position: Position, action: int) -> Refusal:
    """Why an action that is not legal is not."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return refuse_chance(state, action)
    if action >= TILE:
        return refusal("not-chance")
    if position.seen_by is not None and position.seen_by != position.actor:
        return refusal("not-your-turn")
    if BRIDGE <= action < TILE:
        return refuse_bridge(state, action - BRIDGE + 1)
    by_phase = {
        rules.START: refuse_start,
        rules.CHAINING: refuse_chaining,
        rules.PAYING: refuse_paying,
    }
    explain = by_phase.get(int(state.phase))
    return explain(state, action) if explain else refusal("bridge-or-end")


def astray(position: Position) -> Refusal:
    """Why a click is in vain that belongs to no move at all."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return refusal("dealing")
    if state.phase == rules.PAYING:
        return refusal("pay-first", owed=int(state.owed))
    by_phase = {rules.START: "no-way-there", rules.CHAINING: "finish-chain"}
    return refusal(by_phase.get(int(state.phase), "bridge-or-end"))


def refuse_chance(state: Any, action: int) -> Refusal:
    """While chance is to act. §2"""
    tiles = state.phase in (rules.LAY_TOPS, rules.LAY_LOWER, rules.UNCOVERING)
    if action < TILE:
        return refusal("dealing")
    if action < DRAW:
        return refusal("tile-seen", tile=TILES[action - TILE]) if tiles else refusal("card-now")
    return refusal("tile-now") if tiles else refusal("no-card-in-pile", item=ITEMS[action - DRAW])


def refuse_bridge(state: Any, space: int) -> Refusal:
    """The bridge. §3.6, §6"""
    if state.phase == rules.CHAINING:
        return refusal("bridge-in-chain")
    if not state.has_bridge[state.seat]:
        return refusal("no-bridge")
    if not rules.may_lay_bridge(state):
        return refusal("bridge-while-paying")
    first = rules.tile_behind(state, space) + 1
    if int(state.land) >> space & 1 or not int(rules.gap_starts(state)) >> first & 1:
        return refusal("no-gap", space=space)
    if rules.is_bridged(state, first):
        return refusal("bridged")
    return refusal("gap-name", first=first)


def refuse_start(state: Any, action: int) -> Refusal:
    """At the start of a turn. §3.1, §3.2, §7"""
    if action < CHAIN:
        return refuse_figure(state, action // ITEM_COUNT, action % ITEM_COUNT)
    if action < PAY_TILE:
        return refusal("no-chain")
    if action < BUY:
        return refusal("nothing-owed")
    if action == END:
        return refusal("no-end")
    if action == PASS:
        return refusal("can-move")
    value = action - BUY + 1
    if state.has_bought:
        return refusal("bought-already")
    if value == 1:
        return refusal("one-buys-nothing")
    if not state.tiles[state.seat, value]:
        return refusal("no-tile-to-give", value=value)
    return refusal("no-cards-left")


def refuse_figure(state: Any, figure: int, item: int) -> Refusal:
    """Choosing a figure and its first card. §3.2, §4.7"""
    figures = state.figures[state.seat]
    if figures[figure] == MAINLAND:
        return refusal("figure-home", figure=FIGURES[figure])
    if figures[figure] == ATLANTIS and ATLANTIS in figures[:figure]:
        first = FIGURES[list(figures).index(ATLANTIS)]
        return refusal("same-on-atlantis", first=f"{first} {ITEMS[item]}")
    start = int(figures[figure])
    return refuse_card(state, start, start, item)


def refuse_card(state: Any, origin: int, start: int, item: int) -> Refusal:
    """A card that is missing, leads nowhere or costs too much. §4.4"""
    seat = int(state.seat)
    if not state.hands[seat, item]:
        return refusal("no-such-card", item=ITEMS[item])
    end = rules.landing(state, start, item)
    price = rules.price(state, origin, end)
    funds = rules.funds_after(state, seat, item)
    if price > funds:
        return refusal("cannot-pay", price=price, funds=funds)
    return refusal("chain-unfinished", space=end)


def refuse_chaining(state: Any, action: int) -> Refusal:
    """Between two cards of a chain. §4.2"""
    if CHAIN <= action < PAY_TILE:
        start = int(state.figures[state.seat, state.figure])
        return refuse_card(state, int(state.origin), start, action - CHAIN)
    if BUY <= action < PASS:
        return refusal("buy-first")
    return refusal("finish-chain")


def refuse_paying(state: Any, action: int) -> Refusal:
    """While something is owed. §3.3, §5.4"""
    if PAY_TILE <= action < PAY_CARD:
        return refusal("no-such-tile", value=action - PAY_TILE + 1)
    if PAY_CARD <= action < BUY:
        item = action - PAY_CARD
        if state.hands[state.seat, item]:
            return refusal("bought-card")
        return refusal("no-such-card", "§5.4", item=ITEMS[item])
    if BUY <= action < PASS:
        return refusal("buy-first")
    return refusal("pay-first", owed=int(state.owed))
