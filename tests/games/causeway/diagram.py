"""Causeway positions drawn as text (games/causeway/diagram), so that a test shows its board."""

from __future__ import annotations

from atlantis_games.core.diagram import position_of
from atlantis_games.core.position import Position
from atlantis_games.games.causeway import GAME
from atlantis_games.games.causeway.tables import COLOURS


def diagram(text: str, players: int | None = None, **options: object) -> Position:
    """The position of a drawing, at the start of a turn; `players` may seat more than are drawn."""
    rows = [words for line in text.splitlines() if (words := line.split())]
    drawn = sum(words[0] in COLOURS for words in rows)
    return position_of(GAME.new(players or max(2, drawn), **options), rows, is_extract=True)
