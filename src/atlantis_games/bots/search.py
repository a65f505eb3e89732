"""The bot that searches, and what it finds out about a position."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.core.contract import NO_ACTION
from atlantis_games.core.position import Position
from atlantis_games.kernels.bots import SEARCH, TO_THE_END, bot_record
from atlantis_games.kernels.random import start_decision, stream
from atlantis_games.kernels.tree import NOTHING, final_choice, summary
from atlantis_games.kernels.workspace import Workspace, thread_workspace

SLICE = 200  # iterations between two looks at the clock


@dataclass(frozen=True)
class Candidate:
    """A move that a search has looked at."""

    move: str
    visits: int
    chances: float  # share of the win that the seat to decide may expect after it
    outlook: tuple[float, ...]  # the same for every seat


class Search(KernelBot):
    """Information-set Monte Carlo tree search by iterations, or by the clock.

    With several threads each grows a tree of its own, and their counts are added up. A search by
    the clock does as much as the machine allows, so it alone is not repeatable.
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
        self.iterations = iterations
        self.seconds = seconds
        self.threads = threads or (1 if iterations else os.cpu_count() or 1)
        share = SLICE if iterations is None else -(-iterations // self.threads)
        playout = TO_THE_END if random_playouts else 0
        super().__init__(bot_record(SEARCH, share, temperature, playout), seed)

    @property
    def is_repeatable(self) -> bool:
        """Whether the same seed and positions always lead to the same moves."""
        return self.iterations is not None

    def choose(self, position: Position, clock: float | None) -> str:
        """The move tried most, or with a temperature one that did about as well."""
        if self.is_repeatable and self.threads == 1:
            return super().choose(position, clock)
        forced = self.forced_move(position)
        if forced is not None:
            return forced
        found = self.think(position, clock)
        visits = np.array([candidate.visits for candidate in found], np.float64)
        chances = np.array([candidate.chances for candidate in found], np.float64)
        random = self.stream(self.threads)
        chosen = final_choice(visits, chances, len(found), float(self.record.temperature), random)
        return found[chosen].move

    def forced_move(self, position: Position) -> str | None:
        """What any bot plays without thinking, if there is such a move."""
        workspace = thread_workspace(position.game)
        kernels = position.game.kernels("search")
        action: int = kernels.forced_action(position.states(), workspace.actions)
        if action == NO_ACTION:
            return None
        self.decisions += 1
        return position.game.moves[action]

    def think(
        self, position: Position, clock: float | None = None, only: str | None = None
    ) -> list[Candidate]:
        """The moves of the position with what the search found, those tried most first.

        With `only` the last decision is looked at again, trying nothing but that move.
        """
        if only is None:
            self.decisions += 1
        forced = NOTHING if only is None else position.moves[only]
        deadline = time.monotonic() + (self.seconds if clock is None else min(clock, self.seconds))

        def tree(thread: int) -> tuple[dict[int, int], Any]:
            return self.grow(position, thread, forced, deadline)

        position.game.kernels("search")  # compiled before threads wait for one another
        if self.threads == 1:
            return candidates(position, [tree(0)])
        with ThreadPoolExecutor(self.threads) as pool:
            return candidates(position, list(pool.map(tree, range(self.threads))))

    def grow(
        self, position: Position, thread: int, forced: int, deadline: float
    ) -> tuple[dict[int, int], Any]:
        """One tree: how often each action was tried, and the sums of the results."""
        search = position.game.kernels("search").search
        workspace = thread_workspace(position.game)
        workspace.count[0] = 0
        states, random = position.states(), self.stream(thread)
        while True:
            search(states, position.actor, self.record, forced, workspace, random)
            if self.is_repeatable or time.monotonic() >= deadline:
                return visits_in(workspace), workspace.outlooks.copy()

    def stream(self, thread: int) -> Any:
        """The random stream of a thread for the present decision."""
        random = stream(self.seed if thread == 0 else self.seed * 104_729 + thread)
        start_decision(random, random[0], self.decisions)
        return random


def visits_in(workspace: Workspace) -> dict[int, int]:
    """How often each action at the root of a tree was tried."""
    actions, visits = workspace.actions, workspace.visits
    found = summary(workspace.nodes, actions, visits, workspace.values)
    return dict(zip(actions[:found].tolist(), map(int, visits[:found].tolist()), strict=True))


def candidates(position: Position, trees: list[tuple[dict[int, int], Any]]) -> list[Candidate]:
    """The counts of some trees added up, those tried most first."""
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
