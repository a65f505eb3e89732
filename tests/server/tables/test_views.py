"""What seats are shown: made once, redacted, and dropped when everybody has it."""

from __future__ import annotations

from dataclasses import replace

import orjson
import pytest

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.server.messages import encode
from atlantis_games.server.tables import views
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import TableSeat
from support.server_process import run_apart
from support.sessions import FakeWatcher, new_session, people

games = pytest.mark.parametrize("game", GAMES)


def begun(game: str) -> Session:
    session, _ = new_session(game, people("ada", "ben"))
    run_apart(session.begin())
    return session


@games
def test_a_state_is_what_the_seat_may_know(game: str) -> None:
    session = begun(game)
    table = session.table
    for seat in (SPECTATOR, 0, 1):
        state = orjson.loads(encode(session.views.state(seat)))
        assert state["view"] == orjson.loads(encode(table.position.view(seat)))
        assert bool(state["moves"]) == (seat == table.position.actor)
        assert state["prompt"]["code"] == table.position.view(seat)["phase"].replace(" ", "-")
        assert state["result"] is None
        assert not state["undo"]


def test_while_people_are_missing_there_is_no_view() -> None:
    session, _ = new_session("escape", [*people("ada"), TableSeat("open")])
    state = session.views.state(0)
    assert (state["view"], state["moves"]) == (None, [])
    assert state["prompt"] == {"code": "waiting", "values": {}}


def test_a_state_is_made_once_until_something_happens_or_everybody_has_it() -> None:
    session = begun("escape")
    first, watcher = session.views.state(0), FakeWatcher()
    session.add_watcher(watcher)
    assert session.views.state(0) is first
    watcher.has_news = True
    session.announce_chat()
    assert session.views.state(0) is first
    session.remove_watcher(watcher)
    session.announce_chat()
    assert session.views.state(0) is not first
    again, info = session.views.state(0), session.views.info()
    session.announce(with_info=False)
    assert session.views.state(0) is not again
    assert session.views.info() is info
    session.announce()
    assert session.views.info() is not info


def test_the_table_shows_who_is_here() -> None:
    session = begun("escape")
    session.add_watcher(FakeWatcher("ben"))
    seats = views.table_info(session.table)["seats"]
    assert [seat["here"] for seat in seats] == [False, True]


@games
def test_a_game_without_a_board_comes_with_a_drawing_and_sentences(game: str) -> None:
    position = begun(game).table.position
    assert "text" not in views.with_drawing(position, position.view(0))
    bare = Position(replace(GAMES[game], has_board=False), position.states())
    view = views.with_drawing(bare, bare.view(0))
    assert view["text"] == position.draw(0)
    choice = views.choices(bare.redacted(bare.actor))[0]
    assert choice["code"] == bare.game.notation[bare.game.numbers[choice["move"]]].code
    assert "code" not in views.choices(position.redacted(position.actor))[0]
