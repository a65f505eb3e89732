"""Chapter 4: the parts of a turn."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE
from games.escape.diagram import diagram
from games.escape.reading import at, phase, points
from support.playing import moves, play

pytestmark = pytest.mark.plain

WALKER = "land d4 d5 d6 d7 g6\npeople d4 blue g6 white"


def test_a_turn_is_moving_then_sinking_then_the_spinner() -> None:
    """§4.1, §4.2, §4.3: and then it is the next player's turn."""
    position = diagram(WALKER + "\nsymbols flatland 2xboat 2xshark")
    assert (position.actor, phase(position), points(position)) == (0, "move", 3)
    position = play(position, "stop")
    assert (position.actor, phase(position)) == (0, "sink")
    position = play(position, "sink d7")
    assert (position.actor, phase(position)) == (CHANCE, "reveal")
    position = play(position, "symbol shark")
    assert (position.actor, phase(position)) == (CHANCE, "spin")
    position = play(position, "spin shark 1")
    assert (position.actor, phase(position)) == (0, "pick an animal")
    position = play(position, "pick d7")
    assert (position.actor, phase(position)) == (0, "move the animal")
    position = play(position, "to d8")
    assert (position.actor, phase(position), points(position)) == (1, "move", 3)
    assert position.view(0)["turns"] == 1


def test_three_points_are_used_one_by_one_and_then_the_phase_ends() -> None:
    """§4.1"""
    position = diagram(WALKER)
    left = []
    for move in ("go d4 d5", "go d5 d6", "go d6 d7"):
        left.append(points(position))
        assert "stop" in position.moves
        position = play(position, move)
    assert left == [3, 2, 1]
    assert phase(position) == "sink"
    assert moves(position, "go", "stop") == set()


def test_one_may_stop_before_the_first_move() -> None:
    """§4.1"""
    assert phase(play(diagram(WALKER), "stop")) == "sink"


def test_unused_points_are_lost() -> None:
    """§4.1, §5: white begins with 3, not with more."""
    position = play(diagram(WALKER), "go d4 d5", "stop")
    assert points(position) == 0
    position = play(position, "sink d7", "symbol monster", "spin shark 1")
    assert (position.actor, points(position)) == (1, 3)


def test_one_must_sink_a_piece_as_long_as_there_is_one() -> None:
    """§4.2"""
    position = diagram("land d4\npeople d4 blue\nphase sink")
    assert moves(position) == {"sink d4"}


def test_without_island_the_spinner_follows_at_once() -> None:
    """§4.2, §6.4"""
    position = diagram("swim a1 blue")
    assert phase(play(position, "stop")) == "spin"
    position = diagram("swim a1 blue b4 blue\npoints 1")
    assert phase(play(position, "swim a1 a2")) == "spin"


def test_the_spinner_is_turned_even_if_there_is_no_animal() -> None:
    """§4.3"""
    position = play(diagram("swim a1 blue b5 white"), "stop")
    assert position.actor == CHANCE
    assert len(position.odds) == 16
    assert play(position, "spin shark 3").actor == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_in_seat_order(players: int) -> None:
    """§3.3, §4"""
    position = diagram("swim a1 blue", players=players)
    for turn in range(2 * players):
        assert position.actor == turn % players
        position = play(position, "stop", "spin kraken 1")


def test_a_player_without_people_still_plays() -> None:
    """§4.4: moves empty boats, sinks, and moves an animal."""
    position = diagram("""
        land   d4 g6
        people g6 white
        boat   g2 k6 white
        shark  a1
        symbols flatland boat
    """)
    assert moves(position) == {
        "sail g2 g1",
        "sail g2 g3",
        "sail g2 f2",
        "sail g2 f3",
        "sail g2 h2",
        "sail g2 h3",
        "stop",
    }
    position = play(position, "sail g2 f2", "stop")
    assert (position.actor, moves(position)) == (0, {"sink d4"})
    position = play(position, "sink d4", "symbol boat", "spin shark 1")
    assert position.actor == 0
    assert at(play(position, "pick a1", "to a2"), "a2") == "shark"


def test_a_player_without_people_has_turns_like_all() -> None:
    """§4.4: white is gone, and it is still white's turn after blue's."""
    position = diagram("swim a1 blue\nswim a2 black", players=3)
    position = play(position, "stop", "spin shark 1")
    assert position.actor == 1
    assert moves(position) == {"stop"}


def test_what_the_spinner_showed_is_gone_with_the_turn() -> None:
    """§4"""
    position = diagram("swim c1 blue\ndolphin c1\nphase pick dolphin 2")
    for end in (("stay",), ("pick c1", "to d1"), ("pick c1 rider", "to d1")):
        after = play(position, *end)
        view = after.view(0)
        assert (view["spun"], view["picked"], view["rider"]) == (None, None, False)
        assert (after.actor, phase(after)) == (1, "move")
        assert after.state.spun_number == 0
