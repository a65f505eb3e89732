"""The two engines of each game side by side: the compiled one, and the slow and obvious one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from atlantis_games import CHANCE, OVER, Game, Position
from atlantis_games.games import GAMES
from games.causeway.picture import picture as causeway_picture
from games.escape.picture import picture as escape_picture
from reference.causeway import Causeway
from reference.escape import Escape
from support.playing import any_choice


@dataclass(frozen=True)
class Engines:
    """The two engines of a game, and the compiled one's position in the other's words."""

    game: Game
    reference: Callable[..., Any]
    picture: Callable[[Position], dict[str, object]]


ENGINES = {
    "causeway": Engines(GAMES["causeway"], Causeway, causeway_picture),
    "escape": Engines(GAMES["escape"], Escape, escape_picture),
}

both_engines = pytest.mark.parametrize("engines", ENGINES.values(), ids=ENGINES)
all_games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def play_in_step(
    engines: Engines,
    players: int,
    options: dict[str, object],
    rng: random.Random,
    choose: Callable[[Position, random.Random], str] = any_choice,
) -> int:
    """One game on both engines, compared at every step; how many steps it took."""
    position = engines.game.new(players, **options)
    reference = engines.reference(players, **options)
    steps = 0
    while True:
        assert position.actor == reference.actor
        if position.actor == OVER:
            break
        expected = reference.moves()
        if position.actor == CHANCE:
            assert dict(position.odds) == expected
        else:
            assert set(position.moves) == set(expected)
        assert engines.picture(position) == reference.picture()
        move = choose(position, rng)
        position = position.play(move)
        reference.play(move)
        steps += 1
    assert engines.picture(position) == reference.picture()
    assert list(position.scores) == reference.scores()
    return steps
