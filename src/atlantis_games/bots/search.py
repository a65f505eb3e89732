"""The bot that searches, and what it finds out about a position."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.core.contract import MAX_SEATS, NO_ACTION
from atlantis_games.core.position import Position
from atlantis_games.core.processors import usable_processors
from atlantis_games.kernels.bots import SEARCH, TO_THE_END, bot_record
from atlantis_games.kernels.random import start_decision, stream
from atlantis_games.kernels.tree import NODES, NOTHING, final_choice, follow, summary
from atlantis_games.kernels.workspace import WORKSPACES, Workspace

SLICE = 400  # iterations between two looks at the clock
MAX_THREADS = 1024  # of one search
NUMBERS = itertools.count(1)  # of searches, to know their trees again


@dataclass(frozen=True)
class Candidate:
    """A move that a search has looked at."""

    move: str
    visits: int
    chances: float  # share of the win that the seat to decide may expect after it
    outlook: tuple[float, ...]  # the same for every seat


class Tried(NamedTuple):
    """What one tree knows of an action at its root."""

    visits: int
    total: float  # of the results for the seat to decide
    outlook: Any  # the sums of all seats' results, and how many, since this was the root


class Search(KernelBot):
    """Information-set Monte Carlo tree search by iterations, or by the clock.

    With several threads each grows a tree of its own, and their counts are added up. A search by
    the clock does as much as the machine allows, so it alone is not repeatable. It goes on with its
    tree where the position is the one it expected after its last move, and stops early when more
    time could not change its choice.
    """

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float = 0.9,
        temperature: float = 0.0,
        threads: int = 0,
        random_playouts: bool = False,
        settings: Mapping[str, float] | None = None,
    ) -> None:
        self.iterations = iterations
        self.seconds = seconds
        self.threads = threads or (1 if iterations else usable_processors())
        self.number = next(NUMBERS)
        self.stop: threading.Event | None = None  # set by others when nobody waits any more
        self.expected: tuple[bytes, int] | None = None  # the next position, by which own action
        share = SLICE if iterations is None else -(-iterations // self.threads)
        playout = TO_THE_END if random_playouts else 0
        settings = {**(settings or {})} | ({"net": 0.0} if random_playouts else {})
        super().__init__(bot_record(SEARCH, share, temperature, playout, settings=settings), seed)

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
        if position.game.evaluation.is_late(position.state):
            self.expected = None
            return super().choose(position, clock)  # by looks, as `decide` says
        found = self.think(position, clock, stops_early=True)
        visits = np.array([candidate.visits for candidate in found], np.float64)
        chances = np.array([candidate.chances for candidate in found], np.float64)
        random = self.stream(self.threads)
        chosen = final_choice(visits, chances, len(found), float(self.record.temperature), random)
        move = found[chosen].move
        self.expect(position, move)
        return move

    def forced_move(self, position: Position) -> str | None:
        """What any bot plays without thinking, if there is such a move."""
        kernels = position.game.kernels("search")
        # Not in a workspace: to borrow one would say that the tree in it is this search's own.
        actions = np.empty(position.game.max_legal, np.int32)
        action: int = kernels.forced_action(position.states(), actions)
        if action == NO_ACTION:
            return None
        self.decisions += 1
        return position.game.moves[action]

    def expect(self, position: Position, move: str) -> None:
        """Notes the position after an own move if this seat decides again at once."""
        after = position.play(move)
        is_next = after.actor == position.actor and not self.is_repeatable
        action = position.moves[move]
        self.expected = (after.states().tobytes(), action) if is_next else None

    def think(
        self,
        position: Position,
        clock: float | None = None,
        only: str | None = None,
        stops_early: bool = False,
    ) -> list[Candidate]:
        """The moves of the position with what the search found, those tried most first.

        With `only` the last decision is looked at again, trying nothing but that move.
        """
        if only is None:
            self.decisions += 1
        forced = NOTHING if only is None else position.moves[only]
        followed, self.expected = self.followed_action(position), None
        deadline = time.monotonic() + (self.seconds if clock is None else min(clock, self.seconds))

        def tree(thread: int) -> dict[int, Tried]:
            with WORKSPACES.lend(position.game, self.user(thread)) as (workspace, is_mine):
                counts = workspace.counts
                can_follow = is_mine and followed != NOTHING
                if not (can_follow and follow(workspace.nodes, counts, followed)):
                    counts[NODES] = 0
                workspace.outlooks[:, :] = 0.0
                self.grow(position, thread, forced, workspace, deadline, stops_early)
                return tried_in(workspace)

        position.game.kernels("search")  # compiled before threads wait for one another
        if self.threads == 1:
            return candidates(position, [tree(0)])
        with ThreadPoolExecutor(self.threads) as pool:
            return candidates(position, list(pool.map(tree, range(self.threads))))

    def user(self, thread: int) -> int:
        """Whose tree it is that a thread of this search leaves in a workspace."""
        return self.number * MAX_THREADS + thread

    def followed_action(self, position: Position) -> int:
        """The own action that led to a position from the last one, or NOTHING."""
        if self.expected is None or self.expected[0] != position.states().tobytes():
            return NOTHING
        return self.expected[1]

    def grow(
        self,
        position: Position,
        thread: int,
        forced: int,
        workspace: Workspace,
        deadline: float,
        stops_early: bool,
    ) -> None:
        """Adds iterations to a tree, so many or until the deadline."""
        search = position.game.kernels("search").search
        states, random = position.states(), self.stream(thread)
        start, done = time.monotonic(), 0
        while True:
            search(states, position.actor, self.record, forced, workspace, random)
            now, done = time.monotonic(), done + SLICE
            is_stopped = self.stop is not None and self.stop.is_set()
            if self.is_repeatable or now >= deadline or is_stopped:
                return
            left = done / (now - start) * (deadline - now)
            if stops_early and left < lead_in(workspace):
                return

    def stream(self, thread: int) -> Any:
        """The random stream of a thread for the present decision."""
        random = stream(self.seed if thread == 0 else self.seed * 104_729 + thread)
        start_decision(random, random[0], self.decisions)
        return random


def lead_in(workspace: Workspace) -> float:
    """How many visits the action tried most is ahead of the next."""
    visits = np.sort(workspace.visits[: summary(workspace)])
    return float(visits[-1] - visits[-2]) if len(visits) > 1 else math.inf


def tried_in(workspace: Workspace) -> dict[int, Tried]:
    """What a tree knows of each action at its root."""
    found = summary(workspace)
    outlooks = workspace.outlooks
    return {
        action: Tried(int(visits), visits * mean, outlooks[action].copy())
        for action, visits, mean in zip(
            workspace.actions[:found].tolist(),
            workspace.visits[:found].tolist(),
            workspace.values[:found].tolist(),
            strict=True,
        )
    }


def candidates(position: Position, trees: list[dict[int, Tried]]) -> list[Candidate]:
    """What some trees know added up, the moves tried most first."""
    found = []
    for action in dict.fromkeys(action for tree in trees for action in tree):
        parts = [tree[action] for tree in trees if action in tree]
        visits = sum(part.visits for part in parts)
        sums = np.sum([part.outlook for part in parts], axis=0)
        if sums[MAX_SEATS] == visits:
            outlook = sums[: position.players] / max(1, visits)
        else:  # some of the visits were made before this was the root, when only its seat counted
            mean = sum(part.total for part in parts) / visits
            outlook = np.full(position.players, (1.0 - mean) / (position.players - 1))
            outlook[position.actor] = mean
        chances = tuple(outlook.tolist())
        move = position.game.moves[action]
        found.append(Candidate(move, visits, chances[position.actor], chances))
    return sorted(found, key=lambda candidate: -candidate.visits)
