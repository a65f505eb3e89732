"""Chapter 6: bridges."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE
from games.causeway.diagram import diagram
from games.causeway.reading import discard, hand, owed, path, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain


def gaps(spaces: str) -> list[dict[str, int | bool]]:
    """The gaps of a path as everybody sees them."""
    found: list[dict[str, int | bool]] = diagram(f"path {spaces}").view(-1)["gaps"]
    return found


# §6.1 Laying a bridge


def test_a_bridge_may_be_laid_in_any_open_gap_and_is_named_by_its_first_space() -> None:
    """§6.1: behind all figures, far ahead, but not where a bridge lies."""
    position = diagram("""
        path  ring1 ~ flag2 ~ ~ ~ olive3 ~ = ~ crown4 ~ statue5
        blue  A:7 hand olive
    """)
    assert moves(position, "bridge") == {"bridge 2", "bridge 4", "bridge 12"}


def test_a_bridge_costs_nothing() -> None:
    """§6.1"""
    position = diagram("""
        path  ring1 ~ flag2
        blue  A:1 hand flag ring tiles 3
        discard
    """)
    after = play(position, "bridge 2")
    assert (hand(after, 0), tiles(after, 0)) == ({"ring": 1, "flag": 1}, [3])
    assert discard(after) == {}
    assert path(after, 1, 3) == "ring1 = flag2"


def test_each_player_has_one_bridge_for_the_whole_game() -> None:
    """§6.1: blue has used it in the first turn, white has not."""
    position = diagram("""
        path  ring1 ~ flag2 ~ olive3 ~ crown4
        blue  A:1 hand flag
        white hand olive
    """)
    after = play(position, "bridge 2")
    assert moves(after, "bridge") == set()
    after = play(after, "A flag")
    assert after.actor == CHANCE
    white = play(after, "draw ring")
    assert moves(white, "bridge") == {"bridge 4", "bridge 6"}
    blue = play(white, "bridge 4", "A olive", "draw ring")
    assert blue.actor == 0
    assert moves(blue, "bridge") == set()


# §6.2 Crossing a bridge


def test_everybody_crosses_a_bridged_gap_free() -> None:
    """§6.2: blue laid it, white and black use it."""
    position = diagram("""
        path  ring1 flag2 ~ olive3 crown4
        blue  A:1 hand flag
        white hand olive nobridge
        black hand crown nobridge
    """)
    after = play(position, "bridge 3", "A flag", "draw ring")
    assert path(after, 1, 5) == "~ flag2 = olive3 crown4"
    after = play(after, "A olive")
    assert after.actor == CHANCE
    after = play(after, "draw ring", "A crown")
    assert after.actor == CHANCE


def test_a_bridge_serves_a_gap_that_grows() -> None:
    """§6.2: on either side of the bridge."""
    position = diagram("""
        path  ring5 flag5 = olive5 crown5 statue5
        blue  A:4 hand crown nobridge
        white A:2 hand olive statue nobridge
    """)
    grown = play(position, "A crown", "draw ring")
    assert path(grown, 1, 6) == "ring5 flag5 = ~ crown5 statue5"
    assert owed(play(grown, "A statue")) == 0
    position = diagram("""
        path  ring5 flag5 = olive5 crown5 statue5
        blue  A:1 hand olive nobridge
        white hand crown nobridge
    """)
    grown = play(position, "A olive", "draw ring")
    assert path(grown, 1, 6) == "ring5 ~ = olive5 crown5 statue5"
    assert grown.view(0)["gaps"] == [{"first": 2, "last": 3, "price": 0, "bridged": True}]
    assert play(grown, "A crown").actor == CHANCE


@pytest.mark.parametrize("water", ["~ ~ =", "~ = ~", "= ~ ~"])
def test_a_bridge_serves_a_gap_wherever_in_it_it_lies(water: str) -> None:
    """§6.2"""
    assert gaps(f"ring5 {water} flag4") == [{"first": 2, "last": 4, "price": 0, "bridged": True}]


def test_a_bridge_serves_a_gap_that_merges_with_another() -> None:
    """§6.2: example 2 goes on; blue took the tile between two gaps, and red crosses free."""
    position = diagram("""
        path  amphora5 ~ ~ statue3 = crown5 ring2 olive1
        blue  A:1 hand ring tiles 3 nobridge
        black A:6
        red   hand amphora olive nobridge
        turn  blue
    """)
    after = play(position, "A ring", "pay 3")
    assert path(after, 1, 7) == "amphora5 ~ ~ ~ = crown5 ring2"
    after = play(after, "draw ring", "pass", "draw ring", "draw ring")
    after = play(after, "A olive")
    assert owed(after) == 0


def test_a_bridge_serves_no_other_gap() -> None:
    """§6.2"""
    assert gaps("ring5 = flag4 ~ olive3") == [
        {"first": 2, "last": 2, "price": 0, "bridged": True},
        {"first": 4, "last": 4, "price": 3, "bridged": False},
    ]


def test_two_bridges_that_come_to_lie_in_one_gap_are_as_good_as_one() -> None:
    """§6.2"""
    position = diagram("""
        path  ring5 = flag4 = olive3
        blue  A:1 hand olive nobridge
    """)
    after = play(position, "A olive")
    assert owed(after) == 0
    assert path(after, 1, 5) == "ring5 = ~ = olive3"


# §6.3 A bridge stays where it is


def test_a_bridge_at_an_end_of_the_path_is_useless_and_does_not_come_back() -> None:
    """§6.3: blue takes ring1; the bridge at 2 is before the first tile."""
    position = diagram("""
        path  ring1 = flag2 olive3 crown4
        blue  A:0 hand flag nobridge
        white hand crown
    """)
    after = play(position, "A flag")
    assert path(after, 1, 5) == "~ = flag2 olive3 crown4"
    assert not after.state.has_bridge[0]
    assert after.view(0)["bridges"] == [2]
    later = play(after, "draw ring", "A crown")
    assert path(later, 1, 5) == "~ = flag2 ~ crown4"
    assert later.view(0)["gaps"] == [{"first": 4, "last": 4, "price": 2, "bridged": False}]


def test_a_bridge_is_never_taken_up_again() -> None:
    """§6.3: it lies where it was laid, turn after turn."""
    position = diagram("""
        path  ring1 ~ flag2 olive3
        blue  A:1 hand ring flag
        white hand ring flag
    """)
    after = play(position, "bridge 2", "A flag", "draw crown", "A flag", "then ring")
    assert after.view(0)["bridges"] == [2]
    assert after.view(0)["seats"][0]["bridge"] is False
