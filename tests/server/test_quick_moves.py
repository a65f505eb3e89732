"""Moves on the short way: nothing waits in a task, and nothing else is different."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import orjson
import pytest

from atlantis_games.server.quick_moves import Caller
from atlantis_games.server.socket import Connection
from atlantis_games.server.store import Changes, Conflict, Done, EntriesOnly
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table_lock import TableLock
from support.server_process import run_apart
from support.sessions import FakeStore, new_session, people


class FakeLine:
    """A line that keeps what is written to it."""

    take_text: Callable[[str], bool] | None = None

    def __init__(self) -> None:
        self.written: list[dict[str, Any]] = []

    def has_room(self) -> bool:
        """Always."""
        return True

    def write_text(self, message: bytes) -> None:
        """Keeps a message."""
        self.written.append(orjson.loads(message))

    def abort(self) -> None:
        """Is not called."""
        raise AssertionError("the line was given up")


class FakeSocket:
    """A socket on which everything arrives and nobody looks."""

    async def send_text(self, message: str) -> None:
        """Is read by nobody."""

    async def close(self, code: int) -> None:
        """Is noticed by nobody."""


class SlowStore(FakeStore):
    """A store that tells later how it went."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Changes | EntriesOnly, Done]] = []

    def submit(self, changes: Changes | EntriesOnly, done: Done) -> None:
        """Keeps changes until the test decides."""
        self.waiting.append((changes, done))


async def begun() -> tuple[Session, SlowStore, list[Connection]]:
    """A table with two people whose messages come on the short way."""
    session, _ = new_session("causeway", people("ada", "ben"))
    store = SlowStore()
    session.store = cast(Any, store)
    await session.begin()
    connections = []
    for guest in ("ada", "ben"):
        caller = Caller(guest, "1.2.3.4", FakeLine())
        connection = Connection(cast(Any, FakeSocket()), session, cast(Any, None), caller)
        connection.is_reading = False
        session.add_watcher(connection)
        connections.append(connection)
    return session, store, connections


def a_move(session: Session, written: bool = True) -> str:
    """The message of a legal move."""
    table = session.table
    move, number = next(iter(table.position.redacted(table.position.actor).moves.items()))
    shown = orjson.dumps(move).decode() if written else str(number)
    return f'{{"type":"move","ply":{table.ply},"move":{shown}}}'


@pytest.mark.parametrize("written", [True, False])
def test_a_move_is_shown_when_it_is_stored_and_not_before(written: bool) -> None:
    async def work() -> None:
        session, store, connections = await begun()
        table, actor = session.table, session.table.position.actor
        ply, mover = table.ply, connections[actor]
        assert mover.take_text(a_move(session, written))
        lines = [cast(FakeLine, one.line) for one in connections]
        assert (table.ply, [line.written for line in lines]) == (ply, [[], []])
        assert session.lock.locked()
        assert not mover.take_text('{"type":"ping"}'), "messages are answered in their order"
        ((changes, done),) = store.waiting
        assert [row.ply for row in changes.entries] == list(range(ply, table.match.ply))
        done(None)
        assert table.ply == table.match.ply > ply
        assert [line.written[0]["ply"] for line in lines] == [table.ply, table.ply]
        assert not session.lock.locked()
        assert not mover.is_moving

    run_apart(work())


def test_what_is_not_a_move_of_ones_own_goes_the_long_way() -> None:
    async def work() -> None:
        session, store, connections = await begun()
        actor, text = session.table.position.actor, a_move(session)
        assert not connections[1 - actor].take_text(text), "not their turn"
        assert not connections[actor].take_text(text.replace('"ply":', '"ply":9'))
        illegal = f'{{"type":"move","ply":{session.table.ply},"move":"fly"}}'
        assert not connections[actor].take_text(illegal)
        assert not session.lock.locked()
        assert not session.is_broken
        assert not store.waiting

    run_apart(work())


def test_a_move_that_was_not_stored_closes_the_table_until_it_is_loaded_again() -> None:
    async def work() -> None:
        session, store, connections = await begun()
        actor = session.table.position.actor
        told: list[Exception | None] = []
        ply, text = session.table.ply, a_move(session)
        move = orjson.loads(text)["move"]
        assert session.start_move(actor, ply, move, told.append)
        store.waiting[0][1](OSError("no space left"))
        assert session.recovery is not None
        await session.recovery
        assert isinstance(told[0], OSError)
        assert session.is_broken
        assert not session.lock.locked()
        assert not connections[actor].take_text(text)

    run_apart(work())


def test_a_move_that_another_process_was_faster_with_is_tried_again() -> None:
    async def work() -> None:
        session, store, _ = await begun()
        actor, ply = session.table.position.actor, session.table.ply
        reloaded: list[Session] = []

        async def reload(one: Session) -> None:
            reloaded.append(one)

        session.reload = reload
        told: list[Exception | None] = []
        move = orjson.loads(a_move(session))["move"]
        assert session.start_move(actor, ply, move, told.append)
        store.waiting[0][1](Conflict("table"))
        assert session.recovery is not None
        await session.recovery
        assert reloaded == [session]
        assert isinstance(told[0], Conflict)
        assert not session.is_broken

    run_apart(work())


def test_a_mistake_of_ours_after_a_move_is_stored_leaves_the_table_free() -> None:
    async def work() -> None:
        session, store, _ = await begun()
        actor, ply = session.table.position.actor, session.table.ply
        told: list[Exception | None] = []
        move = orjson.loads(a_move(session))["move"]
        assert session.start_move(actor, ply, move, told.append)
        session.table.clock = cast(Any, None)
        with pytest.raises(AttributeError):
            store.waiting[0][1](None)
        assert not session.lock.locked()
        assert told == [None]

    run_apart(work())


def test_a_table_that_nobody_watched_catches_up_when_somebody_comes() -> None:
    async def work() -> None:
        session, _ = new_session("causeway", people("ada", "ben"))
        asked: list[Session] = []
        session.on_behind = asked.append
        await session.begin()
        caller = Caller("ada", "1.2.3.4", FakeLine())
        session.add_watcher(Connection(cast(Any, FakeSocket()), session, cast(Any, None), caller))
        assert asked == []
        session.entries_elsewhere = session.table.ply + 1
        session.add_watcher(Connection(cast(Any, FakeSocket()), session, cast(Any, None), caller))
        assert asked == [session]

    run_apart(work())


def test_a_lock_goes_to_who_waited_longest_and_not_to_who_gave_up() -> None:
    async def work() -> None:
        lock, order = TableLock(), list[int]()
        assert lock.take()
        assert not lock.take()

        async def wait(number: int) -> None:
            async with lock:
                order.append(number)
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(wait(number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        lock.release()
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order == [0, 3]
        assert not lock.locked()

    run_apart(work())
