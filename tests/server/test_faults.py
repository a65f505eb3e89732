"""Faults by plan: failing writes, a full disk, cut power. Every acknowledged move must be there."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store import Store
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup
from server.tables.test_lobby import with_lobby
from support.sessions import people

FAULTS = int(os.environ.get("ATLANTIS_FAULTS", "50"))  # `make soak` sets more
Move = tuple[str, int, int, str]


def stored(file: Path) -> list[Move]:
    """Every entry in a database: table, ply, actor, move."""
    with closing(sqlite3.connect(file)) as database:
        query = "SELECT table_id, ply, actor, move FROM entries ORDER BY table_id, ply"
        return [tuple(row) for row in database.execute(query)]


def check_history(acknowledged: list[Move], found: list[Move]) -> None:
    """Every acknowledged move is stored exactly once, and no log has a gap."""
    assert set(acknowledged) <= set(found)
    assert len({row[:2] for row in found}) == len(found)
    plies: dict[str, list[int]] = {}
    for table, ply, _, _ in found:
        plies.setdefault(table, []).append(ply)
    assert all(numbers == list(range(len(numbers))) for numbers in plies.values())


async def new_session(lobby: Lobby) -> str:
    """A new table of two people; its id."""
    start = game_named("escape").new(2)
    session = await lobby.add(start, people("ada", "ben"), Setup(start.options), public=False)
    await session.begin()
    return session.table.id


async def play(session: Session, rng: random.Random) -> Move:
    """Plays any move; what was acknowledged."""
    table = session.table
    seat, ply, move = table.position.actor, table.ply, rng.choice(list(table.position.moves))
    await session.play(seat, ply, move)
    return table.id, ply, seat, move


class FailingDisk:
    """Lets every n-th statement or commit of an engine fail, as a broken disk would."""

    def __init__(self, store: Store, every: int, event: str) -> None:
        self.count, self.every, self.failed = 0, every, 0
        sql.event.listen(store.engine.sync_engine, event, self.perhaps_fail)

    def perhaps_fail(self, *given: Any) -> None:
        """Counts, and fails when it is time."""
        self.count += 1
        if self.count % self.every == 0:
            self.failed += 1
            raise OSError(5, "Input/output error")


@pytest.mark.parametrize("event", ["before_cursor_execute", "commit"])
def test_writes_and_syncs_that_fail_lose_nothing_acknowledged(tmp_path: Path, event: str) -> None:
    acknowledged: list[Move] = []
    codes: set[str] = set()

    async def work(lobby: Lobby) -> None:
        rng, table_id = random.Random(event), await new_session(lobby)
        disk = FailingDisk(lobby.store, 7, event)
        while disk.failed < FAULTS:
            try:
                session = await lobby.session(table_id)
                if session.table.state == "over":
                    table_id = await new_session(lobby)
                    continue
                acknowledged.append(await play(session, rng))
            except RequestRefused as refused:
                codes.add(refused.code)
        disk.every = 10**9

    with_lobby(tmp_path, work)
    assert codes <= {"database-away"}, "or it was stored at the second attempt"
    assert len(acknowledged) > FAULTS
    check_history(acknowledged, stored(tmp_path / "atlantis.db"))


def test_a_full_disk_is_a_code_and_loses_nothing(tmp_path: Path) -> None:
    acknowledged: list[Move] = []

    async def work(lobby: Lobby) -> None:
        rng, table_id = random.Random(1), await new_session(lobby)

        @sql.event.listens_for(lobby.store.engine.sync_engine, "connect")
        def limit(connection: Any, record: object) -> None:
            connection.execute("PRAGMA max_page_count = 1")  # not below what is used

        await lobby.store.writer.disconnect()
        await lobby.store.engine.dispose()
        refused = RequestRefused("going-away")
        while refused.code != "disk-full":  # the first one says that a connection was closed
            try:
                acknowledged.append(await play(await lobby.session(table_id), rng))
            except RequestRefused as error:
                refused = error
        assert (refused.status, refused.close) == (503, 1013)

    with_lobby(tmp_path, work)
    check_history(acknowledged, stored(tmp_path / "atlantis.db"))


def cut(source: Path, target: Path, synced: int, rng: random.Random) -> None:
    """The files as they are after power is cut: what was not synced is lost, or only half there."""
    for file in target.iterdir():
        file.unlink()
    shutil.copy(source, target / "atlantis.db")
    log = Path(f"{source}-wal").read_bytes()
    kept = bytearray(log[: rng.randrange(synced, len(log) + 1)])
    for place in range(synced, len(kept)):
        if rng.random() < 0.01:
            kept[place] = 0  # a page that never reached the disk
    (target / "atlantis.db-wal").write_bytes(kept)


def test_cut_power_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """The log ahead of the database is synced with every commit; later pages may be lost."""
    source, target = tmp_path / "here", tmp_path / "after"
    source.mkdir()
    target.mkdir()
    cuts: list[tuple[int, int]] = []
    acknowledged: list[Move] = []

    async def work(lobby: Lobby) -> None:
        rng, table_id = random.Random(2), await new_session(lobby)
        file = source / "atlantis.db"
        while len(cuts) < FAULTS:
            session = await lobby.session(table_id)
            if session.table.state == "over":
                table_id = await new_session(lobby)
                session = await lobby.session(table_id)
            acknowledged.append(await play(session, rng))
            known, synced = len(acknowledged), Path(f"{file}-wal").stat().st_size
            await play(session, rng) if session.table.state == "playing" else None
            cut(file, target, min(synced, Path(f"{file}-wal").stat().st_size), rng)
            check_history(acknowledged[:known], stored(target / "atlantis.db"))
            cuts.append((known, synced))

    with_lobby(source, work)
    assert len(cuts) == FAULTS


def test_the_database_replaced_under_a_running_server_is_noticed(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        rng, table_id = random.Random(3), await new_session(lobby)
        session = await lobby.session(table_id)
        await lobby.store.check()
        (tmp_path / "atlantis.db").rename(tmp_path / "moved.db")
        for attempt in (lobby.store.check(), play(session, rng)):
            with pytest.raises(RequestRefused) as caught:
                await attempt
            assert (caught.value.code, caught.value.status) == ("database-replaced", 503)

    with_lobby(tmp_path, work)
