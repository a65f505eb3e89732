"""Memory that the search kernels work in."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.tree import NODE

SEATS = 4
LONGEST = 50_000  # events of a game
NODE_LIMIT = 150_000  # of one tree; at 28 bytes each some 4 MB


class Workspace:
    """Room to think in, allocated once."""

    def __init__(self, game: Game, nodes: int = 1000) -> None:
        self.nodes = np.zeros(nodes, NODE)
        self.count = np.zeros(1, np.int64)
        self.where = np.zeros((2, game.actions), np.int32)
        self.outlooks = np.zeros((game.actions, SEATS), np.float64)
        self.actions = np.zeros(game.actions, np.int32)
        self.visits = np.zeros(game.actions, np.float64)
        self.values = np.zeros(game.actions, np.float64)


def contest(
    module: Any,
    workspace: Workspace,
    start: Any,
    kinds: list[int],
    budgets: list[int],
    temperatures: list[float],
    lengths: list[int],
    deal: int,
    seed: int,
) -> tuple[list[int], list[int]]:
    """A whole game between built-in bots: the actions and the scores."""
    scores = np.zeros(SEATS, np.int64)
    log = np.empty(LONGEST, np.int32)
    length = module.contest(
        start,
        np.array(kinds, np.int64),
        np.array(budgets, np.int64),
        np.array(temperatures, np.float64),
        np.array(lengths, np.int64),
        workspace.nodes,
        workspace.where,
        stream(deal),
        stream(seed),
        log,
        scores,
    )
    return log[:length].tolist(), scores[: len(kinds)].tolist()
