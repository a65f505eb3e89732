"""Adding rows to the database, with their checksums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.store.checksums import entry_checksum, log_length_checksum
from atlantis_games.server.store.rows import EntryRow, LogLengthRow
from atlantis_games.server.store.schema import ENTRIES

ENTRY_COLUMNS = (*EntryRow._fields, "checksum")
ROW_MARKS = "(" + ",".join("?" * len(ENTRY_COLUMNS)) + ")"
INSERT_ENTRIES = f"INSERT INTO entries ({', '.join(ENTRY_COLUMNS)})"
LENGTH_COLUMNS = (*LogLengthRow._fields, "checksum")
INSERT_LENGTHS = f"INSERT INTO log_lengths ({', '.join(LENGTH_COLUMNS)})"
OR_REPLACE = (
    "ON CONFLICT (table_id) DO UPDATE SET entries = excluded.entries, checksum = excluded.checksum"
)
SAVE_LENGTH = sql.text(f"{INSERT_LENGTHS} VALUES (:table_id, :entries, :checksum) {OR_REPLACE}")


async def insert(
    connection: AsyncConnection,
    table: sql.Table,
    rows: Sequence[Any],
    checksum: Callable[[Any], int] | None = None,
) -> None:
    """Adds rows, if there are any, with their checksums."""
    if not rows:
        return
    parameters = [row._asdict() for row in rows]
    if checksum is not None:
        for row, columns in zip(rows, parameters, strict=True):
            columns["checksum"] = checksum(row)
    await connection.execute(sql.insert(table), parameters)


async def insert_entries(connection: AsyncConnection, rows: Sequence[EntryRow]) -> None:
    """Adds rows to the log; with SQLite in one statement.

    Python's SQLite releases the interpreter for every statement and then queues for it again,
    behind everything the server is busy with: row by row, that makes a commit slow.
    """
    if connection.dialect.name != "sqlite":
        await insert(connection, ENTRIES, rows, entry_checksum)
        return
    marks = ",".join([ROW_MARKS] * len(rows))
    values = tuple(chain.from_iterable((*row, entry_checksum(row)) for row in rows))
    await connection.exec_driver_sql(f"{INSERT_ENTRIES} VALUES {marks}", values)


async def save_log_lengths(connection: AsyncConnection, entries: Sequence[EntryRow]) -> None:
    """Notes how long the logs are after these entries; with SQLite in one statement too."""
    lengths = {row.table_id: row.ply + 1 for row in entries}
    rows = [LogLengthRow(*item) for item in lengths.items()]
    if connection.dialect.name != "sqlite":
        columns = [{**row._asdict(), "checksum": log_length_checksum(row)} for row in rows]
        await connection.execute(SAVE_LENGTH, columns)
        return
    marks = ",".join(["(?,?,?)"] * len(rows))
    values = tuple(chain.from_iterable((*row, log_length_checksum(row)) for row in rows))
    await connection.exec_driver_sql(f"{INSERT_LENGTHS} VALUES {marks} {OR_REPLACE}", values)
