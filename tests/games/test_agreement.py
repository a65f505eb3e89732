"""The compiled engine and the reference agree at every step of random games."""

from __future__ import annotations

import random

import pytest

from games.engines import Engines, both_engines, play_in_step
from games.escape.guided import guided
from support.playing import any_choice, random_options

pytestmark = pytest.mark.no_cover  # counting lines would take longer than the games
GAMES_PER_COUNT = {"causeway": 100, "escape": 20}  # `make soak` plays thousands
BATCHES = 5  # so that several processes can share the work


def play_batch(engines: Engines, players: int, games: int, rng: random.Random) -> None:
    """Random games with random options; every second game of Escape heads for the gates."""
    for number in range(games):
        choose = guided if engines.game.name == "escape" and number % 2 else any_choice
        play_in_step(engines, players, random_options(engines.game, rng), rng, choose)


@both_engines
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_engines_agree_on_every_step(engines: Engines, players: int, batch: int) -> None:
    """Legal moves, chance weights, states and scores, with options varied at random."""
    rng = random.Random(f"{engines.game.name} {players} {batch}")
    play_batch(engines, players, GAMES_PER_COUNT[engines.game.name] // BATCHES, rng)
