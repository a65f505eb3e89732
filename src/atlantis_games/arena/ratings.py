"""What the results of a tournament say about the bots."""

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
    """One bot among so many players."""

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
    """A bot's row."""
    shares, scores, forfeits = [], [], 0
    for result in results:
        for seat, name in enumerate(result.job.seats):
            if name == bot:
                shares.append(result.shares[seat])
                forfeits += result.forfeiter == seat
                if not result.forfeit:
                    scores.append(result.scores[seat])
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / len(shares)
    weight = NINETY_FIVE**2 / len(shares)  # Wilson's: a few games prove little, even if all are won
    return Standing(
        bot=bot,
        players=players,
        games=len(shares),
        win_share=mean,
        win_share_error=NINETY_FIVE
        * math.sqrt(spread / len(shares) + weight / (4 * len(shares)))
        / (1 + weight),
        mean_score=sum(scores) / len(scores) if scores else None,
        rating=rating,
        rating_error=rating_error,
        forfeits=forfeits,
    )


def ratings(results: list[Result]) -> dict[str, tuple[float, float]]:
    """Plackett-Luce ratings with the half width of their 95% intervals."""
    model = PlackettLuce()
    rated = {
        bot: model.rating(name=bot) for result in results for bot in dict.fromkeys(result.job.seats)
    }
    order = list(results)
    random.Random(0).shuffle(
        order
    )  # ratings follow the order of games: it must not be the seating's
    for result in order:
        teams = [[rated[bot]] for bot in result.job.seats]
        scores = [-math.inf if s == result.forfeiter else x for s, x in enumerate(result.scores)]
        ranks = [float(sum(other > score for other in scores)) for score in scores]
        for bot, [new] in zip(result.job.seats, model.rate(teams, ranks=ranks), strict=True):
            rated[bot] = new
    return {bot: (found.mu, NINETY_FIVE * found.sigma) for bot, found in rated.items()}
