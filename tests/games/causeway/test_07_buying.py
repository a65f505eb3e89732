"""Chapter 7: buying cards."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE
from games.causeway.diagram import diagram
from games.causeway.reading import hand, spent, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain

SHOP = """
    path  ring1 flag2 olive3
    blue  A:1 hand flag tiles {}
"""


@pytest.mark.parametrize(("value", "cards"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_a_tile_buys_half_its_value_in_cards_rounded_down(value: int, cards: int) -> None:
    """§7.1"""
    position = diagram(SHOP.format(value))
    after = play(position, f"buy {value}")
    assert after.actor == CHANCE
    after = play(after, *["draw crown"] * cards)
    assert after.actor == 0
    assert hand(after, 0) == {"crown": cards, "flag": 1}
    assert after.view(1)["bought"] == cards


def test_the_tile_leaves_the_game() -> None:
    """§7.1"""
    position = diagram(SHOP.format("5 5 2"))
    after = play(position, "buy 5", "draw crown", "draw crown")
    assert tiles(after, 0) == [2, 5]
    assert spent(after).count(5) == spent(position).count(5) + 1
    assert after.scores[0] == position.scores[0] - 5 + 2


def test_one_tile_a_turn() -> None:
    """§7.1"""
    position = diagram(SHOP.format("2 2 4"))
    assert moves(position, "buy") == {"buy 2", "buy 4"}
    after = play(position, "buy 2", "draw crown")
    assert moves(after, "buy") == set()


def test_in_the_next_turn_one_may_buy_again() -> None:
    """§7.1"""
    position = diagram(SHOP.format("2 2"))
    after = play(position, "buy 2", "draw crown", "A flag", "draw crown")
    assert after.actor == 1
    after = play(after, "pass", "draw crown", "draw crown")
    assert moves(after, "buy") == {"buy 2"}


def test_a_tile_of_one_buys_nothing() -> None:
    """§7.1"""
    position = diagram(SHOP.format("1 1"))
    assert moves(position, "buy") == set()


def test_only_collected_tiles_can_be_given() -> None:
    """§7.1: not another player's."""
    position = diagram(SHOP.format("3") + "white tiles 5 7")
    assert moves(position, "buy") == {"buy 3"}


def test_buying_is_refused_when_no_card_could_be_drawn() -> None:
    """§7.1"""
    position = diagram(SHOP.format("4") + "draw\ndiscard")
    assert moves(position, "buy") == set()


@pytest.mark.parametrize("piles", ["draw crown\ndiscard", "draw\ndiscard crown"])
def test_a_single_card_in_either_pile_is_enough_to_buy(piles: str) -> None:
    """§7.1, §2.6: a buyer gets what there is."""
    position = diagram(SHOP.format("6") + piles)
    after = play(position, "buy 6", "draw crown")
    assert after.actor == 0
    assert hand(after, 0) == {"crown": 1, "flag": 1}
    assert moves(after, "A") == {"A crown", "A flag"}
