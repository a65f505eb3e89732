"""Writing what moves and beginnings of matches leave behind, through the database's own driver.

Nearly all that is written are entries of logs, with snapshots and the time of the last move now and
then, and new tables. That goes to SQLite in one step of its thread, and to PostgreSQL in as few
trips as possible.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import chain
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.store.changes import Changes, Conflict
from atlantis_games.server.store.checksums import (
    entry_checksum,
    log_length_checksum,
    snapshot_checksum,
    table_checksum,
)
from atlantis_games.server.store.inserts import (
    ENTRY_COLUMNS,
    INSERT_ENTRIES,
    INSERT_LENGTHS,
    LENGTH_COLUMNS,
    OR_REPLACE,
    ROW_MARKS,
)
from atlantis_games.server.store.news import CHANNEL
from atlantis_games.server.store.rows import EntryRow, LogLengthRow, OwnerRow, SeatRow, TableRow

try:
    import asyncpg
except ImportError:  # an extra
    asyncpg = None

MAX_ROWS = 1000  # in a statement: SQLite takes some 32,000 values
COUNT_REVISION = "UPDATE tables SET revision = revision + 1 WHERE id = ? AND revision = ?"
COUNTED = "UPDATE 1"  # what PostgreSQL says when there was such a row
TOUCH = "UPDATE tables SET state = ?, touched = ?, marked = NULL, winners = ? WHERE id = ?"
LINK_REMATCH = "UPDATE tables SET rematch = ? WHERE id = ?"
AGREE = "UPDATE tables SET setup = ?, agreed = ?, checksum = ? WHERE id = ?"
GROW = "UPDATE owners SET size = size + ? WHERE table_id = ?"
SAVE_SNAPSHOT = (
    "INSERT INTO snapshots (table_id, ply, state, checksum) VALUES (?, ?, ?, ?) ON CONFLICT "
    "(table_id) DO UPDATE SET ply = excluded.ply, state = excluded.state, "
    "checksum = excluded.checksum"
)
ENTRY_ARRAYS = (
    "$1::text[],$2::int[],$3::int[],$4::text[],$5::int[],$6::int[],$7::text[],$8::bigint[]"
)
ADD_ENTRIES = (
    f"WITH added AS ({INSERT_ENTRIES} SELECT * FROM unnest({ENTRY_ARRAYS})), "
    f"measured AS ({INSERT_LENGTHS} "
    f"SELECT * FROM unnest($9::text[], $10::int[], $11::bigint[]) {OR_REPLACE}) "
    f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest($12::text[]) AS payload"
)
Rows = Sequence[tuple[Any, ...]]


def adding(table: str, *columns: str) -> str:
    """The statement that adds a row."""
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


ADD_TABLE = adding("tables", *TableRow._fields, "checksum")
ADD_SEAT = adding("seats", *SeatRow._fields)
ADD_OWNER = adding("owners", *OwnerRow._fields)


def entry_rows(entries: Sequence[EntryRow]) -> Rows:
    """Entries with their checksums."""
    return [(*row, entry_checksum(row)) for row in entries]


def length_rows(entries: Sequence[EntryRow]) -> Rows:
    """How long the logs are after these entries, with checksums; in the order of the tables."""
    lengths = {row.table_id: row.ply + 1 for row in entries}
    return [(*item, log_length_checksum(LogLengthRow(*item))) for item in lengths.items()]


def other_rows(changes: Changes) -> dict[str, Rows]:
    """What is written beside entries, by statement, new tables first.

    Tables that others may have come in the order of their names, so that no process waits for
    another in a circle.
    """
    touches = [changes.touches[one] for one in sorted(changes.touches)]
    growths = sorted((one["at_table"], one["more"]) for one in changes.growths)
    snapshots = [changes.snapshots[one] for one in sorted(changes.snapshots)]
    links = sorted((one["at_table"], one["rematch"]) for one in changes.rematches)
    agreed = sorted(changes.agreements)
    rows: dict[str, Rows] = {
        ADD_TABLE: [(*row, table_checksum(row)) for row in changes.tables],
        ADD_SEAT: changes.seats,
        ADD_OWNER: changes.owners,
        GROW: [(more, table_id) for table_id, more in growths],
        SAVE_SNAPSHOT: [(*row, snapshot_checksum(row)) for row in snapshots],
        TOUCH: [(one["state"], one["touched"], one["winners"], one["at_table"]) for one in touches],
        LINK_REMATCH: [(following, table_id) for table_id, following in links],
        AGREE: [(row.setup, row.agreed, table_checksum(row), row.id) for row in agreed],
    }
    return {statement: found for statement, found in rows.items() if found}


async def write_usual(connection: AsyncConnection, changes: Changes, notices: list[str]) -> None:
    """Writes changes in one transaction; Conflict if another process was faster."""
    changes.entries.sort()
    driver: Any = (await connection.get_raw_connection()).driver_connection
    if connection.dialect.name == "sqlite":
        await driver._execute(write_to_sqlite, driver._conn, changes)
    else:
        await write_to_postgresql(driver, changes, notices)


def write_to_sqlite(connection: sqlite3.Connection, changes: Changes) -> None:
    """Writes with SQLite; few statements, for each of them gives the interpreter away and queues.

    Between two of them others would be quicker to get it.
    """
    try:
        for known in sorted(changes.expected.items()):
            if connection.execute(COUNT_REVISION, known).rowcount != 1:
                raise Conflict(known[0])
        for first in range(0, len(changes.entries), MAX_ROWS):
            entries = changes.entries[first : first + MAX_ROWS]
            rows, lengths = entry_rows(entries), length_rows(entries)
            marks = ",".join([ROW_MARKS] * len(rows))
            connection.execute(f"{INSERT_ENTRIES} VALUES {marks}", [*chain(*rows)])
            marks = ",".join(["(?,?,?)"] * len(lengths))
            connection.execute(f"{INSERT_LENGTHS} VALUES {marks} {OR_REPLACE}", [*chain(*lengths)])
        for statement, others in other_rows(changes).items():
            connection.executemany(statement, others)
        connection.commit()
    except sqlite3.IntegrityError as error:
        raise Conflict("rows are there already") from error
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


async def write_to_postgresql(driver: Any, changes: Changes, notices: list[str]) -> None:
    """Writes with PostgreSQL: entries alone in one trip, which is a transaction of its own."""
    others = other_rows(changes)
    try:
        if not others and not changes.expected:
            await add_entries(driver, changes.entries, notices)
            return
        async with driver.transaction():
            for known in sorted(changes.expected.items()):
                if await driver.execute(numbered(COUNT_REVISION), *known) != COUNTED:
                    raise Conflict(known[0])
            await add_entries(driver, changes.entries, notices)
            for statement, rows in others.items():
                await driver.executemany(numbered(statement), rows)
    except asyncpg.UniqueViolationError as error:
        raise Conflict("rows are there already") from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


async def add_entries(driver: Any, entries: Sequence[EntryRow], notices: list[str]) -> None:
    """Adds entries, notes how long their logs are, and tells the other processes."""
    columns = columns_of(entry_rows(entries), len(ENTRY_COLUMNS))
    lengths = columns_of(length_rows(entries), len(LENGTH_COLUMNS))
    await driver.execute(ADD_ENTRIES, *columns, *lengths, notices)


def columns_of(rows: Rows, count: int) -> list[list[Any]]:
    """Rows as so many columns; of no rows these are empty."""
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(count)]


def numbered(statement: str) -> str:
    """A statement with the marks that PostgreSQL knows."""
    first, *rest = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
