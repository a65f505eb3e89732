"""Finds the best value of a setting of the search by matches, each as long as it must be.

The values play for the place of the best, one after the other: a match of two searches that differ
in this setting alone, with the same deals for both, which ends when it is clear which is better. It
depends on its words and its seed alone, so the same command finds the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from atlantis_games.arena.ratings import Interval, standings
from atlantis_games.arena.runner import Tournament, run
from atlantis_games.bots.registry import built_in
from atlantis_games.core.errors import BadRequest
from atlantis_games.games import game_named

SEED = "tune"  # tables in the documents use others, so that nothing is tuned on their deals


@dataclass(frozen=True)
class Tuning:
    """What is tried."""

    game: str
    bot: str  # the search that all values share, such as search:400
    setting: str
    values: list[str]
    games: int  # of one match, at most
    players: int = 2
    seed: str = SEED

    def check(self) -> None:
        """BadRequest if a value cannot be tried."""
        if len(self.values) < 2 or len(set(self.values)) < len(self.values):
            raise BadRequest("Tuning needs at least two different values.")
        for value in self.values:
            if not built_in(self.named(value), game_named(self.game), 0).is_repeatable:
                raise BadRequest("Tuning needs a search by iterations, such as search:400.")

    def named(self, value: str) -> str:
        """The search with a value of the setting."""
        return f"{self.bot}/{self.setting}={value}"


@dataclass(frozen=True)
class Match:
    """How a value did against the best one before it."""

    challenger: str
    holder: str
    games: int
    share: Interval  # of the challenger's wins
    is_better: bool

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def tune(
    tuning: Tuning,
    progress: Callable[[int, int], None] = lambda done, total: None,
    jobs: int = 0,
    cluster: str = "",
) -> Iterator[Match]:
    """Plays the matches, in the order of the values; who won more than half holds the place."""
    tuning.check()
    holder, *others = tuning.values
    for challenger in others:
        bots = [tuning.named(challenger), tuning.named(holder)]
        tournament = Tournament(
            tuning.game, bots, tuning.games, [tuning.players], {}, tuning.seed, until_sure=True
        )
        with TemporaryDirectory() as folder:
            results, is_whole = run(tournament, Path(folder), progress, jobs=jobs, cluster=cluster)
        if not is_whole:
            raise KeyboardInterrupt
        share = next(row.win_share for row in standings(results) if row.bot == bots[0])
        match = Match(challenger, holder, len(results), share, share.value > 0.5)
        yield match
        holder = challenger if match.is_better else holder
