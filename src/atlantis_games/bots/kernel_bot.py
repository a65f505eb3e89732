"""A built-in bot asked from Python: a caller of the kernel `decide`."""

from __future__ import annotations

from atlantis_games.core.position import Position
from atlantis_games.kernels.bots import BotRecord
from atlantis_games.kernels.random import start_decision, stream
from atlantis_games.kernels.workspace import WORKSPACES


class KernelBot:
    """A bot that kernels play; each decision draws from a stream of its own.

    The stream depends on the seed and on how many decisions the bot has made, so the same bot and
    seed choose the same moves here as in a tournament, an analysis or an environment.
    """

    def __init__(self, record: BotRecord, seed: int) -> None:
        self.record = record
        self.seed = seed
        self.decisions = 0  # made so far

    @property
    def is_repeatable(self) -> bool:
        """Whether the same seed and positions always lead to the same moves."""
        return True

    def choose(self, position: Position, clock: float | None) -> str:
        """The bot's move in a position that is redacted for the seat to decide."""
        game = position.game
        decide = game.kernels("search").decide
        self.decisions += 1
        random = stream(self.seed)
        start_decision(random, random[0], self.decisions)
        with WORKSPACES.lend(game) as (workspace, _):
            action: int = decide(position.states(), position.actor, self.record, workspace, random)
        return game.moves[action]
