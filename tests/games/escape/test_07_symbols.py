"""Chapter 7: what was under the piece."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, Position
from games.escape.diagram import diagram
from games.escape.reading import at, everything, lost, phase, saved, sets_are_right
from support.playing import play

pytestmark = pytest.mark.plain


def stayed(symbol: str) -> Position:
    """Blue and white people stayed on the hex of the centre, and a symbol is revealed. §6.2"""
    position = diagram("""
        land    f6 f7 g5 g7 h6 h7
        people  f6 3xblue f7 3xblue g5 3xblue g7 3xwhite h6 3xwhite h7 3xwhite
        swim    g6 blue 2xwhite
        symbols mountain 2xmonster shark kraken dolphin 2xwhirlpool
        phase   reveal g6
    """)
    return play(position, f"symbol {symbol}")


# §7.1 Animals


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_an_animal_appears_on_the_hex(animal: str) -> None:
    """§7.1: one of them, and no other; then the spinner is turned."""
    position = diagram("land all\npeople g6 blue\nboat g2\nphase sink")
    before = everything(position)
    after = play(position, "sink g3", f"symbol {animal}")
    assert everything(after) == {**before, "g3": animal}
    assert (after.actor, phase(after)) == (CHANCE, "spin")


@pytest.mark.parametrize(
    ("animal", "left", "gone"),
    [
        ("monster", "monster", (3, 3)),
        ("shark", "shark", (3, 3)),
        ("kraken", "~blue ~white ~white kraken", (2, 1)),
        ("dolphin", "~blue ~white ~white dolphin", (2, 1)),
    ],
)
def test_who_stayed_there_is_harmed_as_if_it_had_moved_there(
    animal: str, left: str, gone: tuple[int, int]
) -> None:
    """§6.2, §7.1"""
    after = stayed(animal)
    assert at(after, "g6") == left
    assert lost(after) == gone


def test_an_animal_that_appears_harms_nobody_beside_it() -> None:
    """§7.1"""
    position = diagram("land g3\nswim g2 blue\nboat f3 white\nsymbols flatland monster\nphase sink")
    after = play(position, "sink g3", "symbol monster")
    assert everything(after) == {"g2": "~blue", "f3": "boat white", "g3": "monster"}


# §7.2 Boat


def test_a_boat_appears_empty() -> None:
    """§7.2: anybody may sail it."""
    position = diagram("land g3\nswim a1 blue\nsymbols flatland boat\nphase sink")
    after = play(position, "sink g3", "symbol boat", "spin shark 1")
    assert at(after, "g3") == "boat"
    assert "sail g3 g2" in after.moves


def test_who_stayed_may_climb_into_the_boat() -> None:
    """§6.2, §7.2: nobody is in it by itself. With mixed symbols a mountain can hide a boat."""
    position = diagram(
        """
        land    f6 f7 g5 g7 h6 h7
        people  f6 3xblue f7 3xblue g5 3xblue g7 3xwhite h6 3xwhite h7 3xwhite
        swim    g6 blue white
        symbols all 6xwhirlpool boat
        phase   reveal g6
        """,
        symbols="mixed",
    )
    after = play(position, "symbol boat", "spin shark 1")
    assert at(after, "g6") == "boat ~blue ~white"
    assert "climb g6" in after.moves


# §7.3 Whirlpool


def test_a_whirlpool_takes_everything_on_the_sea_around() -> None:
    """§7.3: animals, boats with their people, and swimmers, of all players."""
    position = diagram("""
        land    d4
        boat    c4 blue white c5 a1 blue
        swim    d3 blue 2xwhite
        shark   d5 d5
        kraken  c4
        dolphin d3
        monster e5
        symbols flatland whirlpool
        phase   sink
    """)
    after = play(position, "sink d4", "symbol whirlpool")
    assert everything(after) == {"a1": "boat blue"}
    assert sets_are_right(after)
    assert lost(after) == (11, 12)


def test_a_whirlpool_does_not_reach_land_the_saved_or_two_hexes() -> None:
    """§7.3"""
    position = diagram("""
        land    d4 d5 e4 e5
        people  e4 blue white e5 3xblue
        boat    c3 blue b4
        swim    d2 white c6 blue
        shark   e3 e6
        saved   blue 2
        symbols flatland whirlpool 2xboat
        phase   sink
    """)
    before = everything(position)
    after = play(position, "sink d4", "symbol whirlpool")
    del before["d4"]
    assert everything(after) == before
    assert (saved(after), lost(after)) == ((2, 0), lost(position))


def test_who_stayed_is_taken_by_the_whirlpool() -> None:
    """§6.2, §7.3: people on the land around are not."""
    after = stayed("whirlpool")
    assert at(after, "g6") == ""
    assert lost(after) == (3, 3)
    assert at(after, "f6") == "mountain blue blue blue"


def test_where_a_whirlpool_was_is_ordinary_sea() -> None:
    """§7.3: once only; white sails there and nothing happens."""
    position = diagram("land g3 g6\nboat g1 white\nsymbols flatland whirlpool\nphase sink")
    after = play(
        position, "sink g3", "symbol whirlpool", "spin shark 1", "sail g1 g2", "sail g2 g3"
    )
    assert at(after, "g3") == "boat white"


def test_those_a_whirlpool_took_can_be_spun_no_more() -> None:
    """§7.3, §8.1: the shark is gone and the turn ends without a decision."""
    position = diagram(
        "land g3 g6\npeople g6 blue\nshark g2\nsymbols flatland whirlpool\nphase sink"
    )
    after = play(position, "sink g3", "symbol whirlpool", "spin shark T")
    assert (after.actor, phase(after)) == (1, "move")


def test_a_swimmer_who_had_swum_to_the_whirlpool_leaves_no_trace() -> None:
    """§5.11, §7.3"""
    position = diagram("""
        land    d4
        swum    d3 blue
        jumped  c4 blue
        swim    a1 2xblue
        symbols flatland whirlpool
        phase   sink
    """)
    after = play(position, "sink d4", "symbol whirlpool")
    assert not any("swum" in shown or "jumped" in shown for shown in after.view(0)["hexes"])
    assert lost(after) == (10, 12)
