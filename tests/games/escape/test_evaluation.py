"""What bots think of positions: people are to be brought home, not parked."""

from __future__ import annotations

import numpy as np
import pytest

from atlantis_games import Position
from atlantis_games.arena.play import play_compiled
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import bot_named
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.evaluation import evaluate, is_beaten
from games.escape.diagram import diagram
from support.playing import play


def hope(position: Position, seat: int = 0) -> float:
    """The people that a seat may hope to save."""
    out = np.zeros(4)
    evaluate(position.states()[0], out)
    return float(out[seat])


def test_of_two_swimmers_with_one_dolphin_one_does_well_to_ride_away() -> None:
    """§9.5: it carries one at a time, so waiting for each other saves nobody."""
    position = diagram("swim c5 2xblue\ndolphin c5")
    assert hope(play(position, "ride c5 c4")) > hope(position)
    assert hope(play(position, "ride c5 c6")) < hope(play(position, "ride c5 c4"))


def test_every_step_towards_a_gate_is_worth_something_even_in_danger() -> None:
    for drawing, move in (
        ("swim c5 blue\nshark c6 c7 b6 d5\nmonster c8", "swim c5 c4"),
        ("boat c5 blue\nmonster c6 c7 b6 d5\nkraken c8 b7", "sail c5 c4"),
        ("swim c5 blue\ndolphin c5", "ride c5 c4"),
        ("swim c1 blue\ndolphin c1", "swim c1 coral"),
    ):
        position = diagram(drawing + "\nswim m7 white")
        assert hope(play(position, move)) > hope(position), move


def test_with_riding_it_is_better_to_be_under_way() -> None:
    """§8.3: whom the dolphin does not protect, a shark near by can take."""
    drawing = "swim c5 blue\ndolphin c5\nshark c6"
    assert hope(diagram(drawing, refuge="riding")) < hope(diagram(drawing))
    ridden = play(diagram("swim c6 blue\ndolphin c6\nshark c7", refuge="riding"), "ride c6 c5")
    assert hope(ridden) > hope(diagram("swim c5 blue\ndolphin c5\nshark c7", refuge="riding"))


def test_an_animal_in_a_gate_keeps_boats_out() -> None:
    drawing = "boat c2 blue\nswim m7 white\nkraken c1"
    clear = drawing.replace("kraken c1", "kraken m1")
    assert hope(diagram(drawing)) < hope(diagram(clear))
    assert hope(diagram(drawing + "\nquiet 21")) < hope(diagram(drawing))


def test_late_in_a_game_people_dare_more() -> None:
    """§10.2: those who are left when nothing happens any more have gained nothing by waiting."""
    drawing = "swim c5 blue\nshark c6\nswim m7 white"
    assert hope(diagram(drawing + "\nquiet 21")) > hope(diagram(drawing))


def test_who_can_go_ashore_in_this_turn_passes_animals() -> None:
    """The way leads past four monsters, but the turn ends on the coral island."""
    position = diagram("boat e1 blue i11 k11\nmonster a2 a2 a2 b3\nswim m7 white")
    for move in ("sail e1 d1", "sail d1 c1", "go c1 coral"):
        assert bot_named("greedy", "escape").choose(position, None) == move
        position = play(position, move)


def test_who_saves_fewer_than_another_has_saved_is_beaten() -> None:
    """§10.1: equal numbers share the win, so one person more is needed."""
    drawing = "swim c5 2xblue\nswim m7 white\nsaved blue 3\nsaved white {}"
    for saved, beaten in ((4, False), (5, False), (6, True)):
        state = diagram(drawing.format(saved)).states()[0]
        assert is_beaten(state, 0) == beaten
        assert not is_beaten(state, 1)


@pytest.mark.parametrize("bot", ["search:60", "search:60/net=off"])
@pytest.mark.parametrize("saved", ["blue 2\nsaved white 6", "blue 6\nsaved white 2"])
def test_a_search_brings_people_home_in_a_game_that_is_decided(bot: str, saved: str) -> None:
    """§10.2: it used to wait beside the dolphin, since nothing could change who wins."""
    position = diagram(f"swim c2 blue\ndolphin c2\nboat g4\nswim m7 white\nsaved {saved}")
    for move in ("ride c2 c1", "swim c1 coral"):
        assert bot_named(bot, "escape", 5).choose(position, None) == move
        position = play(position, move)


def test_games_of_greedy_bots_seldom_end_because_nothing_happens() -> None:
    """§10.2: before swimmers stopped waiting beside dolphins it was four games in ten."""
    stalled = 0
    for deal in range(30):
        result = play_compiled("escape", {}, Job(2, deal, ("greedy", "greedy")))
        end = play(GAME.new(2), *result.moves)
        assert end.is_over
        stalled += any(panel["in_play"] for panel in end.view(0)["seats"])
    assert stalled <= 1
