"""Writing: what has come in meanwhile goes into one transaction, so that tables share the wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Self

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.metrics import COMMITS, log
from atlantis_games.server.store.checksums import (
    snapshot_checksum,
    table_checksum,
)
from atlantis_games.server.store.failures import first_line, roll_back
from atlantis_games.server.store.inserts import insert, insert_entries, save_log_lengths
from atlantis_games.server.store.rows import (
    MAX_CHAT,
    ChatRow,
    EntryRow,
    OwnerRow,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from atlantis_games.server.store.schema import (
    CHAT,
    ENTRIES,
    IS_REMOVABLE,
    LOG_LENGTHS,
    OWNERS,
    SEATS,
    SNAPSHOTS,
    TABLES,
)
from atlantis_games.server.store.server_lock import locked_connection

MAX_ROWS = 1000  # in a statement: SQLite takes some 32,000 values
WHICH_TABLE = TABLES.c.id == sql.bindparam("at_table")
UPDATE_TABLE = sql.update(TABLES).where(WHICH_TABLE)  # the columns come with the values
UPDATE_SEAT = sql.update(SEATS).where(
    SEATS.c.table_id == sql.bindparam("at_table"), SEATS.c.seat == sql.bindparam("at_seat")
)
CLAIM_SEAT = UPDATE_SEAT.where(SEATS.c.kind == "open")
REMOVE_SEATS = sql.delete(SEATS).where(SEATS.c.table_id == sql.bindparam("at_table"))
GROW = (
    sql.update(OWNERS)
    .where(OWNERS.c.table_id == sql.bindparam("at_table"))
    .values(size=OWNERS.c.size + sql.bindparam("more"))
)
REMOVE_SNAPSHOT = sql.delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == sql.bindparam("at_table"))
FORGET_CHAT = sql.delete(CHAT).where(  # nobody is shown it again
    CHAT.c.table_id == sql.bindparam("at_table"), CHAT.c.number <= sql.bindparam("kept")
)
UNMARK_ALL = sql.update(TABLES).where(TABLES.c.marked.is_not(None)).values(marked=None)

Parameters = dict[str, Any]


class SeatTaken(Exception):
    """Somebody else has taken a seat, perhaps through another server."""


@dataclass(slots=True)
class Changes:
    """Changes that are written together or not at all, by name."""

    tables: list[TableRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    entries: list[EntryRow] = field(default_factory=list)
    claims: list[SeatRow] = field(default_factory=list)
    seat_updates: list[SeatRow] = field(default_factory=list)
    snapshots: dict[str, SnapshotRow] = field(default_factory=dict)
    owners: list[OwnerRow] = field(default_factory=list)
    growths: list[Parameters] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)
    touches: dict[str, Parameters] = field(default_factory=dict)
    setups: list[TableRow] = field(default_factory=list)
    arranged_seats: dict[str, list[SeatRow]] = field(default_factory=dict)
    rematches: list[Parameters] = field(default_factory=list)
    reviews: list[Parameters] = field(default_factory=list)
    notes: list[Parameters] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    agreements: list[TableRow] = field(default_factory=list)
    marks: list[tuple[float, float]] = field(default_factory=list)
    unmarks: bool = False

    def add_table(self, table: TableRow, seats: Iterable[SeatRow]) -> Self:
        """Adds a new table."""
        self.tables.append(table)
        self.seats += seats
        return self

    def append_entries(self, entries: Iterable[EntryRow]) -> Self:
        """Adds to the log of a match."""
        self.entries += entries
        return self

    def set_seat(self, seat: SeatRow) -> Self:
        """Replaces what is stored about a seat."""
        self.seat_updates.append(seat)
        return self

    def add_owner(self, owner: OwnerRow) -> Self:
        """Notes whose a new table is."""
        self.owners.append(owner)
        return self

    def grow(self, table_id: str, more: int) -> Self:
        """Notes that a table takes so many bytes more."""
        self.growths.append({"at_table": table_id, "more": more})
        return self

    def claim_seat(self, seat: SeatRow) -> Self:
        """Takes an open seat; SeatTaken if it is not open any more."""
        self.claims.append(seat)
        return self

    def save_snapshot(self, snapshot: SnapshotRow) -> Self:
        """Keeps the state after so many entries instead of the one before."""
        self.snapshots[snapshot.table_id] = snapshot
        return self

    def add_chat(self, line: ChatRow) -> Self:
        """Adds a line to the chat."""
        self.chat.append(line)
        return self

    def touch(self, table_id: str, state: str, now: float, winners: str = "") -> Self:
        """Notes that something happened at a table, its state, and at the end who has won."""
        changed = {"state": state, "touched": now, "marked": None, "winners": winners}
        self.touches[table_id] = {"at_table": table_id, **changed}
        return self

    def set_agreed(self, table: TableRow) -> Self:
        """Keeps what the dealing of a table depends on."""
        self.agreements.append(table)
        return self

    def mark_unfinished(self, moment: float, now: float) -> Self:
        """Marks unfinished tables without a move since a moment: they may be removed later."""
        self.marks.append((moment, now))
        return self

    def unmark_tables(self) -> Self:
        """Takes every mark away, because the clock that made them was wrong."""
        self.unmarks = True
        return self

    def arrange_table(self, table: TableRow, seats: list[SeatRow]) -> Self:
        """Replaces the set-up and all seats of a table that has not begun."""
        self.setups.append(table)
        self.arranged_seats[table.id] = seats
        return self

    def link_rematch(self, table_id: str, following: str) -> Self:
        """Notes which table follows this one."""
        self.rematches.append({"at_table": table_id, "rematch": following})
        return self

    def save_review(self, table_id: str, review: str) -> Self:
        """Keeps the analysis of a match, as JSON."""
        self.reviews.append({"at_table": table_id, "review": review})
        return self

    def set_notes(self, table_id: str, notes: str) -> Self:
        """Keeps what happened to the players of a table, as JSON."""
        self.notes.append({"at_table": table_id, "notes": notes})
        return self

    def remove_tables(self, table_ids: Iterable[str]) -> Self:
        """Removes tables with all that belongs to them."""
        self.removed += table_ids
        return self

    def add(self, other: Changes) -> None:
        """Takes other changes in: what is written later counts."""
        self.tables += other.tables
        self.seats += other.seats
        self.entries += other.entries
        self.owners += other.owners
        self.growths += other.growths
        self.claims += other.claims
        self.seat_updates += other.seat_updates
        self.snapshots |= other.snapshots
        self.chat += other.chat
        self.touches |= other.touches
        self.setups += other.setups
        self.arranged_seats |= other.arranged_seats
        self.rematches += other.rematches
        self.reviews += other.reviews
        self.notes += other.notes
        self.removed += other.removed
        self.agreements += other.agreements
        self.marks += other.marks
        self.unmarks |= other.unmarks

    async def execute(self, connection: AsyncConnection) -> None:
        """Writes all of it, in few statements."""
        await insert(connection, TABLES, self.tables, table_checksum)
        await insert(connection, SEATS, self.seats)
        await insert(connection, OWNERS, self.owners)
        if self.growths:
            await connection.execute(GROW, self.growths)
        for first in range(0, len(self.entries), MAX_ROWS):
            portion = self.entries[first : first + MAX_ROWS]
            await insert_entries(connection, portion)
            await save_log_lengths(connection, portion)
        if self.chat:
            await insert(connection, CHAT, self.chat)
            oldest = [
                {"at_table": line.table_id, "kept": line.number - MAX_CHAT} for line in self.chat
            ]
            await connection.execute(FORGET_CHAT, oldest)
        if self.snapshots:
            old = [{"at_table": table_id} for table_id in self.snapshots]
            await connection.execute(REMOVE_SNAPSHOT, old)
            await insert(connection, SNAPSHOTS, list(self.snapshots.values()), snapshot_checksum)
        if self.arranged_seats:
            old = [{"at_table": table_id} for table_id in self.arranged_seats]
            await connection.execute(REMOVE_SEATS, old)
            await insert(connection, SEATS, list(chain(*self.arranged_seats.values())))
        for seat in self.claims:
            if (await connection.execute(CLAIM_SEAT, seat_parameters(seat))).rowcount != 1:
                raise SeatTaken(seat.table_id)
        if self.seat_updates:
            seats = [seat_parameters(seat) for seat in self.seat_updates]
            await connection.execute(UPDATE_SEAT, seats)
        agreed = [agreed_parameters(row) for row in self.agreements]
        touches = list(self.touches.values())
        setups = [setup_parameters(row) for row in self.setups]
        for updates in (touches, setups, self.rematches, self.reviews, self.notes, agreed):
            if updates:
                await connection.execute(UPDATE_TABLE, updates)
        await self.execute_removals(connection)

    async def execute_removals(self, connection: AsyncConnection) -> None:
        """Writes the marks of tables, and removes tables."""
        if self.unmarks:
            await connection.execute(UNMARK_ALL)
        for moment, now in self.marks:
            old = sql.and_(IS_REMOVABLE, TABLES.c.touched < moment)
            unmarked = sql.or_(TABLES.c.marked.is_(None), TABLES.c.marked > now)
            await connection.execute(sql.update(TABLES).where(old, unmarked).values(marked=now))
        for first in range(0, len(self.removed), MAX_ROWS):
            portion = self.removed[first : first + MAX_ROWS]
            for table in (ENTRIES, LOG_LENGTHS, SEATS, SNAPSHOTS, CHAT, OWNERS):
                await connection.execute(sql.delete(table).where(table.c.table_id.in_(portion)))
            await connection.execute(sql.delete(TABLES).where(TABLES.c.id.in_(portion)))


def seat_parameters(row: SeatRow) -> Parameters:
    """The columns of a seat, and which one it is."""
    columns = row._asdict()
    return {"at_table": columns.pop("table_id"), "at_seat": columns.pop("seat"), **columns}


def setup_parameters(row: TableRow) -> Parameters:
    """The set-up of a table, with the checksum that covers it."""
    checksum = table_checksum(row)
    return {"at_table": row.id, "setup": row.setup, "public": row.public, "checksum": checksum}


def agreed_parameters(row: TableRow) -> Parameters:
    """What the dealing of a table depends on, with the checksum that covers it."""
    decisive = {"setup": row.setup, "agreed": row.agreed, "checksum": table_checksum(row)}
    return {"at_table": row.id, **decisive}


class Writer:
    """Commits changes one group after another, from `start` to `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None
        self.stack = AsyncExitStack()  # that ends the connection
        self.pending: list[tuple[Changes, asyncio.Future[None]]] = []
        self.wake = asyncio.Event()
        self.closing = False
        self.task: asyncio.Task[None] | None = None
        self.check: Callable[[], None] = lambda: None  # refuses to write to a wrong file

    async def connect(self) -> AsyncConnection:
        """The connection that writes; no other server has one."""
        if self.connection is None:
            made = locked_connection(self.engine)
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
        self.pending.append((changes, done))
        self.wake.set()
        await done

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
                    settle(done, error)
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
            await commit(connection, [changes for changes, _ in group])
        except RequestRefused as refused:
            log.error("nothing is stored: %s", refused)
            for _, done in group:
                settle(done, refused)
            return False
        except Exception as error:
            log.error("a group of changes failed: %s", first_line(error))
            await roll_back(connection)
            for changes, done in group:
                try:
                    await commit(connection, [changes])
                    settle(done)
                except Exception as error:
                    await roll_back(connection)
                    settle(done, error)
            return False
        for _, done in group:
            settle(done)
        return True


async def commit(connection: AsyncConnection, group: Sequence[Changes]) -> None:
    """Writes changes in one transaction, rows of the same kind together."""
    together = Changes()
    for changes in group:
        together.add(changes)
    async with connection.begin():
        await together.execute(connection)
    COMMITS.inc()


def settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Answers the caller that waits for a change, if it still waits."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
