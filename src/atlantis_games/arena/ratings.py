"""The standings of a tournament: shares of wins and Elo differences, with intervals over deals.

The model is Luce's: a bot wins a game with a chance in proportion to its strength among those who
sit there. With two players that is Bradley-Terry, with more the first place of Plackett-Luce. A
shared win counts in parts. Strengths are fitted by maximum likelihood, so the order in which games
were played does not matter, and where all bots met equally often they rank by their wins.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from atlantis_games.arena.results import Result
from atlantis_games.core.errors import BadRequest

NINETY_FIVE = 1.96  # standard errors of a 95% interval
RESAMPLES = 1000
ELO = 400 / math.log(10)  # points that a factor of e in strength is worth
PRIOR = 1.0  # games that each bot is taken to have drawn against one of middling strength
MAX_STEPS = 100  # of Newton's method, which takes about ten
MAX_STEP = 2.0  # of a strength's logarithm in one of them
PRECISION = 1e-9
MAX_NUMBERS = 2_000_000  # that are worked on at once
USUAL_ANCHOR = "random"


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95% interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """The standing of a bot in games of one number of players."""

    bot: str
    players: int
    games: int
    win_share: Interval
    mean_score: float | None  # of the games that nobody forfeited
    elo: Interval  # difference to the anchor, which has 0
    anchor: str
    forfeits: int
    endings: dict[str, int]  # how many of its games ended in which way, but for forfeits

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def standings(results: list[Result], anchor: str = "") -> list[Standing]:
    """Every bot by number of players, the best first; Elo is counted from the anchor."""
    rows = []
    order = sorted(results, key=lambda result: (result.job.deal, result.job.seats))
    for players in sorted({result.job.players for result in results}):
        group = [result for result in order if result.job.players == players]
        bots = sorted({bot for result in group for bot in result.job.seats})
        fixed = anchor_among(bots, anchor)
        rated = ratings(Tally(group, bots), bots.index(fixed))
        found = [
            standing(bot, group, rating, fixed) for bot, rating in zip(bots, rated, strict=True)
        ]
        rows += sorted(found, key=lambda row: -row.elo.value)
    return rows


def anchor_among(bots: list[str], anchor: str) -> str:
    """Which bot has 0 Elo: the one asked for, else `random` if it plays, else the first by name."""
    if anchor and anchor not in bots:
        raise BadRequest(f"The anchor {anchor!r} is not among the bots {', '.join(bots)}.")
    return anchor or (USUAL_ANCHOR if USUAL_ANCHOR in bots else bots[0])


def standing(bot: str, results: list[Result], elo: Interval, anchor: str) -> Standing:
    """The standing of one bot in games of one number of players."""
    shares: dict[int, list[float]] = defaultdict(list)
    scores, forfeits = [], 0
    for result in results:
        for seat, name in enumerate(result.job.seats):
            if name == bot:
                shares[result.job.deal].append(result.shares[seat])
                forfeits += result.forfeiter == seat
                if not result.forfeit:
                    scores.append(result.scores[seat])
    return Standing(
        bot=bot,
        players=results[0].job.players,
        games=sum(map(len, shares.values())),
        win_share=wilson(list(shares.values())),
        mean_score=sum(scores) / len(scores) if scores else None,
        elo=elo,
        anchor=anchor,
        forfeits=forfeits,
        endings=dict(Counter(game.ending for game in results if counts(bot, game)).most_common()),
    )


def counts(bot: str, result: Result) -> bool:
    """Whether a bot played a game to its end."""
    return bot in result.job.seats and not result.forfeit


def wilson(shares: list[list[float]]) -> Interval:
    """The mean of the shares in each deal with Wilson's 95% interval.

    It stays within 0 and 1, and a few games prove little, even if all are won. Games of one deal
    are alike, so they count for fewer: as many as give the spread that deals have among each other.
    """
    sizes = np.array([len(deal) for deal in shares], np.float64)
    sums = np.array([sum(deal) for deal in shares])
    games, deals = float(sizes.sum()), len(shares)
    mean = float(sums.sum() / games)
    variance = float(((sums - mean * sizes) ** 2).sum()) / games**2 * deals / max(1, deals - 1)
    alone = mean * (1 - mean)  # the variance of one game that is won or lost
    counted = games if variance <= alone / games else max(float(deals), alone / variance)
    weight = NINETY_FIVE**2 / counted
    centre = (mean + weight / 2) / (1 + weight)
    half = NINETY_FIVE * math.sqrt(alone / counted + weight / (4 * counted)) / (1 + weight)
    return Interval(mean, max(0.0, min(mean, centre - half)), min(1.0, max(mean, centre + half)))


class Tally:
    """What strengths depend on: how often each line-up met in each deal, and who won."""

    def __init__(self, results: list[Result], bots: list[str]) -> None:
        number = {bot: place for place, bot in enumerate(bots)}
        deals = sorted({result.job.deal for result in results})
        line_ups = sorted({tuple(sorted(result.job.seats)) for result in results})
        row = {deal: place for place, deal in enumerate(deals)}
        column = {line_up: place for place, line_up in enumerate(line_ups)}
        self.seats = np.zeros((len(line_ups), len(bots)))  # how many each bot has in a line-up
        self.games = np.zeros((len(deals), len(line_ups)))
        self.wins = np.zeros((len(deals), len(bots)))
        for line_up, place in column.items():
            for bot in line_up:
                self.seats[place, number[bot]] += 1
        for result in results:
            deal = row[result.job.deal]
            self.games[deal, column[tuple(sorted(result.job.seats))]] += 1
            for bot, share in zip(result.job.seats, result.shares, strict=True):
                self.wins[deal, number[bot]] += share

    def even_games(self) -> tuple[Any, Any]:
        """Wins and games of a few games more, two for each bot, in which everybody was equal."""
        games = self.games.sum(axis=0)
        games *= 2 * len(self.wins[0]) / (games @ self.seats).sum()
        return games @ (self.seats / self.seats.sum(axis=1, keepdims=True)), games


def ratings(tally: Tally, anchor: int) -> list[Interval]:
    """The Elo of each bot counted from the anchor, with intervals by a bootstrap over deals.

    Some even games are added to each resample, once on average: otherwise a bot that won every game
    would win every game of every resample, and its interval would have no width.
    """
    even_wins, even_games = tally.even_games()
    deals = len(tally.games)
    random = np.random.default_rng(0)
    times = random.multinomial(deals, np.full(deals, 1 / deals), RESAMPLES)
    times = np.vstack([np.ones((1, deals)), times])  # the first is what was played
    more = np.vstack([np.zeros((1, 1)), random.poisson(1.0, (RESAMPLES, 1))])
    wins, games = times @ tally.wins + more * even_wins, times @ tally.games + more * even_games
    strengths = fit(wins, games, tally.seats)
    elo = ELO * (strengths - strengths[:, [anchor]])
    low, high = np.percentile(elo[1:], (2.5, 97.5), axis=0)
    bounds = zip(elo[0], np.minimum(low, elo[0]), np.maximum(high, elo[0]), strict=True)
    return [Interval(*map(float, found)) for found in bounds]


def fit(wins: Any, games: Any, seats: Any) -> Any:
    """The logarithms of the bots' strengths, a row for each row of wins; 0 is middling.

    A bot that never lost would be infinitely strong: half a win and half a loss against a bot of
    strength 0 are added for each.
    """
    rows = max(1, MAX_NUMBERS // seats.size)  # at once, to bound the memory
    parts = range(0, len(wins), rows)
    return np.vstack(
        [newton(wins[first : first + rows], games[first : first + rows], seats) for first in parts]
    )


def newton(wins: Any, games: Any, seats: Any) -> Any:
    """The same for a few rows, by Newton's method."""
    strengths = np.zeros_like(wins)
    for _ in range(MAX_STEPS):
        chances = seats * np.exp(strengths)[:, None, :]
        chances /= chances.sum(axis=2, keepdims=True)
        expected = (games[:, None, :] @ chances)[:, 0]
        prior = 1 / (1 + np.exp(-strengths))
        curve = -np.swapaxes(chances * games[:, :, None], 1, 2) @ chances
        diagonal = np.einsum("rbb->rb", curve)
        diagonal += expected + PRIOR * prior * (1 - prior)
        slope = wins - expected + PRIOR * (0.5 - prior)
        step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
        size = np.abs(step).max(axis=1, keepdims=True)
        strengths += step * np.minimum(1.0, MAX_STEP / np.maximum(size, PRECISION))
        if size.max() < PRECISION:
            break
    return strengths
