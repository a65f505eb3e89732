"""Tidying up: what is old is removed, and a wrong clock removes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store import Changes
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.sweeping import DAY, Sweeper
from atlantis_games.server.tables.table import Setup
from server.tables.test_lobby import with_lobby
from support.sessions import FakeWatcher, people

KEEP_DAYS = 30.0


class Clocks:
    """A wall clock and a steady one that a test sets."""

    def __init__(self) -> None:
        self.wall, self.steady = 1_800_000_000.0, 500.0

    def go(self, seconds: float) -> None:
        """Both go on."""
        self.wall += seconds
        self.steady += seconds

    def sweeper(self, lobby: Lobby) -> Sweeper:
        """A sweeper by these clocks."""
        return Sweeper(lobby, lambda: self.wall, lambda: self.steady)


async def unloaded(lobby: Lobby, clocks: Clocks) -> str:
    """A table that was played at just now and is not in memory."""
    start = game_named("escape").new(2)
    session = await lobby.add(start, people("ada", "ben"), Setup(start.options), public=False)
    await session.begin()
    lobby.unload(session)
    await lobby.store.write(Changes().touch(session.table.id, "playing", clocks.wall))
    return session.table.id


async def is_stored(lobby: Lobby, table_id: str) -> bool:
    return await lobby.store.load(table_id) is not None


def test_an_old_table_is_marked_first_and_removed_by_a_later_sweep(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        clocks = Clocks()
        sweeper, table_id = clocks.sweeper(lobby), await unloaded(lobby, clocks)
        clocks.go(KEEP_DAYS * DAY + 1)
        await sweeper.sweep(0, KEEP_DAYS)
        clocks.go(60)
        await sweeper.sweep(0, KEEP_DAYS)
        assert await is_stored(lobby, table_id), "marked, and the day is not over"
        clocks.go(DAY)
        await sweeper.sweep(0, KEEP_DAYS)
        assert not await is_stored(lobby, table_id)
        with pytest.raises(RequestRefused):
            await lobby.session(table_id)

    with_lobby(tmp_path, work)


def test_a_clock_that_jumps_removes_nothing_whatever_follows(tmp_path: Path) -> None:
    """Forward for three seconds, forward for good, and back: each takes the marks away."""

    async def work(lobby: Lobby) -> None:
        clocks = Clocks()
        sweeper, table_id = clocks.sweeper(lobby), await unloaded(lobby, clocks)
        for jump in (31 * DAY, -31 * DAY, 400 * DAY, -400 * DAY):
            clocks.wall += jump
            await sweeper.sweep(0, KEEP_DAYS)
            clocks.go(3)
            await sweeper.sweep(0, KEEP_DAYS)
            assert await is_stored(lobby, table_id)
        clocks.go(60)
        await sweeper.sweep(0, KEEP_DAYS)
        clocks.go(DAY)
        await sweeper.sweep(0, KEEP_DAYS)
        assert await is_stored(lobby, table_id), "the marks of the wrong clock are gone"

    with_lobby(tmp_path, work)


def test_a_server_that_starts_with_a_wrong_clock_removes_nothing(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        clocks = Clocks()
        table_id = await unloaded(lobby, clocks)
        right = clocks.wall
        clocks.wall = right + 40 * DAY
        await clocks.sweeper(lobby).sweep(0, KEEP_DAYS)
        clocks.wall = right  # another start, with the right clock
        sweeper = clocks.sweeper(lobby)
        for _ in range(3):
            clocks.go(DAY)
            await sweeper.sweep(0, KEEP_DAYS)
        assert await is_stored(lobby, table_id)

    with_lobby(tmp_path, work)


def test_what_is_in_memory_is_never_removed(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        clocks = Clocks()
        sweeper, table_id = clocks.sweeper(lobby), await unloaded(lobby, clocks)
        session = await lobby.session(table_id)
        session.add_watcher(FakeWatcher("ada"))
        for _ in range(3):
            clocks.go(KEEP_DAYS * DAY)
            await sweeper.sweep(0, KEEP_DAYS)
        assert await is_stored(lobby, table_id)
        assert lobby.sessions[table_id] is session

    with_lobby(tmp_path, work)
