"""Bots at tables: which level plays, and what it plays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlantis_games.core.contract import Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import Match
from atlantis_games.games import GAMES, game_named
from atlantis_games.server import thoughts
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


def test_a_stand_in_keeps_what_its_player_has_once() -> None:
    """Where a bot of its own would lay the bridge, the bot for somebody who is away does not."""
    game = game_named("causeway")
    laid = 0
    for seed in range(4):
        match = Match(game.new(2), dealer=Dealer(str(seed)))
        match.deal()
        while not match.position.is_over:
            position = match.position.redacted(match.position.actor)
            bot = thoughts.new_bot(game, "greedy")
            move = bot.choose(position, None)
            if move.startswith("bridge"):
                laid += 1
                assert not thoughts.stand_in_move(position, bot).startswith("bridge")
            match.play(move)
            match.deal()
    assert laid > 0
