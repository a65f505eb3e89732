"""The bot that plays any legal move."""

from __future__ import annotations

import random

from atlantis_games.core.position import Position


class Random:
    """Every legal move is as likely as the others."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choose(self, position: Position, clock: float | None) -> str:
        """Any of the moves."""
        return self.random.choice(list(position.moves))
