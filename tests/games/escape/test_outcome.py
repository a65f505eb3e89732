"""Automatic moves, the outcome of moves, and the numbers of actions."""

from __future__ import annotations

import pytest

from atlantis_games.games.escape import GAME, outcome
from atlantis_games.games.escape.blocks import ACTIONS, BLOCK_OF, BLOCKS, DECISIONS
from games.escape.diagram import diagram
from support.playing import play

pytestmark = pytest.mark.plain


def test_a_player_without_people_in_play_stops_moving_by_itself() -> None:
    """§4.4: a bot without people sails no empty boats about."""
    assert outcome.automatic_move(diagram("land g6\npeople g6 blue\nboat c3")) is None
    assert outcome.automatic_move(diagram("swim c3 blue")) is None
    alone = diagram("land g6\npeople g6 white\nboat c3\nturn blue")
    assert outcome.automatic_move(alone.redacted(0)) == "stop"
    assert "stop" in alone.moves
    sinking = diagram("land g6\npeople g6 white\nturn blue\nphase sink")
    assert outcome.automatic_move(sinking) is None


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
