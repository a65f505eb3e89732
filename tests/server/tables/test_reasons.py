"""Why a move or some clicks are not legal."""

from __future__ import annotations

import pytest

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.tables.reasons import move_clicked, why_not

games = pytest.mark.parametrize("name", GAMES)


def first_decision(name: str) -> Position:
    position = Dealer("7").deal(GAMES[name].new(2))
    return position.redacted(position.actor)


@games
def test_a_legal_move_is_said_to_be_legal_by_name_and_by_clicks(name: str) -> None:
    position = first_decision(name)
    choice = position.choices()[0]
    assert why_not(position, choice["move"], None)["code"] == "legal"
    clicked = why_not(position, None, choice["clicks"])
    assert (clicked["code"], clicked["move"]) == ("legal", choice["move"])
    assert clicked["text"] == "You can make that move."


@games
def test_clicks_that_spell_no_move_are_explained(name: str) -> None:
    position = first_decision(name)
    answer = why_not(position, None, ["nothing:at-all"])
    assert answer["move"] == ""
    assert answer["text"]
    assert not answer["text"].startswith("reason."), "there is a sentence"


@games
def test_one_of_both_is_needed(name: str) -> None:
    with pytest.raises(RequestRefused, match="'move' or 'clicks'"):
        why_not(first_decision(name), None, [])


@games
def test_the_shortest_move_with_all_clicks_is_meant(name: str) -> None:
    game = GAMES[name]
    for action in game.notation:
        if action.clicks:
            found = move_clicked(game, action.clicks)
            assert found is not None
            assert set(game.notation[game.numbers[found]].clicks) >= set(action.clicks)
    assert move_clicked(game, ["nothing:at-all"]) is None
