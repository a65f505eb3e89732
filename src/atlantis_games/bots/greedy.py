"""The bot that looks one move ahead."""

from __future__ import annotations

from typing import Any

from atlantis_games.bots.workspace import Workspace
from atlantis_games.core.position import Position
from atlantis_games.kernels.random import stream


class Greedy:
    """Plays what the game's evaluation likes best; with a temperature it errs now and then."""

    def __init__(self, seed: int, temperature: float = 0.0) -> None:
        self.temperature = temperature
        self.stream = stream(seed)

    def choose(self, position: Position, clock: float | None) -> str:
        """The best move as far as one can see at a glance."""
        return self.ask(position.game.kernels("search"), position)

    def ask(self, module: Any, position: Position) -> str:
        """The same of kernels that are already at hand."""
        workspace = Workspace(position.game, nodes=1)
        states = position.states()
        number = module.greedy(
            states,
            states.copy(),
            workspace.actions,
            workspace.values,
            self.temperature,
            self.stream,
        )
        return position.game.moves[int(workspace.actions[number])]
