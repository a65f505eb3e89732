"""Chapter 3: the order of a turn, the moments for the bridge, and passing."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, IllegalMove
from games.causeway.diagram import diagram
from games.causeway.reading import figures, hand, owed, path, shown, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain

# Two gaps, at 3 for 3 points and at 6 for 2.
TWO_GAPS = """
    path  ring1 flag5 ~ olive3 crown4 ~ statue2
"""


# §3.1 The start of a turn


def test_cards_may_be_bought_before_the_bridge_is_laid() -> None:
    """§3.1: and they are seen first."""
    position = diagram(TWO_GAPS + "blue A:1 hand flag tiles 4")
    after = play(position, "buy 4", "draw olive", "draw ring")
    assert hand(after, 0) == {"ring": 1, "flag": 1, "olive": 1}
    after = play(after, "bridge 3")
    assert after.actor == 0
    assert moves(after, "A") == {"A ring", "A flag", "A olive"}


def test_cards_may_be_bought_after_the_bridge_is_laid() -> None:
    """§3.1"""
    position = diagram(TWO_GAPS + "blue A:1 hand flag tiles 4")
    after = play(position, "bridge 3", "buy 4", "draw olive", "draw ring")
    assert after.actor == 0
    assert "A olive" in after.moves


def test_buying_or_bridging_is_not_possible_once_a_card_has_been_played() -> None:
    """§3.1: white stands on flag5."""
    position = diagram(
        TWO_GAPS
        + """
        blue  A:1 hand flag olive tiles 4
        white A:2
        """
    )
    assert moves(position, "buy", "bridge") == {"buy 4", "bridge 3", "bridge 6"}
    after = play(position, "A flag")
    assert moves(after) == {"then olive"}
    after = play(after, "then olive")
    assert owed(after) == 3
    assert moves(after, "buy") == set()


def test_cards_cannot_be_bought_at_the_end_of_a_turn() -> None:
    """§3.1"""
    position = diagram(TWO_GAPS + "blue A:1 hand flag tiles 4")
    after = play(position, "A flag")
    assert moves(after) == {"bridge 3", "bridge 6", "end"}


# §3.2 Moving is compulsory


def test_any_own_figure_that_is_not_home_may_be_chosen() -> None:
    """§3.2"""
    position = diagram("""
        path  ring1 flag2 olive3 crown4
        blue  A:1 B:3 C:home hand crown
        white A:2
    """)
    assert moves(position) == {"A crown", "B crown"}
    assert figures(play(position, "B crown"), 0) == (1, 4, 54)


def test_a_player_who_can_move_must_move() -> None:
    """§3.2: to the mainland, at the price of all that blue has."""
    position = diagram(TWO_GAPS + "blue A:4 B:home C:home hand ring tiles 1 1 nobridge")
    assert moves(position) == {"A ring"}


def test_nobody_must_buy_or_lay_the_bridge_to_be_able_to_move() -> None:
    """§3.2, §3.7: a bought card or the bridge might help, but passing is allowed."""
    position = diagram(TWO_GAPS + "blue A:2 B:home C:home hand olive tiles 2")
    assert moves(position) == {"buy 2", "bridge 3", "bridge 6", "pass"}


# §3.3-§3.5 Pay, take, draw


def test_a_turn_goes_move_pay_take_draw() -> None:
    """§3.3, §3.4, §3.5"""
    position = diagram(
        TWO_GAPS
        + """
        blue  A:2 hand olive tiles 3 nobridge
        white A:1
        """
    )
    moved = play(position, "A olive")
    assert (figures(moved, 0), owed(moved), tiles(moved, 0)) == ((4, 0, 0), 3, [3])
    paid = play(moved, "pay 3")
    assert (owed(paid), tiles(paid, 0), paid.actor) == (0, [5], CHANCE)
    drawn = play(paid, "draw ring")
    assert (hand(drawn, 0), drawn.actor) == ({"ring": 1}, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_the_table(players: int) -> None:
    """§3.5"""
    position = diagram("path ring1 flag2", players)
    for seat in range(players):
        assert position.actor == seat
        position = play(position, "pass", "draw ring", "draw ring")
    assert position.actor == 0


def test_a_new_turn_begins_with_nothing_bought_played_or_owed() -> None:
    """§3.5: white may buy after blue has bought."""
    position = diagram("""
        path  ring1 flag2 olive3 ~ crown1
        blue  A:1 hand crown flag tiles 3 nobridge
        white A:2 hand olive tiles 2 nobridge
    """)
    after = play(position, "buy 3", "draw ring", "A crown", "pay flag", "draw olive")
    assert after.actor == 1
    assert moves(after, "buy") == {"buy 2"}
    state = after.state
    assert not state.played.any()
    assert not state.bought.any()
    assert state.has_paid == state.owed == state.bought_count == state.has_bought == 0


# §3.6 The three moments for the bridge


def test_the_bridge_at_the_start() -> None:
    """§3.6: crossing is free at once."""
    position = diagram(TWO_GAPS + "blue A:2 hand olive")
    assert "A olive" not in position.moves
    after = play(position, "bridge 3", "A olive")
    assert owed(after) == 0


@pytest.mark.parametrize(("space", "rest"), [(3, 2), (6, 3)])
def test_the_bridge_while_something_is_owed(space: int, rest: int) -> None:
    """§3.6: the sum is counted again."""
    position = diagram(TWO_GAPS + "blue A:1 hand statue tiles 7")
    moved = play(position, "A statue")
    assert owed(moved) == 5
    assert moves(moved) == {"pay 7", "bridge 3", "bridge 6"}
    after = play(moved, f"bridge {space}")
    assert owed(after) == rest
    assert moves(after) == {"pay 7"}


def test_the_bridge_while_something_is_owed_may_lie_in_any_gap() -> None:
    """§3.6: also in one that was not crossed."""
    position = diagram(TWO_GAPS + "blue A:2 hand olive tiles 7")
    after = play(position, "A olive", "bridge 6")
    assert owed(after) == 3


def test_a_bridge_that_leaves_nothing_owed_leads_to_the_tile_at_once() -> None:
    """§3.6: and to the same state as if it had been laid at the start."""
    position = diagram(TWO_GAPS + "blue A:2 hand olive tiles 7")
    after = play(position, "A olive", "bridge 3")
    assert tiles(after, 0) == [5, 7]
    assert after == play(position, "bridge 3", "A olive")


def test_no_bridge_after_the_first_piece_is_paid() -> None:
    """§3.6"""
    position = diagram(TWO_GAPS + "blue A:2 hand olive tiles 1 2")
    after = play(position, "A olive", "pay 1")
    assert owed(after) == 2
    assert moves(after) == {"pay 2"}


def test_the_bridge_after_taking_the_tile() -> None:
    """§3.6: in the gap that taking flag2 has just made."""
    position = diagram("""
        path ring1 flag2 olive3
        blue A:1 hand olive
    """)
    after = play(position, "A olive")
    assert tiles(after, 0) == [2]
    assert moves(after) == {"bridge 2", "end"}
    bridged = play(after, "bridge 2")
    assert bridged.actor == CHANCE
    assert path(bridged, 1, 3) == "ring1 = olive3"
    ended = play(after, "end")
    assert ended.actor == CHANCE
    assert ended.state.has_bridge[0]


def test_the_bridge_after_paying_and_taking() -> None:
    """§3.6: a player who has paid is asked as well."""
    position = diagram(TWO_GAPS + "blue A:2 hand olive tiles 3")
    after = play(position, "A olive", "pay 3")
    assert moves(after) == {"bridge 2", "bridge 6", "end"}


def test_the_last_moment_for_the_bridge_comes_also_when_no_tile_was_taken() -> None:
    """§3.6"""
    position = diagram(TWO_GAPS + "blue hand ring")
    after = play(position, "A ring")
    assert tiles(after, 0) == []
    assert moves(after) == {"bridge 3", "bridge 6", "end"}


def test_nobody_is_asked_without_a_bridge() -> None:
    """§3.6"""
    position = diagram(TWO_GAPS + "blue hand ring nobridge")
    assert play(position, "A ring").actor == CHANCE


def test_nobody_is_asked_without_an_open_gap() -> None:
    """§3.6"""
    position = diagram("""
        path ring1 flag5 = olive3 ~
        blue hand ring
    """)
    assert play(position, "A ring").actor == CHANCE


def test_end_is_a_move_only_where_the_bridge_is_asked_for_last() -> None:
    """§3.6"""
    position = diagram(TWO_GAPS + "blue A:2 hand olive tiles 3")
    paying = play(position, "A olive")
    for other in (position, paying):
        with pytest.raises(IllegalMove):
            other.play("end")
    assert "end" in play(paying, "pay 3").moves


def test_no_bridge_in_the_turn_that_ends_the_game() -> None:
    """§3.6: though a gap is open."""
    position = diagram(TWO_GAPS + "blue A:7 B:home C:home hand ring")
    after = play(position, "A ring")
    assert after.actor == CHANCE


def test_no_bridge_between_two_cards_of_a_chain() -> None:
    """§3.6"""
    position = diagram(
        TWO_GAPS
        + """
        blue  hand ring flag
        white A:1
        """
    )
    assert moves(play(position, "A ring")) == {"then flag"}


# §3.7 Passing

# Blue can only go to flag2, where white stands.
STUCK = """
    path  ring1 flag2 olive3 crown4 ~ statue5
    blue  A:1 B:home hand flag tiles 2
    white A:2
"""


def test_passing_shows_the_hand_and_draws_two_cards() -> None:
    """§3.7: two, although one figure is on the mainland; no bridge is asked for."""
    position = diagram(STUCK)
    assert moves(position) == {"buy 2", "bridge 5", "pass"}
    after = play(position, "pass")
    assert shown(after, 0) == {"flag": 1}
    assert after.actor == CHANCE
    after = play(after, "draw crown", "draw flag")
    assert after.actor == 1
    assert hand(after, 0) == {"crown": 1, "flag": 2}
    assert shown(after, 0) == {"flag": 1}


def test_a_bought_card_that_can_be_used_forbids_passing() -> None:
    """§3.7: judged again after the purchase."""
    after = play(diagram(STUCK), "buy 2", "draw olive")
    assert moves(after) == {"A flag", "A olive", "C flag", "C olive", "bridge 5"}


def test_a_bought_card_that_does_not_help_is_shown_with_the_others() -> None:
    """§3.7: the gap costs 6, and blue has a 3."""
    position = diagram("""
        path  ring7 ~ flag6
        blue  A:1 B:home C:home hand flag tiles 3
    """)
    after = play(position, "buy 3", "draw ring")
    assert moves(after) == {"bridge 2", "pass"}
    assert shown(play(after, "pass"), 0) == {"ring": 1, "flag": 1}


def test_a_bridge_that_opens_the_way_forbids_passing() -> None:
    """§3.7: judged again after the bridge."""
    position = diagram(TWO_GAPS + "blue A:2 B:home C:home hand olive")
    assert moves(position) == {"bridge 3", "bridge 6", "pass"}
    assert moves(play(position, "bridge 3")) == {"A olive"}
    assert moves(play(position, "bridge 6")) == {"pass"}


def test_no_bridge_after_passing() -> None:
    """§3.7"""
    position = diagram(TWO_GAPS + "blue A:2 B:home C:home hand olive")
    after = play(position, "pass", "draw ring", "draw ring")
    assert after.actor == 1
    assert after.state.has_bridge[0]


def test_one_figure_that_can_move_forbids_passing() -> None:
    """§3.7: olive2 is taken by A, or free for A and C; B could never pay 6."""
    crossing = "path ring1 olive2 flag6 ~ olive7\n"
    stuck = diagram(crossing + "blue A:2 B:3 hand olive nobridge")
    assert moves(stuck) == {"pass"}
    free = diagram(crossing + "blue A:1 B:3 hand olive nobridge")
    assert moves(free) == {"A olive", "C olive"}


# §3.8 Cards that were shown


def test_a_shown_card_is_forgotten_when_that_item_is_played_or_paid() -> None:
    """§3.8"""
    position = diagram(TWO_GAPS + "blue A:1 hand 3xstatue 2xolive flag shown 2xstatue olive")
    moved = play(position, "A statue")
    assert shown(moved, 0) == {"statue": 1, "olive": 1}
    paid = play(moved, "pay olive", "pay olive", "pay flag")
    assert shown(paid, 0) == {"statue": 1}
    assert shown(play(paid, "pay statue", "pay statue"), 0) == {}


def test_a_further_card_of_a_chain_is_forgotten_too() -> None:
    """§3.8"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand flag olive shown flag olive
        white A:2
    """)
    assert shown(play(position, "A flag", "then olive"), 0) == {}


def test_passing_again_shows_the_new_hand() -> None:
    """§3.8"""
    position = diagram("""
        path  ring7 ~ flag6
        blue  A:1 B:home C:home hand 2xflag olive shown flag nobridge
    """)
    assert shown(play(position, "pass"), 0) == {"flag": 2, "olive": 1}
