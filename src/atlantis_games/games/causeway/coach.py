"""Why a position of Causeway is better than another, in words, and what a puzzle is about."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import Difference
from atlantis_games.core.position import Position
from atlantis_games.games.causeway.evaluation import (
    BRIDGE_LEFT,
    CARD,
    DISTANCE,
    HOME,
    TOLL,
)
from atlantis_games.games.causeway.rules.scoring import tolls_ahead

THEMES: tuple[str, ...] = (
    "tiles",
    "tolls",
    "cards",
    "bridge",
    "chain",
    "block",
    "home",
    "payment",
    "plan",
)
OF_MOVES = {"bridge": "bridge", "then": "chain", "pay-tile": "payment", "pay-card": "payment"}
OF_DIFFERENCES = {
    "tiles": "tiles",
    "tolls": "tolls",
    "cards": "cards",
    "bridge": "bridge",
    "block": "block",
    "home": "home",
}


def differences(good: Position, bad: Position, seat: int) -> list[Difference]:
    """What a seat has more in one position than in another, with what it is worth. §10"""
    better, worse = good.state, bad.state
    found = [
        Difference(code, {"n": abs(amount)}, amount * worth)
        for code, worth, amount in (
            ("tiles", 1.0, held(better, "wealth", seat) - held(worse, "wealth", seat)),
            ("cards", CARD, cards(better, seat) - cards(worse, seat)),
            ("owed", 1.0, owed(worse, seat) - owed(better, seat)),
            ("tolls", TOLL, int(tolls_ahead(worse, seat)) - int(tolls_ahead(better, seat))),
            ("home", HOME, held(better, "home", seat) - held(worse, "home", seat)),
            ("ahead", DISTANCE, spaces(better, seat) - spaces(worse, seat)),
            (
                "bridge",
                BRIDGE_LEFT,
                held(better, "has_bridge", seat) - held(worse, "has_bridge", seat),
            ),
        )
    ]
    for rival in range(good.players):
        if rival != seat:
            more = int(tolls_ahead(better, rival)) - int(tolls_ahead(worse, rival))
            worth = TOLL * more / (good.players - 1)
            found.append(Difference("block", {"n": abs(more), "seat": rival}, worth))
    return found


def held(state: Any, field: str, seat: int) -> int:
    """A number that each seat has."""
    return int(state[field][seat])


def cards(state: Any, seat: int) -> int:
    """The cards of a seat, with those that chance still has to deal to it."""
    drawn = int(state.draws) if int(state.seat) == seat else 0
    return held(state, "hand_size", seat) + drawn


def owed(state: Any, seat: int) -> int:
    """What a seat still has to pay in its turn."""
    return int(state.owed) if int(state.seat) == seat else 0


def spaces(state: Any, seat: int) -> int:
    """How far the figures of a seat have come."""
    return int(state.figures[seat].sum())


def theme(position: Position, move: str, reasons: list[Difference]) -> str:
    """What a puzzle with this solution is about."""
    action = position.game.notation[position.moves[move]]
    row = position.previews()[position.moves[move]]
    if position.game.outcomes.preview(position.moves[move], row).get("chain"):
        return "chain"
    if action.code in OF_MOVES:
        return OF_MOVES[action.code]
    return next((OF_DIFFERENCES[one.code] for one in reasons if one.code in OF_DIFFERENCES), "plan")
