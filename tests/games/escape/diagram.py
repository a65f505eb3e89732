"""Escape positions drawn as text (games/escape/diagram), so that a test shows its board."""

from __future__ import annotations

from atlantis_games.core.diagram import position_of
from atlantis_games.core.position import Position
from atlantis_games.games.escape import GAME


def diagram(text: str, players: int = 2, **options: object) -> Position:
    """The position of a drawing, at the start of a turn unless it says otherwise."""
    rows = [words for line in text.splitlines() if (words := line.split())]
    return position_of(GAME.new(players, **options), rows, is_extract=True)
