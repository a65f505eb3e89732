"""Ratings: who won more stands first, the order of games does not matter, deals belong together."""

from __future__ import annotations

import random

import numpy as np
import pytest

from atlantis_games import BadRequest
from atlantis_games.arena.ratings import standings, wilson
from atlantis_games.arena.results import Result
from atlantis_games.arena.schedule import schedule
from atlantis_games.arena.sequential import is_decided


def played(
    strengths: dict[str, float], games: int, players: int, seed: int = 0, luck: float = 0.0
) -> list[Result]:
    """Made-up games of Luce's model; with luck, deals favour one bot in all their seatings."""
    generator = np.random.default_rng(seed)
    found = []
    favours: dict[int, str] = {}
    for job in schedule(list(strengths), games, [players]):
        favoured = favours.setdefault(job.deal, str(generator.choice(list(strengths))))
        weights = np.array(
            [strengths[bot] * np.exp(luck * (bot == favoured)) for bot in job.seats], np.float64
        )
        winner = generator.choice(players, p=weights / weights.sum())
        shares = [float(seat == winner) for seat in range(players)]
        found.append(Result(job, [int(9 * share) for share in shares], shares, []))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_order_of_games_does_not_change_a_digit_and_the_winner_stands_first(
    players: int,
) -> None:
    """An online filter put the loser first in many of these tables."""
    for seed in range(3):
        results = played({"a": 1.0, "b": 1.1, "c": 1.0, "d": 0.9}, 60, players, seed)
        rows = standings(results)
        shares = [row.win_share.value for row in rows]
        assert shares == sorted(shares, reverse=True)
        random.Random(seed).shuffle(results)
        assert standings(results) == rows


def test_elo_is_a_difference_to_the_anchor_that_the_strengths_explain() -> None:
    """A strength of 10 to 1 is 400 Elo, with two players and with three."""
    for players in (2, 3):
        rows = standings(played({"a": 1.0, "b": 10.0, "c": 3.0}, 1800, players), "a")
        elo = {row.bot: row.elo for row in rows}
        assert (elo["a"].low, elo["a"].value, elo["a"].high) == (0, 0, 0)
        assert elo["b"].low < 400 < elo["b"].high
        assert elo["b"].high - elo["b"].low < 130
    with pytest.raises(BadRequest, match="anchor 'z' is not among the bots a, b, c"):
        standings(played({"a": 1.0, "b": 10.0, "c": 3.0}, 6, 2), "z")


def test_the_usual_anchor_is_random() -> None:
    assert standings(played({"a": 2.0, "random": 1.0}, 20, 2))[0].anchor == "random"
    assert standings(played({"b": 2.0, "a": 1.0}, 20, 2))[0].anchor == "a"


def test_shares_and_intervals_stay_within_their_bounds() -> None:
    """All games won: the share is 100%, and the interval has a width on the side that is left."""
    for games in (2, 10, 100):
        first, second = standings(played({"a": 1e12, "b": 1.0}, games, 2), "b")
        assert (first.win_share.value, first.win_share.high) == (1, 1)
        assert (second.win_share.value, second.win_share.low) == (0, 0)
        assert 0.3 < first.win_share.low < 1
        assert first.elo.low < first.elo.value <= first.elo.high < 2000
    assert wilson([[1.0, 1.0]] * 50).low == pytest.approx(0.963, abs=0.001)


def test_games_of_one_deal_count_for_fewer_where_deals_decide() -> None:
    """If a deal decides all its games, a hundred deals of six games are a hundred observations."""
    alike = wilson([[float(deal % 2)] * 6 for deal in range(100)])
    apart = wilson([[1.0, 0.0] * 3 for _ in range(100)])
    assert alike.high - alike.low == pytest.approx(0.19, abs=0.01)
    assert apart.high - apart.low < 0.09
    lucky = {row.bot: row for row in standings(played({"a": 1.0, "b": 1.0}, 200, 2, 0, 9.0), "a")}
    plain = {row.bot: row for row in standings(played({"a": 1.0, "b": 1.0}, 200, 2), "a")}
    assert lucky["b"].elo.high - lucky["b"].elo.low > 1.2 * (
        plain["b"].elo.high - plain["b"].elo.low
    )


def test_intervals_hold_what_they_promise() -> None:
    """Of 20 tables at least 16 have the true difference in their interval of 95%."""
    held = 0
    for seed in range(20):
        rows = standings(played({"a": 1.0, "b": 2.0}, 80, 2, seed), "a")
        found = next(row.elo for row in rows if row.bot == "b")
        held += found.low <= 400 * np.log10(2) <= found.high
    assert held >= 16


def test_a_sequential_test_decides_early_and_seldom_wrongly() -> None:
    wrong, games = 0, []
    for seed in range(10):
        results = played({"a": 3.0, "b": 1.0}, 1000, 2, seed)
        end = next(end for end in range(2, 1000, 2) if is_decided(results[:end], "a"))
        games.append(end)
        wrong += sum(r.shares[r.job.seats.index("a")] for r in results[:end]) < end / 2
    assert wrong <= 1
    assert 16 <= sum(games) / len(games) < 200
