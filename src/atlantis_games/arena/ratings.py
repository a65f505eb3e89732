"""The standings of a tournament: shares of wins, scores and ratings with their intervals."""

from __future__ import annotations

import math
import random
from dataclasses import asdict, dataclass
from typing import Any

from openskill.models import PlackettLuce

from atlantis_games.arena.results import Result

NINETY_FIVE = 1.96  # standard errors of a 95% interval


@dataclass(frozen=True)
class Standing:
    """The standing of a bot in games of one number of players."""

    bot: str
    players: int
    games: int
    win_share: float
    win_share_error: float  # half the 95% interval
    mean_score: float | None  # of the games that nobody forfeited
    rating: float
    rating_error: float  # half the 95% interval
    forfeits: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def standings(results: list[Result]) -> list[Standing]:
    """Every bot by number of players, the best first."""
    rows = []
    for players in sorted({result.job.players for result in results}):
        group = [result for result in results if result.job.players == players]
        rated = ratings(group)
        for bot in sorted({bot for result in group for bot in result.job.seats}):
            rows.append(standing(bot, players, group, *rated[bot]))
    return sorted(rows, key=lambda row: (row.players, -row.rating))


def standing(
    bot: str, players: int, results: list[Result], rating: float, rating_error: float
) -> Standing:
    """The standing of one bot."""
    shares, scores, forfeits = [], [], 0
    for result in results:
        for seat, name in enumerate(result.job.seats):
            if name == bot:
                shares.append(result.shares[seat])
                forfeits += result.forfeiter == seat
                if not result.forfeit:
                    scores.append(result.scores[seat])
    return Standing(
        bot=bot,
        players=players,
        games=len(shares),
        win_share=sum(shares) / len(shares),
        win_share_error=wilson_error(shares),
        mean_score=sum(scores) / len(scores) if scores else None,
        rating=rating,
        rating_error=rating_error,
        forfeits=forfeits,
    )


def wilson_error(shares: list[float]) -> float:
    """Half of Wilson's 95% interval: a few games prove little, even if all are won."""
    games = len(shares)
    mean = sum(shares) / games
    spread = sum((share - mean) ** 2 for share in shares) / games
    weight = NINETY_FIVE**2 / games
    return NINETY_FIVE * math.sqrt(spread / games + weight / (4 * games)) / (1 + weight)


def ratings(results: list[Result]) -> dict[str, tuple[float, float]]:
    """Plackett-Luce ratings with the half width of their 95% intervals."""
    model = PlackettLuce()
    rated = {
        bot: model.rating(name=bot) for result in results for bot in dict.fromkeys(result.job.seats)
    }
    order = list(results)
    random.Random(0).shuffle(order)  # ratings depend on the order, so it must not be the seating's
    for result in order:
        teams = [[rated[bot]] for bot in result.job.seats]
        scores = [-math.inf if s == result.forfeiter else x for s, x in enumerate(result.scores)]
        ranks = [float(sum(other > score for other in scores)) for score in scores]
        for bot, [new] in zip(result.job.seats, model.rate(teams, ranks=ranks), strict=True):
            rated[bot] = new
    return {bot: (found.mu, NINETY_FIVE * found.sigma) for bot, found in rated.items()}
