"""Chapter 2: the path is laid and the hands are dealt."""

from __future__ import annotations

from itertools import accumulate, chain, repeat

import pytest

from atlantis_games import Position, new_game
from games.causeway.diagram import diagram
from games.causeway.reading import discard, figures, hand, path
from support.playing import moves, play

pytestmark = pytest.mark.plain

# The picture of the rulebook's setup.
FIRST_HALF = """
    amphora2 helmet6 olive7 olive3 amphora4 olive4 crown4 flag7 ring1 statue2
    crown2 statue6 crown3 flag3 statue4 crown5 ring2 flag5 ring5 flag2
    statue3 statue5 amphora3 helmet1 olive5 ring4
"""
SECOND_HALF = """
    crown4 flag1 amphora5 crown1 amphora6 flag5
    flag3 ring3 olive1 ring4 helmet5 flag2 helmet1 statue1 olive4 statue7
    flag4 olive6 statue2 amphora4 statue4 ring2 ring7 olive5 amphora3 statue5
"""
TOPS = (FIRST_HALF + SECOND_HALF).split()
DOUBLE = [*range(1, 11), *range(21, 27), *range(28, 34), *range(44, 54)]


def lay_tops(position: Position) -> Position:
    """Lays the visible tiles of the picture."""
    return play(position, *(f"tile {tile}" for tile in TOPS))


def deal(position: Position, *hands: str) -> Position:
    """Deals hands such as `ring ring flag`, seat by seat."""
    return play(position, *(f"draw {item}" for item in " ".join(hands).split()))


def test_the_setup_picture() -> None:
    """§2.1-§2.5: dealt as chance deals it, and drawn."""
    dealt = deal(
        lay_tops(new_game("causeway")), "ring ring flag olive", "crown helmet helmet statue olive"
    )
    drawn = diagram("""
        path  amphora2+ helmet6+ olive7+ olive3+ amphora4+ olive4+ crown4+ flag7+ ring1+ statue2+
              crown2 statue6 crown3 flag3 statue4 crown5 ring2 flag5 ring5 flag2
              statue3+ statue5+ amphora3+ helmet1+ olive5+ ring4+
              ~
              crown4+ flag1+ amphora5+ crown1+ amphora6+ flag5+
              flag3 ring3 olive1 ring4 helmet5 flag2 helmet1 statue1 olive4 statue7
              flag4+ olive6+ statue2+ amphora4+ statue4+ ring2+ ring7+ olive5+ amphora3+ statue5+
        blue  hand 2xring flag olive
        white hand crown 2xhelmet statue olive
    """)
    assert dealt == drawn
    assert moves(dealt) == {"A ring", "A flag", "A olive", "bridge 27"}


def test_the_path_has_53_spaces_between_atlantis_and_the_mainland() -> None:
    """§2.1"""
    position = diagram("""
        path@53 ring1
        blue    A:53 hand ring flag
    """)
    assert [space["space"] for space in position.view(0)["path"]] == list(range(1, 54))
    assert figures(play(position, "B ring", "then flag"), 0) == (53, 54, 0)


def test_ten_double_ten_single_six_double_water_and_the_same_backwards() -> None:
    """§2.2"""
    spaces = lay_tops(new_game("causeway")).view(0)["path"]
    assert [space["space"] for space in spaces if "covered" in space] == DOUBLE
    assert [space["space"] for space in spaces if "item" not in space] == [27]
    assert all(space["back"] == "A" for space in spaces[:26])
    assert all(space["back"] == "B" for space in spaces[27:])


def test_any_tile_of_the_back_may_come_and_none_comes_twice() -> None:
    """§2.2: the tiles are shuffled."""
    position = new_game("causeway")
    assert set(position.odds.values()) == {1}
    after = play(position, "tile ring3")
    assert set(position.odds) - set(after.odds) == {"tile ring3"}
    assert set(after.odds.values()) == {1}


def test_visible_tiles_are_laid_from_atlantis_to_the_mainland() -> None:
    """§2.3"""
    position = new_game("causeway")
    spaces = chain(range(1, 27), range(28, 54))
    for space, tile in zip(spaces, TOPS, strict=True):
        position = position.play(f"tile {tile}")
        assert path(position, space, space).removesuffix("+") == tile
    assert "draw ring" in position.odds


def test_lower_tiles_stay_unknown() -> None:
    """§2.3"""
    position = lay_tops(new_game("causeway"))
    spaces = position.view(0)["path"]
    assert all(spaces[space - 1]["covered"] == "?" for space in DOUBLE)
    assert {len(tiles) for tiles in position.view(0)["unseen"].values()} == {16}


def test_with_peek_lower_tiles_are_laid_after_the_visible_ones_and_before_the_hands() -> None:
    """§2.3"""
    position = lay_tops(new_game("causeway", peek=True))
    for space in DOUBLE:
        outcome = next(iter(position.odds))
        position = position.play(outcome)
        below = position.view(0)["path"][space - 1]["covered"]
        assert f"tile {below}" == outcome
    assert position.view(0)["unseen"] == {"A": [], "B": []}
    assert "draw ring" in position.odds


def test_with_peek_nothing_is_left_to_chance_when_a_stack_is_uncovered() -> None:
    """§2.3"""
    position = diagram(
        """
        path ring1 flag2+crown5 olive3
        blue A:1 hand olive
        """,
        peek=True,
    )
    assert position.view(1)["path"][1]["covered"] == "crown5"
    after = play(position, "A olive")
    assert path(after, 1, 3) == "ring1 crown5 olive3"
    assert "covered" not in after.view(1)["path"][1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_figures_begin_on_atlantis_and_each_player_has_a_bridge(players: int) -> None:
    """§2.4"""
    position = lay_tops(new_game("causeway", players=players))
    seats = position.view(0)["seats"]
    assert [list(seat["figures"].values()) for seat in seats] == [[0, 0, 0]] * players
    assert [seat["bridge"] for seat in seats] == [True] * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_gets_a_card_more_than_the_one_before(players: int) -> None:
    """§2.5: 4, 5, 6 and 7 cards, and seat 1 starts."""
    position = lay_tops(new_game("causeway", players=players))
    hands = [4, 5, 6, 7][:players]
    for dealt, size in zip(accumulate(hands, initial=0), hands, strict=False):
        assert position.state.seat == hands.index(size)
        assert position.audience == hands.index(size)
        assert position.state.deck_size == 105 - dealt
        position = play(position, *repeat("draw ring", size - 2), "draw flag", "draw olive")
    assert position.actor == 0
    assert position.state.hand_size.tolist() == hands + [0] * (4 - players)
    assert hand(position, 1) == {"ring": 3, "flag": 1, "olive": 1}


def test_what_is_drawn_depends_on_what_is_left() -> None:
    """§2.5"""
    position = lay_tops(new_game("causeway"))
    assert play(position, "draw ring", "draw ring").odds["draw ring"] == 13


# §2.6 The draw pile. Blue goes from ring1 to flag2 and takes ring1, which leaves no gap.


def test_an_empty_draw_pile_stays_empty_until_a_card_is_needed() -> None:
    """§2.6"""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1 hand flag
        draw    crown
        discard 3xhelmet
    """)
    after = play(position, "A flag", "draw crown")
    assert after.actor == 1
    assert after.state.deck_size == 0
    assert discard(after) == {"helmet": 3, "flag": 1}


def test_the_new_draw_pile_contains_what_was_played_this_turn() -> None:
    """§2.6"""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1 hand flag
        draw
        discard 3xhelmet
    """)
    after = play(position, "A flag")
    assert after.odds == {"draw helmet": 3, "draw flag": 1}
    assert discard(after) == {}


def test_the_new_draw_pile_contains_what_was_paid_this_turn() -> None:
    """§2.6, §5.7"""
    position = diagram("""
        path    ring1 ~ olive3
        blue    A:1 hand olive statue
        draw
        discard
    """)
    assert play(position, "A olive", "pay statue").odds == {"draw statue": 1, "draw olive": 1}


def test_the_pile_is_shuffled_in_the_middle_of_a_draw() -> None:
    """§2.6"""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1 B:home hand flag
        draw    crown
        discard 2xhelmet
    """)
    after = play(position, "A flag")
    assert after.odds == {"draw crown": 1}
    after = play(after, "draw crown")
    assert after.odds == {"draw helmet": 2, "draw flag": 1}
    after = play(after, "draw flag")
    assert after.actor == 1
    assert after.state.deck_size == 2


def test_bought_cards_come_from_a_new_pile_too() -> None:
    """§2.6, §7.1"""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1 tiles 7
        draw    flag
        discard helmet olive
    """)
    after = play(position, "buy 7", "draw flag")
    assert after.odds == {"draw helmet": 1, "draw olive": 1}
    after = play(after, "draw olive", "draw helmet")
    assert after.actor == 0
    assert hand(after, 0) == {"flag": 1, "helmet": 1, "olive": 1}


def test_buying_begins_with_a_new_pile_when_the_old_one_is_empty() -> None:
    """§2.6, §7.1"""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1 tiles 2
        draw
        discard helmet olive
    """)
    assert play(position, "buy 2").odds == {"draw helmet": 1, "draw olive": 1}


def test_when_both_piles_are_empty_drawing_stops() -> None:
    """§2.6: three cards are due, two are there."""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1 B:home C:home hand flag
        draw    crown
        discard
    """)
    after = play(position, "A flag", "draw crown", "draw flag")
    assert after.actor == 1
    assert hand(after, 0) == {"crown": 1, "flag": 1}


def test_when_no_card_is_left_at_all_the_turn_ends_without_one() -> None:
    """§2.6: blue passes, and there is nothing to draw."""
    position = diagram("""
        path    ring1 flag2 olive3
        blue    A:1
        draw
        discard
    """)
    after = play(position, "pass")
    assert after.actor == 1
    assert hand(after, 0) == {}
