"""All tables: added, loaded once, unloaded when idle, removed when old."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store import Store
from atlantis_games.server.tables.chat import say
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.seating import take_seats_back
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup
from atlantis_games.server.tables.views import table_info
from support.databases import url_for
from support.server_process import run_apart
from support.sessions import FakeWatcher, people


def with_lobby(folder: Path, work: Callable[[Lobby], Coroutine[Any, Any, None]]) -> None:
    """Runs a test with a lobby on a database of its own."""

    async def run() -> None:
        store = Store(url_for(folder))
        await store.open()
        lobby = Lobby(store)
        try:
            await work(lobby)
        finally:
            await lobby.close()
            await store.close()

    run_apart(run())


async def playing(lobby: Lobby) -> Session:
    """A table of Causeway at which some moves were made."""
    start = game_named("causeway").new(2)
    setup = Setup(start.options, {"kind": "total", "seconds": 600})
    session = await lobby.add(start, people("ada", "ben"), setup, public=False)
    await session.begin()
    for _ in range(3):
        position = session.table.position
        move = next(iter(position.moves))
        await session.play(position.actor, session.table.ply, move)
    await say(session, "ada", 0, "hi", 1.0)
    return session


def test_a_table_that_was_unloaded_is_loaded_as_it_was(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        old = await playing(lobby)
        table_id = old.table.id
        assert await lobby.session(table_id) is old
        lobby.unload(old)
        assert not old.is_open
        new, same = await asyncio.gather(lobby.session(table_id), lobby.session(table_id))
        assert new is same is not old
        for name in ("id", "state", "seats", "setup", "position", "ply", "commitment"):
            assert getattr(new.table, name) == getattr(old.table, name), name
        assert new.table.match.log == old.table.match.log
        assert new.table.match.outcomes == old.table.match.outcomes
        assert new.table.chat.lines == old.table.chat.lines
        assert new.table.clock.used == pytest.approx(old.table.clock.used, abs=0.01)

    with_lobby(tmp_path, work)


def test_a_broken_session_is_loaded_again(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        old = await playing(lobby)
        old.is_broken = True
        assert await lobby.session(old.table.id) is not old

    with_lobby(tmp_path, work)


@pytest.mark.parametrize("table_id", ["nothing", "é", "a" * 41, ""])
def test_what_is_not_a_table_is_not_found(tmp_path: Path, table_id: str) -> None:
    async def work(lobby: Lobby) -> None:
        with pytest.raises(RequestRefused) as caught:
            await lobby.session(table_id)
        assert (caught.value.code, caught.value.close) == ("no-such-table", 4404)

    with_lobby(tmp_path, work)


def test_idle_tables_are_unloaded(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        session = await playing(lobby)
        watcher = FakeWatcher("ada")
        session.add_watcher(watcher)
        lobby.unload_idle(0)
        assert session.table.id in lobby.sessions, "somebody is connected"
        session.remove_watcher(watcher)
        lobby.unload_idle(1000)
        assert session.table.id in lobby.sessions, "it has not been idle for long"
        lobby.unload_idle(0)
        assert session.table.id not in lobby.sessions

    with_lobby(tmp_path, work)


def test_when_time_is_up_a_bot_plays_on(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        session = await playing(lobby)
        table = session.table
        seat, ply = table.position.actor, table.ply
        table.clock.used[seat] = 601.0
        table.clock.thinking_since -= 10.0
        session.announce()
        for _ in range(1000):
            if table.ply > ply:
                break
            await asyncio.sleep(0.01)
        assert table.seats[seat].away
        assert table.match.log[ply][0] == seat
        noted = [{"ply": ply, "seat": seat, "code": "time-up"}]
        assert table.notes == noted
        # Everybody who comes later reads it too, also after the table was out of memory.
        lobby.unload(session)
        again = await lobby.session(table.id)
        assert table_info(again.table)["notes"] == noted
        await take_seats_back(again, again.table.seats[seat].guest)
        assert [(note["seat"], note["code"]) for note in again.table.notes] == [
            (seat, "time-up"),
            (seat, "back"),
        ]

    with_lobby(tmp_path, work)
