"""Why a move, or what some clicks spell, is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_games.core.texts import texts_in
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.messages import WhyMessage

LEGAL = "legal"


def why_not(position: Position, move: str | None, clicks: Sequence[str] | None) -> WhyMessage:
    """The reason why the seat of a redacted position cannot do something, or that it can."""
    if clicks:
        spelled = move_spelled(position, clicks)
        if spelled is None:
            return answer("", position.game.reasons.explain_click(position, clicks))
        move = spelled
    if move is None:
        raise RequestRefused("bad-message", detail="'why' needs the field 'move' or 'clicks'.")
    return answer(move, position.why_not(move))


def answer(move: str, reason: Reason | None) -> WhyMessage:
    """What is sent about a move, or about clicks that complete none (then the move is empty)."""
    if reason is None:
        text = texts_in("en").fill(f"error.{LEGAL}")
        return {"type": "why", "move": move, "code": LEGAL, "rule": "", "text": text, "values": {}}
    return {
        "type": "why",
        "move": move,
        "code": reason.code,
        "rule": reason.rule,
        "text": reason.text,
        "values": reason.values,
    }


def move_spelled(position: Position, clicks: Sequence[str]) -> str | None:
    """The legal move that these clicks complete, in any order; None if they complete none."""
    wanted = set(clicks)
    notation = position.game.notation
    return next(
        (move for move, action in position.moves.items() if set(notation[action].clicks) == wanted),
        None,
    )
