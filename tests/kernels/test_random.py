"""Streams of random numbers: repeatable, and different for every seed and decision."""

from __future__ import annotations

import numpy as np
import pytest

from atlantis_games.kernels.random import below, start_decision, stream, streams


def first_word(seed: int, decision: int) -> int:
    """Where the stream of a bot's decision begins."""
    words = stream(seed)
    start_decision(words, words[0], decision)
    return int(words[0])


def test_every_seed_and_decision_has_a_stream_of_its_own() -> None:
    found = {first_word(seed, decision) for seed in range(50) for decision in range(1, 51)}
    assert len(found) == 2500
    assert first_word(7, 3) == first_word(7, 3)


def test_many_streams_are_those_of_numbered_decisions() -> None:
    assert streams(7, 3).tolist() == [first_word(7, number) for number in (1, 2, 3)]


@pytest.mark.parametrize("seed", [0, 1, 2**64, -5])
def test_numbers_are_even_below_a_limit(seed: int) -> None:
    words = stream(seed)
    counts = np.bincount([below(words, 6) for _ in range(6000)], minlength=6)
    assert len(counts) == 6
    assert counts.min() > 850
