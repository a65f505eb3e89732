"""Why a move, or what some clicks spell, is not legal."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_games.core.contract import Game
from atlantis_games.core.position import Position
from atlantis_games.core.texts import texts_in
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.messages import WhyMessage

LEGAL = "legal"


def why_not(position: Position, move: str | None, clicks: Sequence[str] | None) -> WhyMessage:
    """The reason why the seat of a redacted position cannot do something, or that it can."""
    if clicks:
        move = move_clicked(position.game, clicks) or ""
    if move is None:
        raise RequestRefused("bad-message", detail="'why' needs the field 'move' or 'clicks'.")
    explain = position.game.reasons.explain_click
    reason = position.why_not(move) if move else explain(position, clicks or ())
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


def move_clicked(game: Game, clicks: Sequence[str]) -> str | None:
    """The shortest move that has all these clicks; None if no move has."""
    wanted = set(clicks)
    fits = (action for action in game.notation if action.clicks and wanted <= set(action.clicks))
    best = min(fits, key=lambda action: len(action.clicks), default=None)
    return None if best is None else best.text
