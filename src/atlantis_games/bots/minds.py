"""The compiled thinking of each game's bots."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.bots.tree import NODE
from atlantis_games.core import template
from atlantis_games.core.game import Game
from atlantis_games.core.kernel import prepare
from atlantis_games.core.random import stream

SEATS = 4
LONGEST = 50_000  # events of a game
NODE_LIMIT = 150_000  # of one tree; at 28 bytes each some 4 MB


@cache
def mind(game: Game) -> Any:
    """The kernels of `mind.py` for a game, compiled as far as one bot at a time needs them."""
    game.prepared  # noqa: B018
    file = Path(__file__).with_name("mind.py")
    module = template.load(file, game.name, rules=game.rules, evaluation=game.evaluation)
    prepare(f"{game.title}'s bots", lambda: ask_every_bot(game, module))
    return module


def ask_every_bot(game: Game, module: Any) -> None:
    """Asks each kind of bot for a move, which compiles it."""
    from atlantis_games.bots.greedy import Greedy
    from atlantis_games.bots.search import Search
    from atlantis_games.core.dealer import Dealer

    dealt = Dealer("1").deal(game.new())
    module.outlook(dealt.states(), np.zeros(SEATS))
    Greedy(1).ask(module, dealt)
    Search(1, iterations=2, threads=1).ask(module, dealt)


@cache
def ready_for_contests(game: Game) -> Any:
    """The same kernels, compiled also for whole games between bots."""
    module = mind(game)
    start = game.new().states()
    game_of_all = ([1, 2], [0, 2], [0.0, 0.1], [0, 0], 1, 1)

    def play_one() -> None:
        contest(module, Desk(game), start, *game_of_all)

    prepare(f"{game.title}'s arena", play_one)
    return module


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
    log = np.empty(LONGEST, np.int32)
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
        log,
        scores,
    )
    return log[:length].tolist(), scores[: len(kinds)].tolist()
