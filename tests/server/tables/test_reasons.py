"""Why a move or some clicks are not legal."""

from __future__ import annotations

import pytest

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.tables.reasons import why_not

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
def test_every_stray_click_is_explained_by_the_game(name: str) -> None:
    """Also one that belongs to moves of another phase."""
    position = first_decision(name)
    legal = {frozenset(choice["clicks"]) for choice in position.choices()}
    for click in position.game.actions_by_click:
        answer = why_not(position, None, [click])
        if frozenset([click]) in legal:
            assert answer["code"] == "legal"
        else:
            expected = position.game.reasons.explain_click(position, [click])
            assert (answer["move"], answer["code"]) == ("", expected.code)
            assert answer["text"] == expected.text


def test_a_lone_hex_means_what_the_phase_is_about() -> None:
    """A hex spells `place e5`, `sink e5` and `to e5`: only one of them can be meant."""
    position = Dealer("7").deal(GAMES["escape"].new(2))
    while position.state.to_place.any():
        position = position.play(next(iter(position.moves)))
    position = position.play("stop").redacted(0)
    assert why_not(position, None, ["hex:e5"])["code"] == "lower-first"
    assert why_not(position, None, ["hex:a1"])["code"] == "not-island"
    assert why_not(position, None, ["hex:d4"])["code"] == "legal"
