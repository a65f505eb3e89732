"""Shares of a win, and how a bot chooses among values."""

from __future__ import annotations

import numpy as np
import pytest

from atlantis_games.kernels.random import stream
from atlantis_games.kernels.results import shares, shares_of
from atlantis_games.kernels.tree import final_choice, softmax_choice


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([12, 30, 30], [0.0, 0.5, 0.5]),
        ([5, 4], [1.0, 0.0]),
        ([-3, -3, -3, -3], [0.25] * 4),
        ([0, -7], [1.0, 0.0]),
    ],
)
def test_the_most_points_share_the_win(scores: list[int], expected: list[float]) -> None:
    assert shares_of(scores) == expected


def test_empty_seats_have_no_share() -> None:
    out = np.full(4, 9.0)
    shares(np.array([-5.0, -2.0, 0.0, 0.0]), 2, out)
    assert out.tolist() == [0.0, 1.0, 9.0, 9.0]


def test_a_temperature_errs_now_and_then() -> None:
    values, random = np.array([1.0, 2.0, 0.0]), stream(1)
    assert softmax_choice(values, 3, 0.0, random) == 1
    found = [softmax_choice(values, 3, 1.0, random) for _ in range(2000)]
    expected = np.exp(values) / np.exp(values).sum()
    assert np.allclose(np.bincount(found) / 2000, expected, atol=0.04)


def test_a_child_without_visits_is_not_chosen() -> None:
    visits, means = np.array([3.0, 0.0]), np.array([0.1, 0.0])
    assert final_choice(visits, means, 2, 0.0, stream(1)) == 0
    chosen = {final_choice(visits, means, 2, 0.02, stream(seed)) for seed in range(50)}
    assert chosen == {0}
