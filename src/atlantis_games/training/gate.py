"""Decides whether a new net replaces the one before: they play each other with the same deals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from atlantis_games.arena.play import MAX_EVENTS, deal_of, seed_of
from atlantis_games.arena.schedule import Job
from atlantis_games.arena.workers import Workers
from atlantis_games.core.contract import MAX_SEATS, Game
from atlantis_games.kernels.bots import BOT, SEARCH, bot_record
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.results import shares_of
from atlantis_games.kernels.workspace import new_workspace

CANDIDATE, CURRENT = "candidate", "current"
NEEDED = 0.52  # of the wins, to replace the current net
PLAYERS = (2, 2, 2, 3, 4)  # of each five deals
MAX_NODES = 20_000  # of a tree


@dataclass(frozen=True)
class Verdict:
    """How a new net did; a share is counted as if there were two players, so 0.5 is even."""

    share: float
    error: float  # of the 95 % interval
    games: int

    @property
    def is_accepted(self) -> bool:
        """Whether the new net is better."""
        return self.share >= NEEDED

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain values."""
        return asdict(self) | {"accepted": self.is_accepted}


@dataclass(frozen=True)
class Gate:
    """A match between two nets; without a current one, against the game's evaluation."""

    game: Game
    candidate: Any
    current: Any | None
    deals: int
    iterations: int  # of a decision
    seed: str

    def play(self, pool: Workers, progress: Callable[[int, int], None]) -> Verdict:
        """Plays each deal once with the new net in each seat."""
        self.game.kernels("contest")  # compiled before threads wait for one another
        means, games = [], 0
        for mean, played in pool.run(self.deal, range(self.deals)):
            means.append(mean)
            games += played
            progress(len(means), self.deals)
        error = 1.96 * float(np.std(means, ddof=1)) / math.sqrt(len(means))
        return Verdict(float(np.mean(means)), error, games)

    def deal(self, number: int) -> tuple[float, int]:
        """The new net's share in all games of a deal, and how many there are."""
        players = PLAYERS[number % len(PLAYERS)]
        workspace = new_workspace(self.game, MAX_NODES, self.weights())
        total = 0.0
        for seat in range(players):
            names = [CURRENT] * players
            names[seat] = CANDIDATE
            job = Job(players, number, tuple(names), self.seed)
            total += self.contest(job, workspace)[seat]
        return total / 2, players  # of `players` games, each worth players / 2 to an even bot

    def weights(self) -> Any:
        """Both nets, the new one first."""
        other = np.zeros_like(self.candidate) if self.current is None else self.current
        return np.stack([self.candidate, other])

    def contest(self, job: Job, workspace: Any) -> list[float]:
        """Each seat's share of the win in one game."""
        nets = {CANDIDATE: 1.0, CURRENT: 0.0 if self.current is None else 2.0}
        bots = np.array(
            [
                bot_record(SEARCH, self.iterations, settings=self.settings(nets[n]))
                for n in job.seats
            ],
            BOT,
        )
        seeds = np.array([stream(seed_of(job, seat))[0] for seat in range(job.players)], np.uint64)
        log, scores = np.empty(MAX_EVENTS, np.int32), np.zeros(MAX_SEATS, np.int64)
        play = self.game.kernels("contest").contest
        states = self.game.new(job.players).states()
        play(states, bots, seeds, workspace, stream(deal_of(job)), log, scores)
        return shares_of(scores[: job.players].tolist())

    def settings(self, net: float) -> dict[str, float]:
        """Of a bot that uses one of the nets, or none."""
        return {"net": net, "max_nodes": MAX_NODES}
