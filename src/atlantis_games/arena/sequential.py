"""When enough games are played to say which of two bots is better: a sequential test over deals."""

from __future__ import annotations

import math

from atlantis_games.arena.results import Result

ELO = 20.0  # a difference that must be seen; of bots nearer to each other it may say either
ERROR = 0.05  # the chance of the wrong answer if they differ by so much
BOUND = math.log((1 - ERROR) / ERROR)  # Wald's, of the logarithm of the likelihood ratio
MIN_DEALS = 8


def is_decided(results: list[Result], bot: str) -> bool:
    """Whether the deals so far show that one of two bots is stronger by the difference, or weaker.

    A generalised sequential probability ratio test: the shares of each deal, over all its seatings,
    are taken to be normal with the spread that they have.
    """
    shares = deal_shares(results, bot)
    return len(shares) >= MIN_DEALS and abs(log_likelihood_ratio(shares)) >= BOUND


def deal_shares(results: list[Result], bot: str) -> list[float]:
    """The wins of a bot in each deal as a part of all of them; 0.5 where two bots are equal."""
    won: dict[int, list[float]] = {}
    for result in results:
        own = sum(
            share
            for name, share in zip(result.job.seats, result.shares, strict=True)
            if name == bot
        )
        won.setdefault(result.job.deal, []).append(own)
    return [sum(deal) / len(deal) for _, deal in sorted(won.items())]


def log_likelihood_ratio(shares: list[float]) -> float:
    """Of being stronger by `ELO` against being weaker by it."""
    half = 1 / (1 + 10 ** (-ELO / 400)) - 0.5
    deals = len(shares)
    mean = sum(shares) / deals
    # One deal more that was half won, half lost, so that equal deals do not prove everything.
    spread = (sum((share - mean) ** 2 for share in shares) + 0.25) / (deals + 1)
    return 2 * half * deals * (mean - 0.5) / spread
