"""The compiled thinking of each game's bots."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from atlantis.bots.tree import NODE
from atlantis.core import template
from atlantis.core.game import Game
from atlantis.core.kernel import prepare
from atlantis.core.random import stream

SEATS = 4
NODE_LIMIT = 150_000  # of one tree; at 28 bytes each some 4 MB


@cache
def mind(game: Game) -> Any:
    """The kernels of `mind.py` for a game, compiled."""
    game.prepared  # noqa: B018
    file = Path(__file__).with_name("mind.py")
    module = template.load(file, game.name, rules=game.rules, evaluation=game.evaluation)
    prepare(f"{game.title}'s bots", lambda: use_everything(game, module))
    return module


def use_everything(game: Game, module: Any) -> None:
    """Plays a game between all kinds of bots and asks each for a move, which compiles them."""
    from atlantis.bots.greedy import Greedy
    from atlantis.bots.search import Search
    from atlantis.core.dealer import Dealer

    start = game.new(game.players[-1])
    dealt = Dealer("1").deal(start)
    Greedy(1).ask(module, dealt)
    Search(1, iterations=2, threads=1).ask(module, dealt)
    desk = Desk(game)
    module.outlook(dealt.states(), np.zeros(SEATS))
    contest(
        module,
        desk,
        start.states(),
        [0, 1, 2, 2],
        [0, 0, 2, 2],
        [0.0, 0.0, 0.0, 0.1],
        [0, 0, 0, 2],
        1,
        1,
    )


class Desk:
    """Room to think in, allocated once."""

    def __init__(self, game: Game, nodes: int = 1000) -> None:
        self.nodes = np.zeros(nodes, NODE)
        self.count = np.zeros(1, np.int64)
        self.where = np.zeros((2, game.actions), np.int32)
        self.outlooks = np.zeros((game.actions, SEATS), np.float64)
        self.actions = np.zeros(game.actions, np.int32)
        self.visits = np.zeros(game.actions, np.float64)
        self.values = np.zeros(game.actions, np.float64)
        self.log = np.zeros(50_000, np.int32)


def contest(
    module: Any,
    desk: Desk,
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
    length = module.contest(
        start,
        np.array(kinds, np.int64),
        np.array(budgets, np.int64),
        np.array(temperatures, np.float64),
        np.array(lengths, np.int64),
        desk.nodes,
        desk.where,
        stream(deal),
        stream(seed),
        desk.log,
        scores,
    )
    return desk.log[:length].tolist(), scores[: len(kinds)].tolist()
