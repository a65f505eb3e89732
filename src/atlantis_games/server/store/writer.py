"""Writing: what has come in meanwhile goes into one transaction, so that tables share the wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import TypeAlias

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.metrics import COMMITS, CONFLICTS, log
from atlantis_games.server.store.changes import NOTIFY, Changes, Conflict, EntriesOnly
from atlantis_games.server.store.failures import first_line, roll_back
from atlantis_games.server.store.news import CHANNEL, payloads
from atlantis_games.server.store.server_lock import locked_connection
from atlantis_games.server.store.usual_changes import write_usual

Done: TypeAlias = Callable[[Exception | None], None]  # None: it is stored
CONFLICT = (Conflict, sql.exc.IntegrityError)  # the connection is as good as before


class Writer:
    """Commits changes one group after another, from `start` to `close`."""

    def __init__(self, engine: AsyncEngine, process: str = "") -> None:
        self.engine = engine
        self.process = process  # its name among several on one database; empty if it is alone
        self.connection: AsyncConnection | None = None
        self.stack = AsyncExitStack()  # that ends the connection
        self.pending: list[tuple[Changes | EntriesOnly, Done]] = []
        self.wake = asyncio.Event()
        self.closing = False
        self.task: asyncio.Task[None] | None = None
        self.check: Callable[[], None] = lambda: None  # refuses to write to a wrong file

    async def connect(self) -> AsyncConnection:
        """The connection that writes; no server that believes to be alone has another one."""
        if self.connection is None:
            made = locked_connection(self.engine, is_shared=bool(self.process))
            self.connection = await self.stack.enter_async_context(made)
        return self.connection

    async def disconnect(self) -> None:
        """Ends the connection, in whatever state it is."""
        self.connection = None
        with suppress(Exception):
            await self.stack.aclose()

    def start(self, check: Callable[[], None] = lambda: None) -> None:
        """Begins to write in the background."""
        self.check = check
        self.task = asyncio.create_task(self.write_forever())

    async def close(self) -> None:
        """Writes what is pending and stops."""
        self.closing = True
        self.wake.set()
        if self.task is not None:
            await self.task
        await self.disconnect()

    async def write(self, changes: Changes) -> None:
        """Writes changes; returns when they are on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.submit(changes, partial(settle, done))
        await done

    def submit(self, changes: Changes | EntriesOnly, done: Done) -> None:
        """Writes changes; calls `done` when they are on the disk, or with what went wrong."""
        self.pending.append((changes, done))
        if len(self.pending) == 1:
            self.wake.set()

    async def write_forever(self) -> None:
        """Writes what comes in, on a new connection after every failure."""
        while await self.has_work():
            try:
                connection = await self.connect()
                while await self.has_work():
                    if not await self.write_group(connection):
                        break
            except Exception as error:
                log.error("the database cannot be reached: %s", first_line(error))
                group, self.pending = self.pending, []
                for _, done in group:
                    call(done, error)
            await self.disconnect()

    async def has_work(self) -> bool:
        """Waits until something is to be written; False when there never will be."""
        while not self.pending and not self.closing:
            self.wake.clear()
            await self.wake.wait()
        return bool(self.pending)

    async def write_group(self, connection: AsyncConnection) -> bool:
        """Commits everything that has come in at once, or else one by one; whether at once."""
        group, self.pending = self.pending, []
        try:
            self.check()
            await self.commit(connection, [changes for changes, _ in group])
        except RequestRefused as refused:
            log.error("nothing is stored: %s", refused)
            for _, done in group:
                call(done, refused)
            return False
        except Exception as error:
            if not isinstance(error, CONFLICT):
                log.error("a group of changes failed: %s", first_line(error))
            await roll_back(connection)
            return await self.write_apart(connection, group)
        for _, done in group:
            call(done, None)
        return True

    async def write_apart(
        self, connection: AsyncConnection, group: list[tuple[Changes | EntriesOnly, Done]]
    ) -> bool:
        """Commits changes one by one; whether the connection can be used on."""
        is_good = True
        for changes, done in group:
            try:
                await self.commit(connection, [changes])
                call(done, None)
            except Exception as error:
                await roll_back(connection)
                if isinstance(error, CONFLICT):
                    CONFLICTS.inc()
                else:
                    is_good = False
                call(done, error)
        return is_good and connection.dialect.name == "postgresql"

    async def commit(
        self, connection: AsyncConnection, group: Sequence[Changes | EntriesOnly]
    ) -> None:
        """Writes changes in one transaction, rows of the same kind together, and tells others."""
        together = Changes()
        for changes in group:
            changes.add_to(together)
        notices = list(payloads(self.process, together.news)) if self.process else []
        if together.is_usual:
            await write_usual(connection, together, notices)
            COMMITS.inc()
            return
        async with connection.begin():
            await together.execute(connection)
            for payload in notices:
                await connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})
        COMMITS.inc()


def call(done: Done, error: Exception | None) -> None:
    """Tells who waits for a change how it went; their mistakes must not stop the others."""
    try:
        done(error)
    except Exception:
        log.exception("what follows a change failed")


def settle(done: asyncio.Future[None], error: Exception | None) -> None:
    """Answers the caller that waits for a change, if it still waits."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
