"""Chapter 6: the island sinks."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE
from games.escape.diagram import diagram
from games.escape.reading import at, ends, lost, phase
from support.playing import moves, play

pytestmark = pytest.mark.plain

MOUNTAINS = "land f6 f7 g5 g6 g7 h6 h7"
FULL_RING = """
    people f6 3xblue f7 3xblue g5 3xblue g7 3xwhite h6 3xwhite h7 3xwhite
"""

# §6.1 Which piece


@pytest.mark.parametrize(
    ("land", "may"),
    [
        ("d4 j7 e5 g6", "d4 j7"),
        ("e5 g4 g5 g6", "e5 g4"),
        ("g5 g6 h7", "g5 g6 h7"),
        ("g6", "g6"),
    ],
)
def test_the_lowest_kind_sinks_first(land: str, may: str) -> None:
    """§6.1: flatland, then hill, then mountain; the centre is a mountain like the others."""
    position = diagram(f"land {land}\nswim a1 blue\nphase sink")
    assert ends(position, "sink") == set(may.split())


def test_the_player_may_choose_any_flatland_with_or_without_people() -> None:
    """§6.1"""
    position = diagram("land all\npeople d4 3xwhite\nphase sink")
    assert len(moves(position)) == 18
    assert "sink d4" in position.moves


# §6.2 The people on it


def test_an_empty_piece_goes_at_once() -> None:
    """§6.2, §6.3"""
    position = play(diagram("land d4 d5\nswim a1 blue\nphase sink"), "sink d4")
    assert position.actor == CHANCE
    assert at(position, "d4") == ""


def test_people_go_to_any_piece_with_room_near_or_far() -> None:
    """§6.2: not to the sinking piece itself, not to full ones, not into boats or the sea."""
    position = diagram("""
        land   d4 d5 g6 j7
        people d4 blue d5 3xwhite
        boat   c4
        phase  sink
    """)
    position = play(position, "sink d4")
    assert (position.actor, phase(position)) == (0, "relocate")
    assert moves(position) == {"move blue g6", "move blue j7"}
    after = play(position, "move blue j7")
    assert at(after, "j7") == "flatland blue"
    assert (after.actor, at(after, "d4")) == (CHANCE, "")


def test_the_player_moves_everybody_in_any_order_of_colours() -> None:
    """§6.2: whosever they are."""
    position = diagram("land d4 g6 h7\npeople d4 blue white red\nphase relocate d4", players=4)
    assert moves(position) == {
        *("move blue g6", "move blue h7", "move white g6", "move white h7"),
        *("move red g6", "move red h7"),
    }
    after = play(position, "move red g6", "move blue h7")
    assert (after.actor, moves(after)) == (0, {"move white g6", "move white h7"})
    after = play(after, "move white g6")
    assert (at(after, "g6"), at(after, "h7")) == ("mountain white red", "mountain blue")


def test_the_player_whose_turn_it_is_moves_them_all() -> None:
    """§6.2: white sinks a piece with blue people."""
    position = diagram("land d4 g6\npeople d4 2xblue\nturn white\nphase sink")
    position = play(position, "sink d4")
    assert (position.actor, moves(position)) == (1, {"move blue g6"})
    assert play(position, "move blue g6").actor == 1


def test_room_is_judged_again_for_each_person() -> None:
    """§6.2: one place is left, and then only the sea."""
    position = diagram("land d4 g6\npeople d4 blue white g6 2xblue\nphase relocate d4")
    assert moves(position) == {"move blue g6", "move white g6"}
    position = play(position, "move white g6")
    assert ends(position, "move", "blue") == {"c4", "c5", "d3", "d5", "e4", "e5"}
    after = play(position, "move blue e5")
    assert at(after, "e5") == "~blue"


def test_flatland_takes_three_of_those_who_are_moved() -> None:
    """§3.2, §6.2"""
    position = diagram("land d4 j7\npeople d4 blue j7 2xwhite\nphase relocate d4")
    assert at(play(position, "move blue j7"), "j7") == "flatland blue white white"


def test_from_a_full_island_they_go_into_the_sea_beside_the_piece() -> None:
    """§6.2: not to its own hex, not farther away, not onto land."""
    position = diagram("land d4 d5 e4\npeople d4 blue d5 3xwhite e4 3xwhite\nphase relocate d4")
    assert moves(position) == {"move blue c4", "move blue c5", "move blue d3", "move blue e5"}


@pytest.mark.parametrize("animal", ["monster", "shark", "kraken", "dolphin"])
def test_hexes_without_animals_come_first(animal: str) -> None:
    """§6.2: a dolphin is an animal too."""
    position = diagram(f"land d4\npeople d4 blue\n{animal} c4 d3\nphase relocate d4")
    assert ends(position, "move", "blue") == {"c5", "d5", "e4", "e5"}


def test_if_there_are_animals_on_all_of_them_any_will_do() -> None:
    """§5.12, §6.2: then a shark or a monster takes them at once."""
    position = diagram("""
        land    d4
        people  d4 2xblue white
        shark   c4
        monster c5
        kraken  d3
        dolphin d5 e4 e5
        phase   relocate d4
    """)
    assert ends(position, "move", "white") == {"c4", "c5", "d3", "d5", "e4", "e5"}
    after = play(position, "move blue c4", "move white c5", "move blue d3")
    assert lost(after) == (11, 12)
    assert (at(after, "c4"), at(after, "c5"), at(after, "d3")) == (
        "shark",
        "monster",
        "~blue kraken",
    )


def test_with_animals_everywhere_even_a_refuge_will_do() -> None:
    """§6.2: 8.3 does not matter here."""
    position = diagram("""
        land    d4
        people  d4 blue
        swim    d5 white
        dolphin d5 e4 e5
        shark   c4 c5 d3
        phase   relocate d4
    """)
    assert at(play(position, "move blue d5"), "d5") == "~blue ~white dolphin"


def test_boats_and_swimmers_do_not_matter_and_nobody_lands_in_a_boat() -> None:
    """§6.2"""
    position = diagram("land d4\npeople d4 blue\nboat d3\nswim c4 white\nphase relocate d4")
    assert ends(position, "move", "blue") == {"c4", "c5", "d3", "d5", "e4", "e5"}
    assert at(play(position, "move blue d3"), "d3") == "boat ~blue"
    assert at(play(position, "move blue c4"), "c4") == "~blue ~white"


def test_who_got_wet_like_that_has_not_jumped() -> None:
    """§5.11, §6.2: blue rides in the same turn, on the spinner."""
    position = diagram("""
        land    d4
        people  d4 blue
        dolphin d3 d5 e4 e5
        kraken  c4 c5
        phase   relocate d4
        symbols flatland boat
    """)
    position = play(position, "move blue d3", "symbol boat", "spin dolphin 1")
    assert "pick d3 rider" in position.moves


def test_in_the_middle_of_a_whole_ring_there_is_no_sea() -> None:
    """§6.2: they stay as swimmers where the piece was."""
    position = diagram(f"{MOUNTAINS}{FULL_RING}people g6 blue 2xwhite\nphase sink")
    position = play(position, "sink g6")
    assert moves(position) == {"move blue g6", "move white g6"}
    position = play(position, "move white g6")
    assert (phase(position), moves(position)) == ("relocate", {"move blue g6", "move white g6"})
    after = play(position, "move blue g6", "move white g6")
    assert at(after, "g6") == "~blue ~white ~white"
    assert after.actor == CHANCE


def test_with_one_sea_hex_beside_it_the_middle_is_left() -> None:
    """§6.2: also if an animal is there."""
    ring = FULL_RING.replace("f6 3xblue", "")
    position = diagram(f"{MOUNTAINS}\nsunk f6{ring}people g6 blue\nshark f6\nphase relocate g6")
    assert moves(position) == {"move blue f6"}
    after = play(position, "move blue f6")
    assert (lost(after)[0], at(after, "f6")) == (6, "shark")


# §6.3 Gone for good


def test_the_hex_is_sea_and_the_symbol_comes_after_the_people_have_moved() -> None:
    """§6.3"""
    position = diagram("land d4 g6\npeople d4 blue\nphase sink\nsymbols flatland dolphin")
    position = play(position, "sink d4")
    assert position.actor == 0
    position = play(position, "move blue g6")
    assert dict(position.odds) == {"symbol dolphin": 1}
    after = play(position, "symbol dolphin")
    assert at(after, "d4") == "dolphin"
    assert after.view(0)["pieces"] == {"flatland": 0, "hill": 0, "mountain": 1}
    assert after.view(0)["sinking"] is None


def test_where_a_piece_was_one_can_swim_and_sail() -> None:
    """§6.3"""
    position = diagram("land g4 g6\nboat g2 blue\nswim f3 blue\npeople g4 blue")
    assert {"sail g2 g3", "swim f3 g3", "go g4 g3"} <= moves(position)


def test_the_next_kind_sinks_when_the_last_of_a_kind_is_gone() -> None:
    """§6.1, §6.3: in the next player's turn."""
    position = diagram("land d4 e5 g6\npeople g6 blue\nphase sink\nsymbols flatland boat")
    position = play(position, "sink d4", "symbol boat", "spin shark 1", "stop")
    assert (position.actor, moves(position)) == (1, {"sink e5"})


# §6.4 After the island


def test_the_game_goes_on_without_the_island() -> None:
    """§6.4"""
    position = diagram("land g6\nboat c1 blue\nswim a1 white\nphase sink\nsymbols mountain dolphin")
    position = play(position, "sink g6", "symbol dolphin", "spin kraken 1")
    assert (position.actor, phase(position)) == (1, "move")
    position = play(position, "stop", "spin kraken 1", "go c1 coral", "stop")
    assert (position.actor, phase(position)) == (CHANCE, "spin")
