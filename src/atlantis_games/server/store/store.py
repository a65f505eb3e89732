"""The database, opened and closed with the server."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.store import queries
from atlantis_games.server.store.engine import engine_for, url_without_password
from atlantis_games.server.store.rows import SeatRow, TableRow, TableRows
from atlantis_games.server.store.schema import upgrade
from atlantis_games.server.store.writer import Changes, Writer


class Store:
    """Reads rows, and writes changes in groups."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine = engine_for(url)
        self.writer = Writer(self.engine)

    async def open(self) -> None:
        """Creates or upgrades the tables and starts the writer."""
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (sql.exc.DBAPIError, OSError) as error:
            await self.engine.dispose()
            cause = getattr(error, "orig", error)
            shown = url_without_password(self.url)
            raise BadRequest(f"Cannot use the database {shown}: {cause}.") from error
        self.writer.start()

    async def close(self) -> None:
        """Writes what is pending and closes every connection."""
        await self.writer.close()
        await self.engine.dispose()

    async def write(self, changes: Changes) -> None:
        """Writes changes together or not at all; returns when they are on the disk."""
        await self.writer.write(changes)

    async def load(self, table_id: str) -> TableRows | None:
        """Everything about one table; None if there is no such table."""
        async with self.engine.connect() as connection:
            return await queries.load_table(connection, table_id)

    async def review(self, table_id: str) -> str | None:
        """The analysis of a match as JSON, if it has been made."""
        async with self.engine.connect() as connection:
            return await queries.load_review(connection, table_id)

    async def tables(self, guest: str | None) -> tuple[list[TableRow], list[TableRow]]:
        """The public tables that are not over, and those of a guest."""
        async with self.engine.connect() as connection:
            public = await queries.public_tables(connection)
            own = await queries.tables_of_guest(connection, guest) if guest else []
        return public, own

    async def seats_of(self, table_ids: Iterable[str]) -> dict[str, list[SeatRow]]:
        """The seats of each of these tables."""
        async with self.engine.connect() as connection:
            return await queries.seats_of(connection, table_ids)

    async def remove_unfinished_before(self, moment: float) -> list[str]:
        """Removes unfinished tables at which nothing has happened since then; their ids."""
        async with self.engine.connect() as connection:
            table_ids = await queries.unfinished_before(connection, moment)
        if table_ids:
            await self.write(Changes().remove_tables(table_ids))
        return table_ids
