"""Why a move, or what some clicks spell, is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from atlantis_games.core.contract import Game
from atlantis_games.core.position import Position
from atlantis_games.core.texts import texts_in
from atlantis_games.games import game_named
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
    index = moves_by_click(game.name)
    wanted = set(clicks)
    rarest = min((index.get(click, []) for click in wanted), key=len)
    return next((move for move, spelled in rarest if wanted <= spelled), None)


@cache
def moves_by_click(game: str) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """The moves that each click belongs to, with all their clicks, the shortest first."""
    index: dict[str, list[tuple[str, frozenset[str]]]] = {}
    notation = game_named(game).notation
    for action in sorted(notation, key=lambda action: len(action.clicks)):
        for click in set(action.clicks):
            index.setdefault(click, []).append((action.text, frozenset(action.clicks)))
    return index
