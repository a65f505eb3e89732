"""Reading: every query there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.store.checksums import entry_checksum
from atlantis_games.server.store.rows import (
    EntryRow,
    SeatRow,
    TableRow,
    TableVersion,
    Usage,
)
from atlantis_games.server.store.schema import (
    CHAT,
    CONSENTS,
    ENTRIES,
    FACTS,
    IS_REMOVABLE,
    LOG_LENGTHS,
    NAMES,
    OWNERS,
    SEATS,
    TABLES,
)

MAX_LISTED = 50  # tables in a list
DAY = 86_400.0  # seconds

SELECT_TABLES = sql.select(*(TABLES.c[name] for name in TableRow._fields))
SELECT_SEATS = sql.select(*(SEATS.c[name] for name in SeatRow._fields)).order_by(SEATS.c.seat)
SELECT_ENTRIES = sql.select(*(ENTRIES.c[name] for name in EntryRow._fields))

Row = TypeVar("Row")


def counted(condition: sql.ColumnElement[bool]) -> sql.ColumnElement[int]:
    """How many rows fulfil a condition."""
    return sql.func.sum(sql.case((condition, 1), else_=0))


def usage_by(owner: sql.Column[str]) -> sql.Executable:
    """Asks what the owners with some value keep: tables of the last day, bytes of a month."""
    is_live = TABLES.c.state != "over"
    is_new = OWNERS.c.created > sql.bindparam("month_ago")
    numbers = (
        counted(sql.and_(is_live, TABLES.c.touched > sql.bindparam("yesterday"))),
        counted(sql.and_(is_live, TABLES.c.public)),
        counted(OWNERS.c.is_import),
        sql.func.sum(sql.case((is_new, OWNERS.c.size), else_=0)),
    )
    joined = OWNERS.join(TABLES, TABLES.c.id == OWNERS.c.table_id)
    return sql.select(*numbers).select_from(joined).where(owner == sql.bindparam("who"))


USAGE_OF_GUEST, USAGE_OF_NETWORK = usage_by(OWNERS.c.guest), usage_by(OWNERS.c.network)


async def fetch(
    connection: AsyncConnection, make: Callable[..., Row], query: sql.Select[Any]
) -> list[Row]:
    """The rows of a query."""
    return [make(*row) for row in await connection.execute(query)]


async def entries_from(connection: AsyncConnection, table_id: str, ply: int) -> list[EntryRow]:
    """The entries of a log from a ply on; none if one of them is damaged."""
    later = sql.and_(ENTRIES.c.table_id == table_id, ENTRIES.c.ply >= ply)
    query = SELECT_ENTRIES.where(later).order_by(ENTRIES.c.ply)
    found = await fetch_checked(connection, EntryRow, query, ENTRIES.c.checksum)
    is_whole = all(entry_checksum(row) == checksum for row, checksum in found)
    return [row for row, _ in found] if is_whole else []


async def versions(connection: AsyncConnection, table_ids: list[str]) -> dict[str, TableVersion]:
    """How far some tables are in the store; those that were removed are missing."""
    last_line = sql.select(sql.func.max(CHAT.c.number)).where(CHAT.c.table_id == TABLES.c.id)
    joined = TABLES.outerjoin(LOG_LENGTHS, LOG_LENGTHS.c.table_id == TABLES.c.id)
    columns = (TABLES.c.id, TABLES.c.revision, LOG_LENGTHS.c.entries, last_line.scalar_subquery())
    query = sql.select(*columns).select_from(joined).where(TABLES.c.id.in_(table_ids))
    return {
        table_id: TableVersion(revision, entries or 0, -1 if line is None else line)
        for table_id, revision, entries, line in await connection.execute(query)
    }


async def name_of(connection: AsyncConnection, guest: str) -> str | None:
    """What a guest wants to be called, as far as that is stored."""
    query = sql.select(NAMES.c.name).where(NAMES.c.guest == guest)
    name: str | None = (await connection.execute(query)).scalar_one_or_none()
    return name


async def has_consented(connection: AsyncConnection, guest: str) -> bool:
    """Whether a guest lets finished games be given away without names."""
    query = sql.select(CONSENTS.c.guest).where(CONSENTS.c.guest == guest)
    return (await connection.execute(query)).scalar_one_or_none() is not None


async def shared_tables(connection: AsyncConnection) -> list[str]:
    """The finished tables played here whose people, at least one, have all consented."""
    of_table = SEATS.c.table_id == TABLES.c.id
    people = sql.and_(of_table, SEATS.c.kind == "person")
    has_consent = sql.exists().where(CONSENTS.c.guest == SEATS.c.guest)
    query = sql.select(TABLES.c.id).where(
        TABLES.c.state == "over",
        sql.not_(TABLES.c.imported),
        sql.exists().where(people),
        ~sql.exists().where(people, ~has_consent),
    )
    return [row.id for row in await connection.execute(query.order_by(TABLES.c.id))]


async def first_key(connection: AsyncConnection, fingerprint: str) -> str:
    """The fingerprint of the first server's key, which is this one if there was none."""
    first = sql.text("INSERT INTO facts VALUES ('key', :key) ON CONFLICT (name) DO NOTHING")
    await connection.execute(first, {"key": fingerprint})
    query = sql.select(FACTS.c.value).where(FACTS.c.name == "key")
    return str((await connection.execute(query)).scalar_one())


async def fetch_checked(
    connection: AsyncConnection,
    make: Callable[..., Row],
    query: sql.Select[Any],
    checksum: sql.Column[int],
) -> list[tuple[Row, int | None]]:
    """The rows of a query, each with its stored checksum."""
    found = await connection.execute(query.add_columns(checksum))
    return [(make(*row[:-1]), row[-1]) for row in found]


async def check_schema(connection: AsyncConnection) -> None:
    """Reads the least there is, to see whether the database answers."""
    await connection.execute(sql.select(FACTS.c.value).where(FACTS.c.name == "schema"))


async def load_review(connection: AsyncConnection, table_id: str) -> str | None:
    """The analysis of a match as JSON, if it has been made."""
    query = sql.select(TABLES.c.review).where(TABLES.c.id == table_id)
    review: str | None = (await connection.execute(query)).scalar_one_or_none()
    return review


async def public_tables(connection: AsyncConnection) -> list[TableRow]:
    """The latest public tables that are not over."""
    query = SELECT_TABLES.where(TABLES.c.public, TABLES.c.state != "over").order_by(
        TABLES.c.touched.desc()
    )
    return await fetch(connection, TableRow, query.limit(MAX_LISTED))


async def tables_of_guest(connection: AsyncConnection, guest: str) -> list[TableRow]:
    """The latest tables at which a guest has a seat, unfinished ones first."""
    own = sql.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
    query = SELECT_TABLES.where(TABLES.c.id.in_(own)).order_by(
        TABLES.c.state == "over", TABLES.c.touched.desc()
    )
    return await fetch(connection, TableRow, query.limit(MAX_LISTED))


async def seats_of(
    connection: AsyncConnection, table_ids: Iterable[str]
) -> dict[str, list[SeatRow]]:
    """The seats of each of these tables."""
    chosen = SEATS.c.table_id.in_(list(table_ids))
    found: dict[str, list[SeatRow]] = {}
    for seat in await fetch(connection, SeatRow, SELECT_SEATS.where(chosen)):
        found.setdefault(seat.table_id, []).append(seat)
    return found


async def unfinished_before(
    connection: AsyncConnection, moment: float, marked_before: float, limit: int
) -> list[str]:
    """Some unfinished tables without a move since a moment, marked long enough ago."""
    query = sql.select(TABLES.c.id).where(
        IS_REMOVABLE, TABLES.c.touched < moment, TABLES.c.marked < marked_before
    )
    return [row.id for row in await connection.execute(query.limit(limit))]


async def usage(connection: AsyncConnection, query: sql.Executable, who: str, now: float) -> Usage:
    """What a guest or a network keeps on the server; `query` says which of them is meant."""
    values = {"who": who, "yesterday": now - DAY, "month_ago": now - 30 * DAY}
    row = (await connection.execute(query, values)).one()
    return Usage(*(int(number or 0) for number in row))


async def oldest_imports(connection: AsyncConnection, guest: str, count: int) -> list[str]:
    """The match files that a guest has brought first."""
    query = sql.select(OWNERS.c.table_id).where(OWNERS.c.guest == guest, OWNERS.c.is_import)
    oldest = query.order_by(OWNERS.c.created).limit(count)
    return [row.table_id for row in await connection.execute(oldest)]
