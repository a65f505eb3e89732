"""Perft: how many ways there are to play on, counted by both engines."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from atlantis_games import OVER, Dealer, Position
from atlantis_games.arena.simulation import perft
from games.engines import ENGINES, Engines, both_engines
from support.playing import any_choice, random_options

# From the dealt position of a seed, as `atlantis perft GAME --seed S --players P` prints them.
COUNTS = {
    ("causeway", "0", 2): [4, 37, 117, 742, 3045, 27041, 158319, 1258271],
    ("causeway", "1", 3): [4, 37, 117, 763, 3745, 31059, 166495, 889308],
    ("causeway", "2", 4): [4, 51, 144, 1008, 5376, 47614, 274169],
    ("escape", "0", 2): [37, 1351, 48691, 1732482],
    ("escape", "0", 4): [37, 1351, 48691, 1732482],
}


@pytest.mark.parametrize(("name", "seed", "players"), COUNTS)
def test_counts_are_as_they_were(name: str, seed: str, players: int) -> None:
    position = Dealer(seed).deal(ENGINES[name].game.new(players))
    counts = COUNTS[name, seed, players]
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts
    assert perft(position, 0) == 1


@both_engines
@pytest.mark.parametrize("seed", range(8))
def test_the_reference_counts_the_same(engines: Engines, seed: int) -> None:
    """From positions somewhere in a random game, as deep as the slow engine can count."""
    rng = random.Random(seed)
    players = rng.choice([2, 3, 4])
    options = random_options(engines.game, rng)
    position, reference = (
        engines.game.new(players, **options),
        engines.reference(players, **options),
    )
    for _ in range(rng.randrange(90, 400)):
        move = any_choice(position, rng)
        if position.play(move).is_over:
            break
        position = position.play(move)
        reference.play(move)
    for depth in (1, 2, 3):
        if perft(position, depth) > 4000:
            break
        assert perft(position, depth) == slow_perft(reference, depth)


def slow_perft(reference: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if reference.actor == OVER:
        return 0
    moves = reference.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(reference)
        after.play(move)
        total += slow_perft(after, depth - 1)
    return total


def test_a_finished_game_has_no_ways_on() -> None:
    rng = random.Random(1)
    position: Position = ENGINES["causeway"].game.new(2)
    while not position.is_over:
        position = position.play(any_choice(position, rng))
    assert perft(position, 1) == 0
    assert perft(position, 3) == 0
