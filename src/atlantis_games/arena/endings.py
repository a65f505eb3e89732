"""How often the games of a tournament ended in which way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from atlantis_games.arena.results import Result


@dataclass(frozen=True)
class Ending:
    """How many games of one number of players ended in one way."""

    players: int
    code: str  # of the game's text `ending.CODE`
    games: int
    of: int  # games of so many players that nobody forfeited


def endings(results: list[Result]) -> list[Ending]:
    """The ways in which games ended, by number of players, the most frequent first."""
    counted = [result for result in results if not result.forfeit]
    found = Counter((result.job.players, result.ending) for result in counted)
    played = Counter(result.job.players for result in counted)
    rows = [Ending(*kind, games, played[kind[0]]) for kind, games in found.items()]
    return sorted(rows, key=lambda row: (row.players, -row.games, row.code))
