"""The numbers of actions and their blocks."""

from __future__ import annotations

import pytest

from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games.causeway import GAME
from atlantis_games.games.causeway.actions import (
    BLOCK_OF,
    BLOCKS,
    BRIDGE,
    CHAIN,
    DRAW,
    FIRST,
    TILE,
    block_and_number,
)
from atlantis_games.games.causeway.tables import ITEMS, TILES

pytestmark = pytest.mark.plain


def test_every_block_has_the_actions_of_one_code() -> None:
    codes = [BLOCKS[block][0] for block in BLOCK_OF]
    assert codes == [action.code for action in GAME.notation]


def test_the_number_in_a_block_names_the_action() -> None:
    for action, text in enumerate(GAME.moves):
        block, number = block_and_number(action)
        assert action == FIRST[block] + number
        if block == CHAIN:
            assert text == f"then {ITEMS[number]}"
        elif block == BRIDGE:
            assert text == f"bridge {number + 1}"
        elif block == TILE:
            assert text == f"tile {TILES[number]}"
        elif block == DRAW:
            assert text == f"draw {ITEMS[number]}"


def test_decisions_come_before_what_chance_does() -> None:
    assert GAME.observation.DECISIONS == FIRST[TILE] == 104
    for number, action in enumerate(GAME.notation):
        assert bool(action.clicks) == (number < GAME.observation.DECISIONS)
    assert FIRST[BRIDGE] <= 64  # all other decisions fit into a mask


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_can_be_put_into_words(language: str) -> None:
    texts = GAME.texts(language)
    for action in GAME.notation:
        assert "{" not in texts.fill(f"log.{action.code}", {"who": "Ada", **action.values})
        if action.clicks:
            assert f"move.{action.code}" in texts
            assert "{" not in texts.fill(f"move.{action.code}", action.values)
