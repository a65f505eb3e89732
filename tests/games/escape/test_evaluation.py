"""What bots think of positions: people are to be brought home, not parked."""

from __future__ import annotations

import numpy as np

from atlantis_games import Position
from atlantis_games.arena.play import play_compiled
from atlantis_games.arena.schedule import Job
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.evaluation import evaluate
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


def test_games_of_greedy_bots_seldom_end_because_nothing_happens() -> None:
    """§10.2: before swimmers stopped waiting beside dolphins it was four games in ten."""
    stalled = 0
    for deal in range(30):
        result = play_compiled("escape", {}, Job(2, deal, ("greedy", "greedy")))
        end = play(GAME.new(2), *result.moves)
        assert end.is_over
        stalled += any(panel["in_play"] for panel in end.view(0)["seats"])
    assert stalled <= 1
