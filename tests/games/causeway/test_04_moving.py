"""Chapter 4: playing cards and moving a figure."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE
from atlantis_games.games.causeway.state import DONE, LATE_BRIDGE, PAYING, START
from games.causeway.diagram import diagram
from games.causeway.reading import discard, figures, hand, owed, path, random_game, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain


def test_example_1_three_turns_on_a_crowded_path() -> None:
    """§4.1, §4.2, §8.1, §9.1: black takes olive4, red flag4, and blue goes through black."""
    position = diagram("""
        path  ring1 crown4 flag4+crown1 amphora6 helmet2 olive3 olive4+statue2
              flag1 crown2 statue7 amphora4 ring7 helmet5
        blue  A:2 B:4   hand 3xhelmet
        black A:5 B:7   hand flag
        red   A:1 B:11  hand olive
        turn  black
    """)
    black = play(position, "B flag", "tile statue2")
    assert figures(black, 1) == (5, 8, 0)
    assert tiles(black, 1) == [4]
    red = play(black, "draw ring", "A olive", "tile crown1")
    assert figures(red, 2) == (6, 11, 0)
    assert tiles(red, 2) == [4]
    assert path(red, 1, 8) == "ring1 crown4 crown1 amphora6 helmet2 olive3 statue2 flag1"
    blue = play(red, "draw ring")
    assert moves(blue) == {"A helmet", "B helmet", "C helmet"}
    through = play(blue, "A helmet")
    assert figures(through, 0) == (5, 4, 0)
    assert moves(through) == {"then helmet"}
    after = play(through, "then helmet")
    assert figures(after, 0) == (13, 4, 0)
    assert tiles(after, 0) == [7]
    after = play(after, "end", "draw crown")
    assert hand(after, 0) == {"crown": 1, "helmet": 1}
    assert after.actor == 1


# §4.1 Forward to the next visible tile of the item


def test_a_figure_goes_to_the_next_tile_of_the_item_ahead_of_it() -> None:
    """§4.1: not the one behind, the one it stands on or the one after next."""
    position = diagram("""
        path flag1 ring2 flag3 ring4 flag5 flag6
        blue A:3 hand flag nobridge
    """)
    assert figures(play(position, "A flag"), 0) == (5, 0, 0)


def test_figures_in_between_do_not_matter() -> None:
    """§4.1"""
    position = diagram("""
        path  ring1 flag2 crown3 olive4
        blue  A:1 B:3 hand olive nobridge
        white A:2
    """)
    after = play(position, "A olive")
    assert figures(after, 0) == (4, 3, 0)


@pytest.mark.parametrize("peek", [False, True])
def test_a_covered_tile_is_no_place_to_go(peek: bool) -> None:
    """§4.1, §2.3: flag3 lies below olive2."""
    position = diagram(
        """
        path ring1 olive2+flag3 crown4 flag5
        blue A:1 hand flag
        """,
        peek=peek,
    )
    assert figures(play(position, "A flag"), 0) == (4, 0, 0)


def test_an_uncovered_tile_is_a_place_to_go_and_the_taken_one_is_not() -> None:
    """§4.1"""
    position = diagram("""
        path  ring1 olive2+flag3 crown4 ring5
        blue  A:1 hand crown nobridge
        white hand flag olive nobridge
    """)
    after = play(position, "A crown", "tile flag3", "draw ring")
    assert figures(play(after, "A flag"), 1) == (2, 0, 0)
    assert figures(play(after, "A olive"), 1) == (54, 0, 0)


# §4.2 Occupied tiles


@pytest.mark.parametrize("others", ["B:2", "\nwhite A:2"])
def test_from_an_occupied_tile_one_goes_on_with_another_card(others: str) -> None:
    """§4.2: whether an own figure stands there or another's."""
    position = diagram(f"""
        path ring1 flag2 olive3 crown4
        blue A:1 hand flag olive crown nobridge {others}
    """)
    on_the_way = play(position, "A flag")
    assert on_the_way.actor == 0
    assert moves(on_the_way) == {"then crown", "then olive"}
    after = play(on_the_way, "then olive")
    assert figures(after, 0)[0] == 3
    assert after.actor == CHANCE


def test_the_further_card_counts_from_the_occupied_tile_and_may_show_any_item() -> None:
    """§4.2: ring3 lies between the start and flag2."""
    position = diagram("""
        path  crown1 ring3 flag2 ring4
        blue  A:1 hand flag ring nobridge
        white A:3
    """)
    assert figures(play(position, "A flag", "then ring"), 0) == (4, 0, 0)


def test_on_a_free_tile_the_figure_stops() -> None:
    """§4.2: no further card, though blue has some."""
    position = diagram("""
        path ring1 flag2 olive3
        blue A:1 hand flag olive
    """)
    assert play(position, "A flag").actor == CHANCE


def test_a_chain_through_several_figures() -> None:
    """§4.2: through white, black and an own figure."""
    position = diagram("""
        path  ring1 flag2 olive3 crown4 flag5 helmet1
        blue  A:1 B:4 hand flag olive crown helmet nobridge
        white A:2
        black A:3
    """)
    after = play(position, "A flag", "then olive", "then crown", "then helmet")
    assert figures(after, 0) == (6, 4, 0)
    assert tiles(after, 0) == [5]
    assert hand(after, 0) == {}


def test_a_chain_through_all_eleven_other_figures() -> None:
    """§4.2, §4.4: twelve cards, as many as a chain can ever have; eleven are not enough."""
    crowd = """
        path  ring1 ring2 ring3 ring4 ring5 ring6 flag1 flag2 flag3 flag4 flag5 flag6
              ~ olive5 ~ olive6 ~ olive7
        white A:3 B:4 C:5
        black A:6 B:7 C:8
        red   A:9 B:10 C:11
        blue  B:1 C:2 nobridge hand 6xring {}xflag
        turn  blue
    """
    assert moves(diagram(crowd.format(5))) == {"pass"}
    after = play(diagram(crowd.format(6)), "A ring", *["then ring"] * 5, *["then flag"] * 5)
    assert moves(after) == {"then flag"}
    assert figures(play(after, "then flag"), 3) == (12, 1, 2)


def test_the_tile_a_figure_has_left_is_free() -> None:
    """§4.2: white follows blue."""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:2 hand olive nobridge
        white B:1 hand olive nobridge
    """)
    after = play(position, "A olive", "draw ring")
    assert path(after, 1, 3) == "ring1 ~ olive3"
    position = diagram("""
        path  ring1 flag2+crown5 olive3
        blue  A:2 hand olive nobridge
        white B:1 hand crown nobridge
    """)
    after = play(position, "A olive", "tile crown5", "draw ring", "B crown")
    assert figures(after, 1) == (0, 2, 0)


# §4.3 The mainland


def test_without_a_tile_of_the_item_ahead_one_goes_to_the_mainland() -> None:
    """§4.3: ring1 lies behind."""
    position = diagram("""
        path ring1 flag2 olive3
        blue A:2 hand ring
    """)
    after = play(position, "A ring")
    assert figures(after, 0) == (54, 0, 0)
    assert after.state.home[0] == 1


def test_the_mainland_has_room_for_all() -> None:
    """§4.3"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:2 B:home hand ring
        white A:home B:home
    """)
    after = play(position, "A ring")
    assert figures(after, 0) == (54, 54, 0)
    assert after.actor == CHANCE


def test_a_chain_may_end_on_the_mainland() -> None:
    """§4.3"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand flag ring
        white A:2
    """)
    assert figures(play(position, "A flag", "then ring"), 0) == (54, 0, 0)


# §4.4 Only cards that lead to an end


def test_the_last_card_cannot_lead_to_an_occupied_tile() -> None:
    """§4.4"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 B:home C:home hand flag
        white A:2
    """)
    assert moves(position) == {"pass"}


def test_the_order_of_the_cards_may_decide() -> None:
    """§4.4: with flag first both cards end on white figures; olive first, flag leads home."""
    position = diagram("""
        path  ring1 flag2 olive3 crown4
        blue  A:1 B:home C:home hand flag olive
        white A:2 B:3
    """)
    assert moves(position) == {"A olive"}
    assert moves(play(position, "A olive")) == {"then flag"}


def test_of_all_orders_of_three_cards_only_one_may_lead_to_an_end() -> None:
    """§4.4: olive, olive, statue; every other order ends on a figure or beyond a gap for 6."""
    position = diagram("""
        path  ring1 flag2 olive3 statue4 olive5 statue6 ~ crown7
        blue  A:1 B:home C:home hand 2xolive statue nobridge
        white A:2 B:3 C:4
        black A:5
    """)
    assert moves(position) == {"A olive"}
    after = play(position, "A olive")
    assert moves(after) == {"then olive"}
    after = play(after, "then olive")
    assert moves(after) == {"then statue"}
    assert figures(play(after, "then statue"), 0) == (6, 54, 54)


def test_looking_ahead_changes_nothing() -> None:
    """§4.4: no card is missing after every way on was tried in vain."""
    position = diagram("""
        path  ring1 flag2 olive3 statue4 ~ crown7
        blue  A:1 B:home C:home hand flag olive statue nobridge
        white A:2 B:3 C:4
    """)
    before = position.states().tobytes()
    assert moves(position) == {"pass"}
    assert position.states().tobytes() == before


# A figure on ring3; two gaps for 2 each, with white's figure between them.
TWO_TOLLS = """
    path  ring3 ~ flag2 ~ olive4
    white A:3
    blue  A:1 B:home C:home nobridge
"""


@pytest.mark.parametrize(
    ("means", "possible"),
    [
        ("hand flag olive tiles 4", True),
        ("hand flag olive tiles 3", False),
        ("hand flag olive 2xring tiles 2", True),
        ("hand flag olive ring tiles 2", False),
        ("hand flag olive 4xring", True),
        ("hand flag olive 3xring", False),
    ],
)
def test_the_whole_price_of_a_chain_must_be_payable_before_it_begins(
    means: str, possible: bool
) -> None:
    """§4.4: from where the figure stood, with tiles and the cards left after the chain."""
    position = diagram(TWO_TOLLS.rstrip() + " " + means + "\nturn blue")
    assert ("A flag" in position.moves) == possible
    if possible:
        after = play(position, "A flag", "then olive")
        assert owed(after) == 4


def test_a_further_card_is_judged_by_the_price_of_the_whole_way() -> None:
    """§4.4: blue could pay 2 or 3 for either gap, but not 5 for both."""
    position = diagram("""
        path  ring3 ~ flag2 crown5 ~ olive3
        blue  A:1 B:home C:home hand flag crown olive tiles 1 1 nobridge
        white A:3
    """)
    assert moves(position) == {"A crown", "A flag"}
    assert moves(play(position, "A flag")) == {"then crown"}


@pytest.mark.parametrize(
    ("means", "possible"),
    [
        ("hand 8xflag", True),
        ("hand 7xflag", False),
        ("hand 4xflag tiles 4", True),
        ("hand 4xflag tiles 3", False),
        ("hand 5xflag tiles 3", True),
        ("hand 3xflag tiles 7", False),
    ],
)
def test_every_card_of_a_long_chain_is_one_less_to_pay_with(means: str, possible: bool) -> None:
    """§4.4: four flags lead through three figures and over a gap for 4."""
    position = diagram(f"""
        path  ring1 flag2 flag3 flag4 ~ flag5
        blue  A:1 B:home C:home nobridge {means}
        white A:2 B:3 C:4
    """)
    assert ("A flag" in position.moves) == possible


def test_gaps_behind_the_figure_cost_nothing() -> None:
    """§4.4: the price counts from where the figure stood at the start of the turn."""
    position = diagram("""
        path  crown1 ~ ring6 flag2 olive3
        blue  A:3 hand flag olive nobridge
        white A:4
    """)
    after = play(position, "A flag", "then olive")
    assert after.actor == CHANCE


def test_bridges_count_in_the_price() -> None:
    """§4.4: as they lie now."""
    position = diagram("""
        path  ring3 = flag2 ~ olive4
        blue  A:1 B:home C:home hand flag olive tiles 2 nobridge
        white A:3
    """)
    assert owed(play(position, "A flag", "then olive")) == 2


def test_bought_cards_that_may_not_pay_do_not_count() -> None:
    """§4.4, §5.6"""
    text = """
        path  ring1 ~ flag2
        blue  A:1 B:home C:home hand flag tiles 2 nobridge
        white A:0
    """
    paying = play(diagram(text), "buy 2", "draw olive")
    assert moves(paying) == {"A flag", "A olive"}
    strict = play(diagram(text, bought_cards_pay="off"), "buy 2", "draw olive")
    assert moves(strict) == {"A olive"}


def test_bought_cards_that_are_played_in_a_chain_leave_the_others_to_pay() -> None:
    """§4.4, §5.6: bought copies count as played first, so a flag and an olive are left to pay."""
    position = diagram(
        """
        path  ring1 flag2 olive3 ~ crown4
        blue  A:1 B:home C:home hand flag olive crown tiles 4 1 nobridge
        white A:2 B:3
        """,
        bought_cards_pay="off",
    )
    same = play(position, "buy 4", "draw flag", "draw olive")
    assert moves(same) == {"A flag", "A olive", "A crown"}
    after = play(same, "A flag", "then olive", "then crown")
    assert owed(after) == 3
    assert moves(after) == {"pay 1", "pay flag", "pay olive"}
    other = play(position, "buy 4", "draw ring", "draw statue")
    assert moves(play(other, "A flag")) == {"then ring", "then statue"}


@pytest.mark.parametrize(("old_flags", "possible"), [(6, True), (5, False)])
def test_in_a_long_chain_bought_cards_are_played_first(old_flags: int, possible: bool) -> None:
    """§4.4, §5.6: of four flags played two were bought; the old ones left must pay 4."""
    position = diagram(
        f"""
        path  ring1 flag2 flag3 flag4 ~ flag5
        blue  A:1 B:home C:home nobridge hand {old_flags}xflag tiles 4
        white A:2 B:3 C:4
        """,
        bought_cards_pay="off",
    )
    after = play(position, "buy 4", "draw flag", "draw flag")
    assert ("A flag" in after.moves) == possible


# §4.5 - §4.7


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_figure_stands_on_atlantis_alone_on_a_tile_or_on_the_mainland(players: int) -> None:
    """§4.5"""
    for position in random_game(2, players):
        state = position.state
        if state.phase in (START, LATE_BRIDGE, PAYING, DONE):
            on_path = [f for s in range(players) for f in figures(position, s) if 0 < f < 54]
            assert len(set(on_path)) == len(on_path)
            assert all(int(state.land) >> space & 1 for space in on_path)
            assert int(state.occupied) == sum(1 << space for space in on_path)


def test_played_cards_go_to_the_discard_pile() -> None:
    """§4.6"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand 2xflag ring
        white A:2
        discard crown
    """)
    after = play(position, "A flag")
    assert discard(after) == {"crown": 1, "flag": 1}
    after = play(after, "then ring")
    assert discard(after) == {"crown": 1, "ring": 1, "flag": 1}
    assert hand(after, 0) == {"flag": 1}


def test_of_figures_on_atlantis_only_the_first_is_offered() -> None:
    """§4.7"""
    position = diagram("""
        path ring1 flag2 olive3
        blue hand ring flag
    """)
    assert moves(position) == {"A ring", "A flag"}
    position = diagram("""
        path ring1 flag2 olive3
        blue A:1 hand flag
    """)
    assert moves(position) == {"A flag", "B flag"}
    position = diagram("""
        path ring1 flag2 olive3
        blue A:1 B:2 hand olive
    """)
    assert moves(position) == {"A olive", "B olive", "C olive"}
