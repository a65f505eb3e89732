"""Reading: every query there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.store.rows import (
    ChatRow,
    EntryRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    TableRows,
)
from atlantis_games.server.store.schema import CHAT, ENTRIES, SEATS, SNAPSHOTS, TABLES

MAX_CHAT = 100  # lines of a chat that are shown again
MAX_LISTED = 50  # tables in a list

SELECT_TABLES = sql.select(*(TABLES.c[name] for name in TableRow._fields))
SELECT_SEATS = sql.select(*(SEATS.c[name] for name in SeatRow._fields)).order_by(SEATS.c.seat)
SELECT_ENTRIES = sql.select(*(ENTRIES.c[name] for name in EntryRow._fields))
SELECT_SNAPSHOTS = sql.select(*(SNAPSHOTS.c[name] for name in SnapshotRow._fields))
SELECT_CHAT = sql.select(*(CHAT.c[name] for name in ChatRow._fields))

Row = TypeVar("Row")


async def fetch(
    connection: AsyncConnection, make: Callable[..., Row], query: sql.Select[Any]
) -> list[Row]:
    """The rows of a query."""
    return [make(*row) for row in await connection.execute(query)]


async def load_table(connection: AsyncConnection, table_id: str) -> TableRows | None:
    """Everything about one table; None if there is no such table."""
    found = await fetch(connection, TableRow, SELECT_TABLES.where(TABLES.c.id == table_id))
    if not found:
        return None
    seats = SELECT_SEATS.where(SEATS.c.table_id == table_id)
    entries = SELECT_ENTRIES.where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.ply)
    snapshot = SELECT_SNAPSHOTS.where(SNAPSHOTS.c.table_id == table_id)
    chat = SELECT_CHAT.where(CHAT.c.table_id == table_id).order_by(CHAT.c.number.desc())
    snapshots = await fetch(connection, SnapshotRow, snapshot)
    return TableRows(
        table=found[0],
        seats=await fetch(connection, SeatRow, seats),
        entries=await fetch(connection, EntryRow, entries),
        snapshot=snapshots[0] if snapshots else None,
        chat=(await fetch(connection, ChatRow, chat.limit(MAX_CHAT)))[::-1],
    )


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


async def unfinished_before(connection: AsyncConnection, moment: float) -> list[str]:
    """The ids of unfinished tables at which nothing has happened since then."""
    query = sql.select(TABLES.c.id).where(TABLES.c.state != "over", TABLES.c.touched < moment)
    return [row.id for row in await connection.execute(query)]
