"""Tuning: values of a setting play for the place of the best, repeatably."""

from __future__ import annotations

import pytest

from atlantis_games import BadRequest
from atlantis_games.arena.tuning import Tuning, tune


def test_the_better_value_is_found_again_and_again() -> None:
    """A search that explores without end goes by first impressions alone, and loses."""
    tuning = Tuning("causeway", "search:60", "explore", ["100", "0.4"], 60)
    [match] = tune(tuning, jobs=1)
    assert (match.challenger, match.holder, match.is_better) == ("0.4", "100", True)
    assert match.share.low <= match.share.value <= match.share.high
    assert list(tune(tuning, jobs=2)) == [match]


@pytest.mark.parametrize(
    ("bot", "values", "words"),
    [
        ("search:10", ["0.4"], "at least two different values"),
        ("search:10", ["0.4", "0.4"], "at least two different values"),
        ("search:10ms", ["0.4", "0.5"], "a search by iterations"),
        ("greedy", ["0.4", "0.5"], "Only a search has settings"),
    ],
)
def test_what_cannot_be_tuned_is_refused(bot: str, values: list[str], words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        list(tune(Tuning("causeway", bot, "explore", values, 10)))
