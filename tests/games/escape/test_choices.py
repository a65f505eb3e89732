"""What a board learns about each legal move: which piece it takes where, who is lost or saved."""

from __future__ import annotations

from typing import Any

import pytest

from games.escape.diagram import diagram
from games.escape.reading import NAMES, random_game

pytestmark = pytest.mark.plain

MOVING = """
    land    g3 g4
    people  g3 blue
    boat    g2 blue f2 c1 blue d3
    swim    k1 blue d3 2xblue
    swum    d3 blue h3 blue
    jumped  d3 blue
    dolphin d3 h3
    shark   b2
"""
SINKING = "land d4 g6\npeople d4 blue white\nphase sink"
NO_ROOM = "land d4\npeople d4 white\nboat c4\nphase relocate d4"
STAYING = """
    land    f6 f7 g5 g6 g7 h6 h7
    people  f6 3xblue f7 3xblue g5 3xblue g7 3xwhite h6 3xwhite h7 3xwhite g6 blue
    phase   relocate g6
"""
RIDING = "swim d4 blue\nswum d4 blue\ndolphin d4\nphase end dolphin 2 d4 rider"
PICKING = "swim d4 blue white\ndolphin d4 a1\nphase pick dolphin 2"

CASES: list[tuple[str, str, dict[str, str]]] = [
    (
        "land all\nphase place",
        "place g3",
        {"piece": "supply:blue", "to": "g3", "becomes": "land"},
    ),
    (MOVING, "go g3 g4", {"piece": "person:g3:blue", "to": "g4", "becomes": "land"}),
    (MOVING, "go g3 g2", {"piece": "person:g3:blue", "to": "g2", "becomes": "boat"}),
    (MOVING, "go g3 f3", {"piece": "person:g3:blue", "to": "f3", "becomes": "water"}),
    (MOVING, "go g2 f2", {"piece": "person:g2:blue", "to": "f2", "becomes": "boat"}),
    (MOVING, "go c1 coral", {"piece": "person:c1:blue", "to": "c1", "becomes": "coral"}),
    (MOVING, "jump g2", {"piece": "person:g2:blue", "to": "g2", "becomes": "water"}),
    (MOVING, "sail g2 g1", {"piece": "boat:g2", "to": "g1"}),
    # Of several swimmers a rested one swims, and one who has swum climbs or rides. §5.11
    (MOVING, "swim d3 d4", {"piece": "swimmer:d3:blue:rested", "to": "d4", "becomes": "water"}),
    (MOVING, "climb d3", {"piece": "swimmer:d3:blue:swum", "to": "d3", "becomes": "boat"}),
    (
        MOVING,
        "ride d3 d4",
        {"piece": "dolphin:d3", "rider": "swimmer:d3:blue:swum", "to": "d4"},
    ),
    (
        MOVING,
        "swim k1 coral",
        {"piece": "swimmer:k1:blue:rested", "to": "k1", "becomes": "coral"},
    ),
    (MOVING, "stop", {}),
    (
        "land g3\nswim g2 blue",
        "swim g2 g3",
        {"piece": "swimmer:g2:blue:rested", "to": "g3", "becomes": "land"},
    ),
    (
        "boat c4\nswim c3 blue",
        "swim c3 c4",
        {"piece": "swimmer:c3:blue:rested", "to": "c4", "becomes": "water"},
    ),
    (
        "boat c3\nswim c3 blue",
        "climb c3",
        {"piece": "swimmer:c3:blue:rested", "to": "c3", "becomes": "boat"},
    ),
    (SINKING, "sink d4", {"piece": "land:d4"}),
    (
        SINKING.replace("sink", "relocate d4"),
        "move white g6",
        {"piece": "person:d4:white", "to": "g6", "becomes": "land"},
    ),
    # Nobody lands in a boat, and without sea around the piece one stays where it was. §6.2
    (NO_ROOM, "move white c4", {"piece": "person:d4:white", "to": "c4", "becomes": "water"}),
    (STAYING, "move blue g6", {"piece": "person:g6:blue", "to": "g6", "becomes": "water"}),
    ("swim a1 blue\nshark b2\nphase pick shark 2", "pick b2", {"piece": "shark:b2"}),
    (PICKING, "pick d4", {"piece": "dolphin:d4"}),
    (PICKING, "pick d4 rider", {"piece": "dolphin:d4", "rider": "swimmer:d4:blue:rested"}),
    (PICKING, "stay", {}),
    (
        "swim a1 blue\nshark b2\nphase end shark T b2",
        "to h10",
        {"piece": "shark:b2", "to": "h10"},
    ),
    (
        RIDING,
        "to d3",
        {"piece": "dolphin:d4", "rider": "swimmer:d4:blue:swum", "to": "d3"},
    ),
]


def choice_of(text: str, move: str) -> dict[str, Any]:
    """What a board learns about a move."""
    return next(choice for choice in diagram(text).choices() if choice["move"] == move)


@pytest.mark.parametrize(("text", "move", "fields"), CASES)
def test_a_choice_says_which_piece_goes_where(text: str, move: str, fields: dict[str, str]) -> None:
    choice = choice_of(text, move)
    shown = {name: choice[name] for name in ("piece", "rider", "to", "becomes") if name in choice}
    assert shown == fields


def test_a_choice_says_who_is_lost_and_who_is_saved() -> None:
    """§5.10, §5.12"""
    assert choice_of(MOVING, "go c1 coral")["saved"] == [1, 0, 0, 0]
    deadly = choice_of("swim c3 blue\nshark c4", "swim c3 c4")
    assert (deadly["lost"], deadly["becomes"]) == ([1, 0, 0, 0], "water")
    assert "lost" not in choice_of(MOVING, "stop")


def test_every_piece_of_every_choice_is_on_the_board() -> None:
    """In whole games: there is such a piece, and swimmers who are named are not the tired ones."""
    for position in random_game(11, 3, stall_limit=2):
        if position.actor < 0:
            continue
        state = position.state
        for choice in position.choices():
            for name in {"piece", "rider"} & choice.keys():
                kind, *rest = choice[name].split(":")
                if kind == "swimmer":
                    place = NAMES.index(rest[0])
                    swum, jumped = int(state.swum[place]), int(state.jumped[place])
                    rested = int(state.swimmers[place, state.seat]) - swum - jumped
                    assert (swum if rest[2] == "swum" else rested) > 0
                elif kind == "person":
                    seat = ("blue", "white", "black", "red").index(rest[1])
                    assert state.people[NAMES.index(rest[0]), seat] > 0
                elif kind != "supply":
                    assert rest[0] in NAMES
