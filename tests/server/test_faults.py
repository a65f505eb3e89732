"""Faults by plan: failing writes and syncs, a full disk, cut power, in and between transactions."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.quotas import Quotas
from atlantis_games.server.store import Store
from atlantis_games.server.tables.imports import import_match
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.opening import rematch
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup
from server.tables.test_lobby import with_lobby
from support.faulty_disk import (
    FULL,
    OK,
    SYNC_FAILED,
    WRITE_FAILED,
    FaultyDisk,
    every,
    faulty_disk,
)
from support.history import History, stored_moves
from support.server_process import run_apart
from support.sessions import people

FAULTS = int(os.environ.get("ATLANTIS_FAULTS", "50"))  # `make soak` sets more
MATCH = Path(__file__).parents[1] / "matches" / "escape-stall.match"


async def new_session(lobby: Lobby) -> Session:
    """A new table of two people."""
    start = game_named("escape").new(2)
    session = await lobby.add(start, people("ada", "ben"), Setup(start.options), public=False)
    await session.begin()
    return session


class Player:
    """Plays any moves for both seats of one table after another, and keeps the history."""

    def __init__(self, lobby: Lobby, seed: object) -> None:
        self.lobby = lobby
        self.random = random.Random(str(seed))
        self.history = History()
        self.table_id = ""

    async def play(self) -> None:
        """Plays a move; a refusal is raised."""
        session = await self.lobby.session(self.table_id) if self.table_id else None
        if session is None or session.table.state == "over":
            session = await new_session(self.lobby)
            self.table_id = session.table.id
        table = session.table
        seat, move = table.position.actor, self.random.choice(list(table.position.moves))
        sent = (table.id, table.ply, seat, move)
        self.history.sent.add(sent)
        await session.play(seat, table.ply, move)
        self.history.acknowledged.append(sent)


@pytest.mark.parametrize(
    ("operation", "code", "answer"),
    [
        ("write", WRITE_FAILED, "database-away"),
        ("sync", SYNC_FAILED, "database-away"),
        ("write", FULL, "disk-full"),
    ],
)
def test_writes_and_syncs_that_fail_lose_nothing_acknowledged(
    tmp_path: Path, operation: str, code: int, answer: str
) -> None:
    """A change that fails is tried once more, then refused; each failure leaves the store whole."""
    histories: list[History] = []
    codes: set[str] = set()
    failed = 0

    async def work(lobby: Lobby) -> None:
        nonlocal failed
        player = Player(lobby, code)
        histories.append(player.history)
        plan = every(7 if operation == "sync" else 50, operation, code, in_a_row=3)

        def fails(kind: str) -> int:
            nonlocal failed
            found = plan(kind)
            failed += found != OK
            return found

        await player.play()
        disk.failures = fails
        while failed < FAULTS:
            try:
                await player.play()
            except RequestRefused as refused:
                codes.add(refused.code)
                player.history.check(stored_moves(tmp_path / "atlantis.db"))
        disk.failures = lambda kind: OK
        await player.play()

    with faulty_disk() as disk:
        with_lobby(tmp_path, work)
    assert codes == {answer}
    assert len(histories[0].acknowledged) > FAULTS / 5
    histories[0].check(stored_moves(tmp_path / "atlantis.db"))


class PowerCuts:
    """Cuts the power again and again, at any moment of writing; each time the files are kept."""

    def __init__(self, disk: FaultyDisk, folder: Path, history: History) -> None:
        self.disk = disk
        self.folder = folder
        self.history = history
        self.random = random.Random(2)
        self.next_at = disk.operations + 1
        self.made: list[tuple[Path, int]] = []  # the files, and how many moves were acknowledged
        disk.on_operation = self.perhaps_cut

    def perhaps_cut(self, operation: str) -> None:
        """Keeps what would be found, if this is the moment."""
        if self.disk.operations >= self.next_at:
            self.next_at = self.disk.operations + self.random.randrange(1, 25)
            target = self.folder / f"cut {len(self.made)}"
            target.mkdir()
            self.disk.after_power_cut(target, self.random)
            self.made.append((target, len(self.history.acknowledged)))

    def check(self, checked: int) -> int:
        """Compares the cuts that were not checked yet with the history; how many there are."""
        for folder, acknowledged in self.made[checked:]:
            self.history.check(stored_moves(folder / "atlantis.db"), acknowledged)
            for file in folder.iterdir():
                file.unlink()
        return len(self.made)


def play_and_cut(folder: Path, prepare: Callable[[Lobby], Awaitable[None]]) -> None:
    """Plays while power is cut; every time all that was acknowledged must be there."""
    here, after = folder / "here", folder / "after"
    here.mkdir()
    after.mkdir()

    async def work(lobby: Lobby) -> None:
        await prepare(lobby)
        player = Player(lobby, 2)
        await player.play()
        cuts, checked = PowerCuts(disk, after, player.history), 0
        while checked < FAULTS:
            await player.play()
            checked = cuts.check(checked)
        disk.on_operation = lambda kind: None

    with faulty_disk() as disk:
        with_lobby(here, work)


async def as_usual(lobby: Lobby) -> None:
    """Changes nothing."""


def test_cut_power_loses_nothing_acknowledged(tmp_path: Path) -> None:
    play_and_cut(tmp_path, as_usual)


def test_the_layer_and_the_checker_notice_a_store_that_does_not_sync(tmp_path: Path) -> None:
    """Without waiting for the disk something is lost: that is what the test above would see."""

    async def careless(lobby: Lobby) -> None:
        @sql.event.listens_for(lobby.store.engine.sync_engine, "connect")
        def set_up(connection: Any, record: object) -> None:
            connection.execute("PRAGMA synchronous=OFF")

        await lobby.store.writer.disconnect()
        await lobby.store.engine.dispose()

    with pytest.raises((AssertionError, sqlite3.DatabaseError), match=r"lost|malformed"):
        play_and_cut(tmp_path, careless)


# One transaction each


async def bring(quotas: Quotas, finished: str) -> None:
    """Brings a match file."""
    with ThreadPoolExecutor(1) as reader:
        async with quotas.room_for_import(Payer("A", "ada")) as owner:
            await import_match(quotas.lobby, reader, MATCH.read_text("utf-8"), "ada", owner.owns)


async def play_again(quotas: Quotas, finished: str) -> None:
    """Asks for a rematch of the finished table."""
    async with quotas.room_for_table(Payer("A", "ada"), False) as owner:
        session = await quotas.lobby.session(finished)
        await rematch(quotas.lobby, session, "ada", owner.owns)


Work = Callable[[Quotas, str], Coroutine[Any, Any, None]]
PARTS: dict[
    Work, tuple[str, ...]
] = {  # the tables of the database in which a new table must be, or not at all
    bring: ("seats", "owners", "entries", "log_lengths", "snapshots"),
    play_again: ("seats", "owners", "rematch"),
}


async def finished_table(lobby: Lobby) -> str:
    """A table at which a game was played to its end."""
    start = game_named("escape").new(2, stall_limit="1")
    session = await lobby.add(start, people("ada", "ben"), Setup(start.options), False)
    await session.begin()
    table = session.table
    while table.state != "over":
        move = next(iter(table.position.moves))
        await session.play(table.position.actor, table.ply, move)
    return table.id


def new_tables(file: Path, parts: tuple[str, ...], finished: str) -> set[str]:
    """The tables that came after the finished one; each must be there with all its parts."""
    with closing(sqlite3.connect(f"file:{file}?vfs=unix", uri=True)) as database:

        def ids(query: str) -> set[str]:
            return {str(row[0]) for row in database.execute(query)} - {finished, "None"}

        found = ids("SELECT id FROM tables")
        for part in parts:
            column, table = ("rematch", "tables") if part == "rematch" else ("table_id", part)
            assert ids(f"SELECT {column} FROM {table}") == found, f"a part is missing: {part}"
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return found


def breaks_after(disk: FaultyDisk, operations: int) -> Callable[[str], int]:
    """A plan by which everything fails after so many operations more."""
    ends = disk.operations + operations
    return lambda kind: WRITE_FAILED if disk.operations > ends else OK


@pytest.mark.parametrize("work", PARTS)
def test_a_fault_in_the_middle_of_an_import_or_a_rematch_leaves_all_or_nothing(
    tmp_path: Path, work: Work
) -> None:
    """The disk breaks later and later in it, and power is cut at many moments."""
    here, after = tmp_path / "here", tmp_path / "after"
    here.mkdir()
    after.mkdir()
    parts, counts, rng = PARTS[work], {0: 0, 1: 0}, random.Random(3)

    async def broken(lobby: Lobby) -> None:
        finished = await finished_table(lobby)
        quotas, works_for = Quotas(lobby, lambda address: address), 1
        while not new_tables(here / "atlantis.db", parts, finished):
            disk.failures, works_for = breaks_after(disk, works_for), 2 * works_for
            disk.on_operation = lambda kind: perhaps_cut(finished)
            with suppress(RequestRefused):
                await work(quotas, finished)
            disk.failures, disk.on_operation = (lambda kind: OK), (lambda kind: None)
        assert len(new_tables(here / "atlantis.db", parts, finished)) == 1

    def perhaps_cut(finished: str) -> None:
        if rng.random() > 0.3:
            return
        for file in after.iterdir():
            file.unlink()
        disk.after_power_cut(after, rng)
        counts[len(new_tables(after / "atlantis.db", parts, finished))] += 1

    with faulty_disk() as disk:
        with_lobby(here, broken)
    assert counts[0] > 5, "before it was there"


def test_the_database_replaced_under_a_running_server_is_noticed(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        player = Player(lobby, 3)
        await player.play()
        await lobby.store.check()
        (tmp_path / "atlantis.db").rename(tmp_path / "moved.db")
        for attempt in (lobby.store.check(), player.play()):
            with pytest.raises(RequestRefused) as caught:
                await attempt
            assert (caught.value.code, caught.value.status) == ("database-replaced", 503)

    with_lobby(tmp_path, work)


def test_a_store_on_a_disk_that_was_cut_off_opens_again(tmp_path: Path) -> None:
    """The same code that serves people opens what a power cut has left, and plays on."""
    here, after = tmp_path / "here", tmp_path / "after"
    here.mkdir()
    after.mkdir()
    histories: list[History] = []

    async def before(lobby: Lobby) -> None:
        player = Player(lobby, 4)
        histories.append(player.history)
        for _ in range(60):
            await player.play()
        disk.after_power_cut(after, random.Random(4))

    async def again() -> None:
        store = Store(f"sqlite+aiosqlite:///{after / 'atlantis.db'}")
        await store.open()
        player = Player(Lobby(store), 5)
        player.history, player.table_id = histories[0], histories[0].acknowledged[-1][0]
        for _ in range(10):
            await player.play()
        await player.lobby.close()
        await store.close()

    with faulty_disk() as disk:
        with_lobby(here, before)
    run_apart(again())
    histories[0].check(stored_moves(after / "atlantis.db"))
