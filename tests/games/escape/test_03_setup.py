"""Chapter 3: people are placed."""

from __future__ import annotations

import pytest

from atlantis_games import Position, new_game
from games.escape.diagram import diagram
from games.escape.reading import at, ends, phase, points, sets_are_right
from support.playing import play

pytestmark = pytest.mark.plain

ISLAND = {
    *("d4", "d5", "d6", "d7", "e4", "e5", "e6", "e7", "e8", "f4", "f5", "f6", "f7", "f8", "f9"),
    *("g3", "g4", "g5", "g6", "g7", "g8", "g9", "h4", "h5", "h6", "h7", "h8", "h9"),
    *("i4", "i5", "i6", "i7", "i8", "j4", "j5", "j6", "j7"),
}


def all_placed(players: int) -> Position:
    """After the setup: everybody on hills and mountains."""
    position = new_game("escape", players=players)
    inland = [
        "e5",
        "e6",
        "e7",
        "f5",
        "f6",
        "f7",
        "f8",
        "g4",
        "g5",
        "g6",
        "g7",
        "g8",
        "h5",
        "h6",
        "h7",
        "h8",
    ]
    for number in range(12 * players):
        position = play(position, f"place {inland[number // 3]}")
    return position


def test_nobody_knows_which_symbol_is_where() -> None:
    """§3.1: the state holds how many there are, and no order of them."""
    one = diagram("land all\npeople g6 blue\nphase sink")
    assert play(one, "sink d4").odds == play(one, "sink j7").odds


def test_the_first_person_may_be_placed_on_any_piece_and_nowhere_else() -> None:
    """§3.2"""
    position = new_game("escape")
    assert ends(position, "place") == ISLAND
    assert len(position.moves) == 37


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_place_one_person_each_in_seat_order(players: int) -> None:
    """§3.2, §3.3"""
    position = new_game("escape", players=players)
    for piece in ("d4", "e5", "f6", "g6", "h6"):
        seat = position.actor
        position = play(position, f"place {piece}")
        assert position.actor == (seat + 1) % players
        colour = ("blue", "white", "black", "red")[seat]
        assert at(position, piece).split()[1:] == [colour]


def test_a_person_who_is_placed_is_no_longer_to_place() -> None:
    """§3.2"""
    seats = play(new_game("escape"), "place g6").view(0)["seats"]
    assert [seat["to_place"] for seat in seats] == [11, 12]


def test_a_piece_holds_three_of_whatever_colour() -> None:
    """§3.2"""
    position = play(new_game("escape", players=3), "place g6", "place g6", "place g6")
    assert at(position, "g6") == "mountain blue white black"
    assert ends(position, "place") == ISLAND - {"g6"}


@pytest.mark.parametrize("piece", ["d4", "g3", "j7"])
def test_flatland_holds_one_during_setup(piece: str) -> None:
    """§3.2"""
    position = play(new_game("escape"), f"place {piece}")
    assert ends(position, "place") == ISLAND - {piece}


def test_a_hill_holds_three_during_setup() -> None:
    """§3.2"""
    position = play(new_game("escape"), "place e5", "place e5")
    assert "place e5" in position.moves
    assert "place e5" not in play(position, "place e5").moves


def test_after_setup_flatland_holds_three() -> None:
    """§3.2"""
    position = diagram("land d4 e5\npeople d4 blue white e5 blue")
    assert at(play(position, "go e5 d4"), "d4") == "flatland blue blue white"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_all_twelve_are_placed_the_first_turn_is_seat_ones(players: int) -> None:
    """§3.2, §3.3"""
    position = all_placed(players)
    assert (position.actor, phase(position), points(position)) == (0, "move", 3)
    assert "go e5 d4" in position.moves
    assert sets_are_right(position)
    assert all(seat["to_place"] == 0 for seat in position.view(0)["seats"])
    assert all(seat["in_play"] == 12 for seat in position.view(0)["seats"])


def test_the_setup_goes_on_until_the_last_person_of_the_last_player() -> None:
    """§3.2"""
    position = diagram("""
        land   all
        people e5 3xblue e6 3xblue e7 3xblue f5 3xblue f6 3xwhite f7 3xwhite f8 3xwhite g4 2xwhite
        turn   white
        phase  place
    """)
    assert phase(position) == "place"
    after = play(position, "place g4")
    assert (after.actor, phase(after)) == (0, "move")
