"""The compiled engine and the reference agree at every step of random games."""

from __future__ import annotations

import random

import pytest
from games.engines import Engines, both_engines, play_in_step

GAMES_PER_COUNT = {"causeway": 300, "escape": 40}
BATCHES = 10  # so that several processes can share the work


@both_engines
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_engines_agree_on_every_step(engines: Engines, players: int, batch: int) -> None:
    """Legal moves, chance weights, states and scores, with options varied at random."""
    rng = random.Random(f"{engines.game.name} {players} {batch}")
    for _ in range(GAMES_PER_COUNT[engines.game.name] // BATCHES):
        play_in_step(engines, players, engines.random_options(rng), rng)
