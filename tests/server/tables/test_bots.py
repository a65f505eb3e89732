"""Bots at tables: which level plays, and what it plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.games import GAMES
from atlantis_games.server.tables import bots

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@games
def test_levels_are_those_of_the_game(game: Game) -> None:
    levels = list(game.levels)
    assert bots.level_for(game, levels[-1]) == levels[-1]
    assert bots.level_for(game, "") == levels[1]
    assert bots.stand_in(game) == levels[-2]
    with pytest.raises(BadRequest, match="no level 'god'; there are " + levels[0]):
        bots.level_for(game, "god")


@games
def test_a_game_may_have_one_level_or_none(game: Game) -> None:
    one = replace(game, levels={"only": "random"})
    assert (bots.level_for(one, ""), bots.stand_in(one)) == ("only", "only")
    none = replace(game, levels={})
    assert bots.stand_in(none) == bots.WITHOUT_LEVELS
    with pytest.raises(BadRequest, match="no level"):
        bots.level_for(none, "")
