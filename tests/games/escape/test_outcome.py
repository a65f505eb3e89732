"""Automatic moves, the outcome of moves, and the numbers of actions."""

from __future__ import annotations

import pytest

from atlantis_games.bots import bot_named
from atlantis_games.core.contract import NO_ACTION
from atlantis_games.games.escape import GAME, outcome
from atlantis_games.games.escape.actions import automatic_action
from atlantis_games.games.escape.blocks import ACTIONS, BLOCK_OF, BLOCKS, DECISIONS
from games.escape.diagram import diagram
from support.playing import play

pytestmark = pytest.mark.plain


def test_a_player_without_people_in_play_stops_moving_by_itself() -> None:
    """§4.4: a bot without people sails no empty boats about."""
    boat = "land g6\npeople g6 {}\nboat c3\nturn blue"
    for bot in ("greedy", "search:2", "search:1ms"):
        playing = bot_named(bot, "escape", 1)
        assert playing.choose(diagram(boat.format("white")).redacted(0), None) == "stop"
    for text in (boat.format("blue"), "swim c3 blue", boat.format("white") + "\nphase sink"):
        assert automatic_action(diagram(text).state) == NO_ACTION
    assert len(diagram(boat.format("white")).moves) > 1


def test_the_outcome_of_a_move_is_who_was_lost_and_saved() -> None:
    """§5.10, §5.12"""
    before = diagram("boat c1 blue\nswim c3 white a1 blue\nshark c4")
    assert before.outcome(play(before, "go c1 coral")) == {"saved": [1, 0]}
    assert before.outcome(play(before, "stop")) == {}
    before = diagram("swim c3 blue white\nshark c4\nphase end shark 2 c4")
    assert before.outcome(play(before, "to c3")) == {"lost": [1, 1]}


def test_nothing_is_ever_owed() -> None:
    assert outcome.payment(diagram("swim c3 blue")) is None


def test_every_action_lies_in_the_block_of_its_code() -> None:
    assert [action.code for action in GAME.notation] == [list(BLOCKS)[b] for b in BLOCK_OF]
    assert GAME.actions == ACTIONS == sum(BLOCKS.values())
    assert GAME.observation.DECISIONS == DECISIONS == GAME.numbers["symbol monster"]
