"""Chapter 9: drawing cards at the end of a turn."""

from __future__ import annotations

import pytest

from atlantis_games import CHANCE, Position
from atlantis_games.games.causeway import GAME
from atlantis_games.kernels.random import stream
from games.causeway.diagram import diagram
from games.causeway.reading import hand
from support.playing import play

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("home", "card", "cards"),
    [
        ("", "flag", 1),
        ("B:home", "flag", 2),
        ("B:home C:home", "flag", 3),
        ("", "ring", 2),
        ("B:home", "ring", 3),
    ],
)
def test_one_card_and_one_for_each_own_figure_on_the_mainland(
    home: str, card: str, cards: int
) -> None:
    """§9.1: the one that has just arrived (with ring) counts."""
    position = diagram(f"""
        path  ring1 flag2 olive3
        blue  A:1 {home} hand {card} nobridge
        white A:home B:home
    """)
    after = play(position, f"A {card}")
    for _ in range(cards):
        assert after.actor == CHANCE
        after = play(after, "draw crown")
    assert after.actor == 1
    assert hand(after, 0) == {"crown": cards}


def test_one_card_however_many_were_played() -> None:
    """§9.1"""
    position = diagram("""
        path  ring1 flag2 olive3 crown4
        blue  A:1 hand flag olive crown nobridge
        white A:2 B:3
    """)
    after = play(position, "A flag", "then olive", "then crown", "draw ring")
    assert after.actor == 1
    assert hand(after, 0) == {"ring": 1}


def test_what_is_drawn_depends_on_the_draw_pile_alone() -> None:
    """§9.1"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand flag nobridge
        draw  2xcrown 5xolive
    """)
    after = play(position, "A flag")
    assert after.odds == {"draw crown": 2, "draw olive": 5}
    assert after.audience == 0
    assert play(after, "draw olive").state.deck_size == 6


def test_the_engine_deals_by_the_same_odds() -> None:
    """§9.1: one crown among four cards, drawn 400 times."""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand flag nobridge
        draw  crown 3xolive
    """)
    drawing = play(position, "A flag")
    random = stream(1)
    crowns = 0
    for _ in range(400):
        states = drawing.states()
        GAME.engine.settle_chance(states, random)
        crowns += hand(Position(GAME, states), 0).get("crown", 0)
    assert 70 < crowns < 130


def test_bought_cards_do_not_count_as_drawn() -> None:
    """§9.1"""
    position = diagram("""
        path  ring1 flag2 olive3
        blue  A:1 hand flag tiles 2 nobridge
    """)
    after = play(position, "buy 2", "draw crown", "A flag")
    assert after.actor == CHANCE
    assert hand(play(after, "draw ring"), 0) == {"crown": 1, "ring": 1}
