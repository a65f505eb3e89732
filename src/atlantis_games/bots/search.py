"""The bot that searches, and what it has to say about a position."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from atlantis_games.bots.workspace import NODE_LIMIT, Workspace
from atlantis_games.core.position import Position
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.tree import NOTHING, TO_THE_END, choose

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
        workspace = Workspace(position.game, nodes=1)
        for number, candidate in enumerate(found):
            workspace.visits[number] = candidate.visits
            workspace.values[number] = candidate.chances
        random = stream(self.seed * 7919 + self.calls)
        chosen = choose(workspace.visits, workspace.values, len(found), self.temperature, random)
        return found[chosen].move

    def think(
        self, position: Position, clock: float | None = None, only: str | None = None
    ) -> list[Candidate]:
        """The moves of the position with what the search found, best tried first; or only one."""
        return self.ask(position.game.kernels("search"), position, clock, only)

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
            text = position.game.moves[action]
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
        workspace = Workspace(game, NODE_LIMIT)
        states, random = position.states(), stream((self.seed * 104729 + self.calls) * 64 + thread)
        while True:
            module.search(
                states,
                position.actor,
                SLICE if iterations is None else iterations,
                module.EVALUATED,
                TO_THE_END if self.random_playouts else 0,
                forced,
                workspace.nodes,
                workspace.count,
                workspace.where,
                workspace.outlooks,
                random,
            )
            if iterations is not None or time.monotonic() >= deadline:
                break
        found = module.summary(
            workspace.nodes, workspace.actions, workspace.visits, workspace.values
        )
        counts = {int(workspace.actions[n]): int(workspace.visits[n]) for n in range(found)}
        return counts, workspace.outlooks


def random_search_rate(
    position: Position, seed: int = 1, decisions: int | None = None, seconds: float = 0.5
) -> float:
    """Iterations per CPU second of a plain search on one core, with random playouts.

    They go to the end, or for so many decisions and are then evaluated.
    """
    module = position.game.kernels("search")
    length = TO_THE_END if decisions is None else -decisions
    workspace = Workspace(position.game, NODE_LIMIT)
    states, random = position.redacted(position.actor).states(), stream(seed)
    done = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        workspace.count[0] = 0
        module.search(
            states,
            position.actor,
            SLICE,
            module.UNIFORM,
            length,
            NOTHING,
            workspace.nodes,
            workspace.count,
            workspace.where,
            workspace.outlooks,
            random,
        )
        done += SLICE
    return done / (time.process_time() - start)
