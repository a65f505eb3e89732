"""The bot that searches, and what it has to say about a position."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from atlantis_games.bots.minds import NODE_LIMIT, Desk, mind
from atlantis_games.bots.tree import NOTHING, TO_THE_END, choose
from atlantis_games.core.game import Position
from atlantis_games.core.random import stream

SLICE = 200  # iterations between two looks at the clock


@dataclass(frozen=True)
class Candidate:
    """A move that a search has looked at."""

    move: str
    visits: int
    chances: float  # share of the win that the seat to decide may expect after it
    outlook: tuple[float, ...]  # the same for every seat


class Search:
    """Information-set Monte Carlo tree search, with so many iterations or so much time a decision.

    With several threads each grows a tree of its own, and their counts are added up.
    """

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float = 0.9,
        temperature: float = 0.0,
        threads: int = 0,
        random_playouts: bool = False,
    ) -> None:
        self.seed = seed
        self.iterations = iterations
        self.seconds = seconds
        self.temperature = temperature
        self.threads = threads or (1 if iterations else os.cpu_count() or 1)
        self.random_playouts = random_playouts
        self.calls = 0

    def choose(self, position: Position, clock: float | None) -> str:
        """The move tried most, or with a temperature one that did about as well."""
        found = self.think(position, clock)
        desk = Desk(position.game, nodes=1)
        for number, candidate in enumerate(found):
            desk.visits[number] = candidate.visits
            desk.values[number] = candidate.chances
        random = stream(self.seed * 7919 + self.calls)
        chosen = choose(desk.visits, desk.values, len(found), self.temperature, random)
        return found[chosen].move

    def think(
        self, position: Position, clock: float | None = None, only: str | None = None
    ) -> list[Candidate]:
        """The moves of the position with what the search found, best tried first; or only one."""
        return self.ask(mind(position.game), position, clock, only)

    def ask(
        self,
        module: Any,
        position: Position,
        clock: float | None = None,
        only: str | None = None,
    ) -> list[Candidate]:
        """The same of kernels that are already at hand."""
        self.calls += 1
        share = None if self.iterations is None else -(-self.iterations // self.threads)
        deadline = time.monotonic() + (self.seconds if clock is None else min(clock, self.seconds))
        forced = NOTHING if only is None else position.moves[only]
        with ThreadPoolExecutor(self.threads) as pool:
            trees = list(
                pool.map(
                    lambda thread: self.grow(module, position, thread, share, deadline, forced),
                    range(self.threads),
                )
            )
        visits: dict[int, int] = {}
        outlooks = np.zeros_like(trees[0][1])
        for counts, sums in trees:
            outlooks += sums
            for action, tried in counts.items():
                visits[action] = visits.get(action, 0) + tried
        found = []
        for action, tried in visits.items():
            outlook = (outlooks[action, : position.players] / max(1, tried)).tolist()
            text = position.game.texts[action]
            found.append(Candidate(text, tried, outlook[position.actor], tuple(outlook)))
        return sorted(found, key=lambda candidate: -candidate.visits)

    def grow(
        self,
        module: Any,
        position: Position,
        thread: int,
        iterations: int | None,
        deadline: float,
        forced: int,
    ) -> tuple[dict[int, int], Any]:
        """One tree: how often each action was tried, and the sums of the results."""
        game = position.game
        desk = Desk(game, NODE_LIMIT)
        states, random = position.states(), stream((self.seed * 104729 + self.calls) * 64 + thread)
        while True:
            module.search(
                states,
                position.actor,
                SLICE if iterations is None else iterations,
                module.EVALUATED,
                TO_THE_END if self.random_playouts else game.evaluation.PLAYOUT,
                forced,
                desk.nodes,
                desk.count,
                desk.where,
                desk.outlooks,
                random,
            )
            if iterations is not None or time.monotonic() >= deadline:
                break
        found = module.summary(desk.nodes, desk.actions, desk.visits, desk.values)
        counts = {int(desk.actions[n]): int(desk.visits[n]) for n in range(found)}
        return counts, desk.outlooks


def random_search_rate(
    position: Position, seed: int = 1, decisions: int | None = None, seconds: float = 0.5
) -> float:
    """Iterations per CPU second of a plain search on one core, with random playouts.

    They go to the end, or for so many decisions and are then evaluated.
    """
    module = mind(position.game)
    length = TO_THE_END if decisions is None else -decisions
    desk = Desk(position.game, NODE_LIMIT)
    states, random = position.redacted(position.actor).states(), stream(seed)
    done = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        desk.count[0] = 0
        module.search(
            states,
            position.actor,
            SLICE,
            module.UNIFORM,
            length,
            NOTHING,
            desk.nodes,
            desk.count,
            desk.where,
            desk.outlooks,
            random,
        )
        done += SLICE
    return done / (time.process_time() - start)
