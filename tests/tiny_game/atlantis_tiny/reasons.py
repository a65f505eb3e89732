"""Why a move is not legal now: a code, the rule, and values for the sentence `reason.CODE`."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_tiny.actions import DEAL

RULES = {  # the rule behind each code
    "dealing": "§1.2",
    "already-dealt": "§1.2",
    "not-chance": "§1.2",
    "not-your-turn": "§2.1",
    "not-in-hand": "§2.1",
    "no-such-card": "§1.1",
    "choose-a-card": "§2.1",
}


def reason(code: str, **values: str | int) -> Reason:
    """The reason with this code."""
    return Reason("highcard", code, RULES[code], values)


def why_not(position: Position, action: int) -> Reason:
    """The rule that an action breaks, which is not legal."""
    if position.actor == CHANCE:
        if action >= DEAL:
            return reason("already-dealt", card=action - DEAL + 1)
        return reason("dealing")
    if action >= DEAL:
        return reason("not-chance")
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    return reason("not-in-hand", card=action + 1)


def explain_text(position: Position, text: str) -> Reason | None:
    """That a card is not in the game. §1.1"""
    word, _, card = text.partition(" ")
    return reason("no-such-card", card=card) if word == "play" and card.isdigit() else None


def explain_click(position: Position, clicks: Sequence[str] = ()) -> Reason:
    """Why clicks that complete no legal move lead nowhere."""
    return reason("dealing" if position.actor == CHANCE else "choose-a-card")
