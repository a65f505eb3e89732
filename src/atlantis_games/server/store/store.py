"""The database, opened and closed with the server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store import queries
from atlantis_games.server.store.changes import Changes, Conflict, EntriesOnly
from atlantis_games.server.store.engine import engine_for, url_without_password
from atlantis_games.server.store.failures import (
    FAILURES,
    FileWatch,
    first_line,
    refused_when_away,
    unavailable,
)
from atlantis_games.server.store.rows import (
    EntryRow,
    SeatRow,
    TableRow,
    TableRows,
    TableVersion,
    Usage,
)
from atlantis_games.server.store.schema import upgrade
from atlantis_games.server.store.server_lock import wait_for_upgrade
from atlantis_games.server.store.table_reading import load_table
from atlantis_games.server.store.writer import Done, Writer

MAX_SILENCE = 5.0  # seconds that a database may take to answer
MAX_REMOVED = 200  # tables in one go, so that nobody waits long


class Store:
    """Reads rows, and writes changes in groups."""

    def __init__(self, url: str, process: str = "") -> None:
        self.url = url
        self.process = process  # its name among several on one database; empty if it is alone
        self.engine: AsyncEngine = engine_for(url)
        if process and self.engine.dialect.name != "postgresql":
            raise BadRequest(
                "Several processes need PostgreSQL: set ATLANTIS_DATABASE, or start one process."
            )
        self.writer = Writer(self.engine, process)
        self.file = FileWatch(None)

    async def open(self) -> None:
        """Creates or upgrades the tables and starts the writer."""
        try:
            connection = await self.writer.connect()
            async with connection.begin():
                await wait_for_upgrade(connection)
                await connection.run_sync(upgrade)
        except RequestRefused as error:
            await self.close()
            shown = url_without_password(self.url)
            raise BadRequest(
                f"Another server uses the database {shown}; stop it, or set ATLANTIS_DATABASE to "
                "another one."
            ) from error
        except BadRequest:  # a newer schema
            await self.close()
            raise
        except FAILURES as error:
            await self.close()
            cause = "its schema is damaged" if isinstance(error, ValueError) else error
            cause = getattr(error, "orig", cause)
            shown = url_without_password(self.url)
            raise BadRequest(f"Cannot use the database {shown}: {cause}.") from error
        name = self.engine.url.database
        is_file = self.engine.dialect.name == "sqlite" and name not in (None, "", ":memory:")
        self.file = FileWatch(Path(name) if is_file and name else None)
        self.writer.start(self.file.check)

    async def close(self) -> None:
        """Writes what is pending and closes every connection."""
        await self.writer.close()
        await self.engine.dispose()

    async def write(self, changes: Changes) -> None:
        """Writes changes together or not at all; returns when they are on the disk."""
        try:
            with refused_when_away():
                await self.writer.write(changes)
        except IntegrityError as error:  # a row is there already
            raise Conflict(first_line(error)) from error

    def submit(self, changes: Changes | EntriesOnly, done: Done) -> None:
        """Writes changes; calls `done` when they are on the disk, or with what `write` raises."""
        self.writer.submit(changes, partial(pass_on, done))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from; a database that is away is a refusal."""
        with refused_when_away():
            async with self.engine.connect() as connection:
                yield connection

    async def check(self) -> None:
        """Refuses if the database does not answer, or is no longer the one that was opened."""
        self.file.check()
        try:
            async with asyncio.timeout(MAX_SILENCE), self.reading() as connection:
                await queries.check_schema(connection)
        except TimeoutError as error:
            raise unavailable(error) from error

    async def load(self, table_id: str) -> TableRows | None:
        """Everything about one table; None if there is no such table."""
        async with self.reading() as connection:
            return await load_table(connection, table_id)

    async def entries_from(self, table_id: str, ply: int) -> list[EntryRow]:
        """The entries of a log from a ply on; none if one of them is damaged."""
        async with self.reading() as connection:
            return await queries.entries_from(connection, table_id, ply)

    async def versions(self, table_ids: Iterable[str]) -> dict[str, TableVersion]:
        """How far some tables are in the store; those that were removed are missing."""
        async with self.reading() as connection:
            return await queries.versions(connection, list(table_ids))

    async def check_key(self, fingerprint: str) -> None:
        """Refuses a server whose key is not that of the others: nobody would be recognized."""
        async with self.engine.begin() as connection:
            known = await queries.first_key(connection, fingerprint)
        if known != fingerprint:
            raise BadRequest(
                "The other servers of this database have another secret.key: copy theirs into the "
                "data folder."
            )

    async def name_of(self, guest: str) -> str | None:
        """What a guest wants to be called, as far as that is stored."""
        async with self.reading() as connection:
            return await queries.name_of(connection, guest)

    async def has_consented(self, guest: str) -> bool:
        """Whether a guest lets finished games be given away without names."""
        async with self.reading() as connection:
            return await queries.has_consented(connection, guest)

    async def review(self, table_id: str) -> str | None:
        """The analysis of a match as JSON, if it has been made."""
        async with self.reading() as connection:
            return await queries.load_review(connection, table_id)

    async def tables(self, guest: str | None) -> tuple[list[TableRow], list[TableRow]]:
        """The public tables that are not over, and those of a guest."""
        async with self.reading() as connection:
            public = await queries.public_tables(connection)
            own = await queries.tables_of_guest(connection, guest) if guest else []
        return public, own

    async def seats_of(self, table_ids: Iterable[str]) -> dict[str, list[SeatRow]]:
        """The seats of each of these tables."""
        async with self.reading() as connection:
            return await queries.seats_of(connection, table_ids)

    async def mark_unfinished(self, moment: float, now: float) -> None:
        """Marks unfinished tables without a move since a moment: they may be removed later."""
        await self.write(Changes().mark_unfinished(moment, now))

    async def unmark_tables(self) -> None:
        """Takes every mark away, because the clock that made them was wrong."""
        await self.write(Changes().unmark_tables())

    async def removable(self, moment: float, marked_before: float) -> list[str]:
        """Some unfinished tables without a move since a moment, marked long enough ago."""
        async with self.reading() as connection:
            return await queries.unfinished_before(connection, moment, marked_before, MAX_REMOVED)

    async def remove(self, table_ids: list[str]) -> None:
        """Removes tables with all that belongs to them."""
        await self.write(Changes().remove_tables(table_ids))

    async def usage(self, guest: str, network: str, now: float) -> tuple[Usage, Usage]:
        """What a guest and a network keep on the server: tables of a day, bytes of a month."""
        async with self.reading() as connection:
            return (
                await queries.usage(connection, queries.USAGE_OF_GUEST, guest, now),
                await queries.usage(connection, queries.USAGE_OF_NETWORK, network, now),
            )

    async def oldest_imports(self, guest: str, count: int) -> list[str]:
        """The match files that a guest has brought first."""
        async with self.reading() as connection:
            return await queries.oldest_imports(connection, guest, count)


def pass_on(done: Done, error: Exception | None) -> None:
    """Tells how a change went, in the words of `Store.write`."""
    if isinstance(error, IntegrityError):
        error = Conflict(first_line(error))
    elif isinstance(error, FAILURES):
        error = unavailable(error)
    done(error)
