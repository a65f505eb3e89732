"""Chapter 8: taking a tile."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, EVERYBODY
from games.causeway.diagram import diagram
from games.causeway.reading import owed, path, tiles
from support.playing import moves, play

pytestmark = pytest.mark.plain


# §8.1 The first free tile behind


def test_the_tile_directly_behind_is_taken() -> None:
    """§8.1"""
    position = diagram("""
        path  ring1 flag2 olive3 crown4
        blue  A:1 hand crown nobridge
    """)
    after = play(position, "A crown")
    assert tiles(after, 0) == [3]
    assert path(after, 1, 4) == "ring1 flag2 ~ crown4"


def test_gaps_and_occupied_tiles_are_skipped() -> None:
    """§8.1: white on olive3, an own figure on flag2."""
    position = diagram("""
        path  amphora5 ring1 ~ flag2 ~ olive3 crown4
        blue  A:1 B:4 hand crown tiles 3 nobridge
        white A:6
    """)
    after = play(position, "A crown", "pay 3")
    assert tiles(after, 0) == [1]
    assert path(after, 1, 7) == "amphora5 ~ ~ flag2 ~ olive3 crown4"


def test_the_space_just_left_is_free_and_counts() -> None:
    """§8.1: in the preview of the move too."""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:2 hand olive nobridge
    """)
    takes = {choice["move"]: choice.get("takes") for choice in position.choices()}
    assert takes["A olive"] == 2
    after = play(position, "A olive")
    assert tiles(after, 0) == [2]
    assert path(after, 1, 3) == "ring1 ~ olive3"


def test_what_matters_is_where_the_figure_stops_after_a_chain() -> None:
    """§8.1: statue5, not the tile behind white's figure."""
    position = diagram("""
        path  ring1 flag2 statue5 olive3
        blue  A:1 hand flag olive nobridge
        white A:2
    """)
    after = play(position, "A flag", "then olive")
    assert tiles(after, 0) == [5]


def test_of_two_tiles_only_the_top_one_is_taken_and_the_other_is_uncovered_at_once() -> None:
    """§8.1: by chance, before all, and before the bridge is asked for."""
    position = diagram("""
        path  ring1 flag2+crown5 olive3 ~ amphora1
        blue  A:1 hand olive
    """)
    after = play(position, "A olive")
    assert tiles(after, 0) == [2]
    assert after.actor == CHANCE
    assert after.audience == EVERYBODY
    assert after.odds == {"tile crown5": 1}
    after = play(after, "tile crown5")
    assert path(after, 1, 3) == "ring1 crown5 olive3"
    assert moves(after) == {"bridge 4", "end"}


def test_any_unseen_tile_of_the_same_back_may_be_uncovered() -> None:
    """§8.1: not one of the other back."""
    position = diagram("""
        path@24 ring1+crown5 flag2+ring6 olive3+amphora7 ~ crown1+olive6 statue4+flag6
        blue    A:25 B:28 hand olive statue nobridge
    """)
    after = play(position, "A olive")
    assert after.odds == {"tile crown5": 1, "tile ring6": 1, "tile amphora7": 1}
    after = play(position, "B statue")
    assert after.odds == {"tile olive6": 1, "tile flag6": 1}


def test_a_tile_that_was_uncovered_is_seen_and_a_covered_one_is_uncovered_once() -> None:
    """§8.1: then the space has a single tile."""
    position = diagram("""
        path  ring1 flag2+crown5 olive3+ring2 amphora4
        blue  A:1 hand olive nobridge
        white hand olive amphora nobridge
    """)
    after = play(position, "A olive", "tile crown5", "draw ring")
    assert after.view(0)["unseen"]["A"] == ["ring2"]
    after = play(after, "A amphora")
    assert tiles(after, 1) == [5]
    assert path(after, 1, 4) == "ring1 ~ olive3+ amphora4"


def test_the_uncovered_tile_sets_the_price_of_the_gap_beside_it() -> None:
    """§8.1, §5.2: 1 after 4."""
    position = diagram("""
        path  ring5 ~ flag4+crown1 olive3
        blue  A:3 hand olive nobridge
        white A:1 hand olive flag 2xhelmet nobridge
    """)
    assert position.view(0)["gaps"][0]["price"] == 4
    after = play(position, "A olive", "tile crown1", "draw ring")
    assert after.view(0)["gaps"][0]["price"] == 1
    assert owed(play(after, "A helmet")) == 1


# §8.2, §8.3 Nothing to take, and the mainland


def test_without_a_free_tile_behind_nothing_is_taken() -> None:
    """§8.2: no tile at all, or only occupied ones."""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  hand ring olive nobridge
        white A:1 B:2
    """)
    after = play(position, "A olive")
    assert tiles(after, 0) == []
    assert path(after, 1, 3) == "ring1 flag2 olive3"
    assert after.actor == CHANCE
    first = diagram("path ring1 flag2\nblue hand ring nobridge")
    assert tiles(play(first, "A ring"), 0) == []


def test_on_the_mainland_the_free_tile_nearest_to_it_is_taken() -> None:
    """§8.3: white stands on the last tile."""
    position = diagram("""
        path  ring1 flag2 ~ crown4 olive3 statue5
        blue  A:4 hand ring nobridge
        white A:6
    """)
    after = play(position, "A ring")
    assert tiles(after, 0) == [3]
    assert path(after, 1, 6) == "ring1 flag2 ~ crown4 ~ statue5"


def test_on_the_mainland_it_may_be_the_tile_just_left() -> None:
    """§8.3"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:3 hand ring nobridge
    """)
    after = play(position, "A ring")
    assert tiles(after, 0) == [3]
    assert path(after, 1, 3) == "ring1 flag2 ~"


# §8.4 What becomes of the path


@pytest.mark.parametrize(
    ("before", "card", "after", "gaps"),
    [
        ("ring1 flag2 olive3", "olive", "ring1 ~ olive3", [(2, 2, 1)]),
        ("ring4 ~ flag2 olive3", "olive", "ring4 ~ ~ olive3", [(2, 3, 3)]),
        ("ring4 flag5 ~ olive3", "olive", "ring4 ~ ~ olive3", [(2, 3, 3)]),
        ("ring4 ~ flag2 ~ olive3", "olive", "ring4 ~ ~ ~ olive3", [(2, 4, 3)]),
        ("ring4 ~ flag2", "crown", "ring4 ~ ~", []),
        ("ring4 flag2 ~ crown1", "flag", "~ flag2 ~ crown1", [(3, 3, 1)]),
        ("ring4 ~ flag2 crown1", "flag", "~ ~ flag2 crown1", []),
    ],
)
def test_a_gap_appears_grows_or_merges_or_an_end_moves_up(
    before: str, card: str, after: str, gaps: list[tuple[int, int, int]]
) -> None:
    """§8.4, §5.1"""
    position = diagram(f"""
        path  {before}
        blue  A:1 B:home hand {card} 7xhelmet nobridge
    """)
    position = play(position, f"A {card}")
    while owed(position):
        position = play(position, "pay helmet")
    assert path(position, 1, len(before.split())) == after
    found = position.view(0)["gaps"]
    assert [(gap["first"], gap["last"], gap["price"]) for gap in found] == gaps


def test_a_space_whose_upper_tile_was_taken_is_not_empty() -> None:
    """§8.4"""
    position = diagram("""
        path  ring1 flag2+crown5 olive3
        blue  A:1 hand olive nobridge
    """)
    after = play(position, "A olive", "tile crown5")
    assert after.view(0)["gaps"] == []


def test_while_a_tile_is_being_uncovered_its_space_is_not_shown_as_a_gap() -> None:
    """§8.1, §8.4"""
    position = diagram("""
        path  ring1 flag2+crown5 olive3
        blue  A:1 hand olive nobridge
    """)
    assert play(position, "A olive").view(0)["gaps"] == []


def test_collected_tiles_lie_open() -> None:
    """§8.5"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand olive tiles 5 5 nobridge
    """)
    after = play(position, "A olive")
    for seat in (-1, 0, 1):
        assert after.view(seat)["seats"][0]["tiles"] == {"2": 1, "5": 2}
        assert after.view(seat)["seats"][0]["worth"] == 12
