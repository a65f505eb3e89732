"""Chapter 1: what is in the box."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, BadRequest, Position, new_game
from games.causeway.diagram import diagram
from games.causeway.reading import figures, random_game, spent, tiles
from support.playing import play

pytestmark = pytest.mark.plain

ITEMS = ("crown", "ring", "flag", "helmet", "statue", "olive", "amphora")


def lay_any_tiles(position: Position, number: int) -> Position:
    """Lets chance lay the first tile it can, so many times."""
    for _ in range(number):
        position = position.play(next(iter(position.odds)))
    return position


def box_of(position: Position) -> set[str]:
    """The tiles chance may lay now."""
    return {outcome.removeprefix("tile ") for outcome in position.odds}


def with_high_tiles(sixes: tuple[str, ...], sevens: tuple[str, ...]) -> set[str]:
    """One to five of every item, and these high tiles."""
    low = {f"{item}{value}" for item in ITEMS for value in range(1, 6)}
    return low | {f"{item}6" for item in sixes} | {f"{item}7" for item in sevens}


def test_back_a_has_42_tiles_worth_150() -> None:
    """§1.1"""
    box = box_of(new_game("causeway"))
    assert box == with_high_tiles(
        sixes=("helmet", "crown", "ring", "statue"), sevens=("amphora", "flag", "olive")
    )
    assert len(box) == 42
    assert sum(int(tile[-1]) for tile in box) == 150


def test_back_b_has_42_tiles_worth_151() -> None:
    """§1.1: back B begins after the 26 spaces of back A."""
    box = box_of(lay_any_tiles(new_game("causeway"), 26))
    assert box == with_high_tiles(
        sixes=("amphora", "flag", "olive"), sevens=("helmet", "crown", "ring", "statue")
    )
    assert len(box) == 42
    assert sum(int(tile[-1]) for tile in box) == 151


def test_there_are_15_cards_of_each_item() -> None:
    """§1.2"""
    position = lay_any_tiles(new_game("causeway"), 52)
    assert dict(position.odds) == {f"draw {item}": 15 for item in ITEMS}


def test_the_path_may_have_more_empty_spaces_than_there_are_water_tiles() -> None:
    """§1.2: 50 empty spaces, of which 48 make one gap."""
    position = diagram("""
        path    ring1
        path@50 olive6 ~ flag5
        blue    A:1 B:home C:home   hand olive ring
        white   A:50
    """)
    assert position.view(0)["gaps"] == [
        {"first": 2, "last": 49, "price": 1, "bridged": False},
        {"first": 51, "last": 51, "price": 5, "bridged": False},
    ]
    assert "A olive" not in position.moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_three_figures_a_bridge_and_a_colour(players: int) -> None:
    """§1.3"""
    seats = new_game("causeway", players=players).view(0)["seats"]
    assert [seat["colour"] for seat in seats] == ["blue", "white", "black", "red"][:players]
    assert all(list(seat["figures"]) == ["A", "B", "C"] for seat in seats)
    assert all(seat["bridge"] for seat in seats)


@pytest.mark.parametrize("players", [1, 5])
def test_fewer_than_two_or_more_than_four_cannot_play(players: int) -> None:
    """§1.3"""
    with pytest.raises(BadRequest, match="2 to 4 players"):
        new_game("causeway", players=players)


def test_an_item_is_known_by_its_name_and_not_by_a_colour_alone() -> None:
    """§1.4: the drawing on a terminal has no colour at all."""
    position = diagram("path crown1 ring1 flag1 helmet1 statue1 olive1 amphora1")
    assert all(f"{item}1" in position.draw(0) for item in ITEMS)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"peek": "on", "bought_cards_pay": "off"}),
        (4, {"spent_cards": "remove"}),
    ],
)
def test_no_tile_and_no_card_is_ever_lost(players: int, options: dict[str, str]) -> None:
    """§1.1, §1.2: 84 tiles and 105 cards, on the path, in piles or with a player."""
    for position in random_game(1, players, **options):
        state = position.state
        seats = range(players)
        in_hands = state.hands.sum(axis=0)
        piles = state.deck + state.discard + state.removed
        assert (in_hands + piles == 15).all()
        assert state.deck_size == state.deck.sum()
        assert state.discard_size == state.discard.sum()
        assert state.hand_size.tolist() == state.hands.sum(axis=1).tolist()
        collected = [tiles(position, seat) for seat in seats]
        assert [sum(own) for own in collected] == state.wealth[:players].tolist()
        if position.actor != CHANCE:
            hidden = int(state.covered).bit_count()
            visible = int(state.land).bit_count()
            assert visible + hidden + sum(map(len, collected)) + len(spent(position)) == 84
            homes = [figures(position, seat).count(54) for seat in seats]
            assert homes == state.home[:players].tolist()


def test_one_card_moves_one_figure_of_one_player() -> None:
    """§1.3"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  hand flag
        white hand flag
    """)
    after = play(position, "A flag")
    assert figures(after, 0) == (2, 0, 0)
    assert figures(after, 1) == (0, 0, 0)
