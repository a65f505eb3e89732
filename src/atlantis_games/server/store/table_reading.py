"""Reading a whole table, straight through the database's own driver.

A table that somebody opens is waited for. Six questions through SQLAlchemy are some thirty changes
between threads with SQLite; here they are one step of its thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import starmap
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.store.checksums import (
    entry_checksum,
    log_length_checksum,
    snapshot_checksum,
    table_checksum,
)
from atlantis_games.server.store.rows import (
    MAX_CHAT,
    ChatRow,
    EntryRow,
    LogLengthRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    TableRows,
)
from atlantis_games.server.store.usual_changes import numbered

try:
    import asyncpg
except ImportError:  # an extra
    asyncpg = None

Found = Sequence[Sequence[Any]]


def columns(row: Any, *more: str) -> str:
    """The columns of a row, in its order."""
    return ", ".join([*row._fields, *more])


QUESTIONS = (
    f"SELECT {columns(TableRow, 'checksum')} FROM tables WHERE id = ?",
    f"SELECT {columns(SeatRow)} FROM seats WHERE table_id = ? ORDER BY seat",
    f"SELECT {columns(EntryRow, 'checksum')} FROM entries WHERE table_id = ? ORDER BY ply",
    f"SELECT {columns(LogLengthRow, 'checksum')} FROM log_lengths WHERE table_id = ?",
    f"SELECT {columns(SnapshotRow, 'checksum')} FROM snapshots WHERE table_id = ?",
    f"SELECT {columns(ChatRow)} FROM chat WHERE table_id = ? ORDER BY number DESC LIMIT {MAX_CHAT}",
)


async def load_table(connection: AsyncConnection, table_id: str) -> TableRows | None:
    """Everything about one table as it was at one moment; None if there is no such table."""
    driver: Any = (await connection.get_raw_connection()).driver_connection
    if connection.dialect.name == "sqlite":
        found = await driver._execute(read_from_sqlite, driver._conn, table_id)
    else:
        found = await read_from_postgresql(driver, table_id)
    return rows_of(found) if found[0] else None


def read_from_sqlite(connection: sqlite3.Connection, table_id: str) -> list[Found]:
    """The answers to all questions; others may write meanwhile."""
    try:
        connection.execute("BEGIN")
        try:
            return [connection.execute(one, (table_id,)).fetchall() for one in QUESTIONS]
        finally:
            connection.rollback()
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


async def read_from_postgresql(driver: Any, table_id: str) -> list[Found]:
    """The answers to all questions, from one snapshot of the database."""
    try:
        async with driver.transaction(isolation="repeatable_read", readonly=True):
            found = [await driver.fetch(numbered(one), table_id) for one in QUESTIONS]
        return [[tuple(row) for row in rows] for rows in found]
    except (asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


def rows_of(found: Sequence[Found]) -> TableRows:
    """What was found, compared with its checksums."""
    tables, seats, entries, lengths, snapshots, chat = found
    *values, of_table = tables[0]
    table = TableRow(*values)
    rows = TableRows(
        table=table._replace(public=bool(table.public), imported=bool(table.imported)),
        seats=[row._replace(away=bool(row.away)) for row in starmap(SeatRow, seats)],
        entries=[EntryRow(*row[:-1]) for row in entries],
        snapshot=None,
        chat=list(starmap(ChatRow, chat))[::-1],
    )
    check(rows, of_table, [row[-1] for row in entries])
    for *length, checksum in lengths:
        known = LogLengthRow(*length)
        if checksum == log_length_checksum(known) and known.entries > len(rows.entries):
            rows.damage = "the end of the log"
    for *kept, checksum in snapshots:
        if checksum == snapshot_checksum(SnapshotRow(*kept)):
            rows.snapshot = SnapshotRow(*kept)
    return rows


def check(rows: TableRows, of_table: int | None, of_entries: list[int | None]) -> None:
    """Notes what has no checksum, and what does not fit it."""
    rows.is_checked = of_table is not None and None not in of_entries
    if of_table not in (None, table_checksum(rows.table)):
        rows.damage = "table"
    for row, checksum in zip(rows.entries, of_entries, strict=True):
        if checksum is not None and checksum != entry_checksum(row):
            rows.damage = f"entry {row.ply}"
