"""What is to be written to the database, by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple, Self

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.server.store.checksums import (
    snapshot_checksum,
    table_checksum,
)
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
COUNT_REVISION = (
    sql.update(TABLES)
    .where(WHICH_TABLE, TABLES.c.revision == sql.bindparam("known"))
    .values(revision=TABLES.c.revision + 1)
)
UNMARK = sql.update(TABLES).where(WHICH_TABLE, TABLES.c.marked.is_not(None)).values(marked=None)
UNMARK_ALL = sql.update(TABLES).where(TABLES.c.marked.is_not(None)).values(marked=None)

SET_NAME = sql.text(
    "INSERT INTO names (guest, name, given) VALUES (:guest, :name, :given) "
    "ON CONFLICT (guest) DO UPDATE SET name = excluded.name, given = excluded.given"
)
CONSENT = sql.text(
    "INSERT INTO consents (guest, given) VALUES (:guest, :given) ON CONFLICT (guest) DO NOTHING"
)
WITHDRAW = sql.text("DELETE FROM consents WHERE guest = :guest")
NOTIFY = sql.text("SELECT pg_notify(:channel, :payload)")
TABLE_AND_PLY = itemgetter(0, 1)

Parameters = dict[str, Any]


class Conflict(Exception):
    """Another process has changed a table first: what is in memory is old."""


class SeatTaken(Conflict):
    """Somebody else has taken a seat, perhaps through another server."""


class EntriesOnly(NamedTuple):
    """What nearly every move writes: entries of a log, and nothing else."""

    entries: list[EntryRow]

    def add_to(self, changes: Changes) -> None:
        """Adds itself to what is written together."""
        changes.entries += self.entries


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
    used: list[str] = field(default_factory=list)  # tables that are in somebody's memory
    expected: dict[str, int] = field(default_factory=dict)
    names: list[Parameters] = field(default_factory=list)
    consents: list[tuple[str, float | None]] = field(default_factory=list)

    @property
    def news(self) -> list[tuple[str, int, bool]]:
        """The tables that other processes may have in memory and must read again.

        Each with the length of its log, 0 if nothing was added to it, and whether anything else has
        changed.
        """
        lengths = {row.table_id: row.ply + 1 for row in self.entries}
        others = {*self.expected, *(line.table_id for line in self.chat), *self.removed}
        others |= {one["at_table"] for one in (*self.rematches, *self.reviews)}
        tables = {*lengths, *others} - {row.id for row in self.tables}
        return [(one, lengths.get(one, 0), one in others) for one in sorted(tables)]

    @property
    def is_usual(self) -> bool:
        """Whether there is nothing but what moves and the beginnings of matches leave behind."""
        others = (
            *(self.claims, self.seat_updates, self.chat, self.setups, self.arranged_seats),
            *(self.reviews, self.notes, self.removed, self.marks, self.used, self.names),
            self.consents,
        )
        return not self.unmarks and not any(others)

    def expect(self, table_id: str, revision: int) -> Self:
        """Counts a change of anything but a log; Conflict if there was another one first."""
        self.expected[table_id] = revision
        return self

    def set_name(self, guest: str, name: str, now: float) -> Self:
        """Keeps what a guest wants to be called."""
        self.names.append({"guest": guest, "name": name, "given": now})
        return self

    def set_consent(self, guest: str, given: float | None) -> Self:
        """Keeps since when a guest lets finished games be given away; None withdraws it."""
        self.consents.append((guest, given))
        return self

    def keep_tables(self, table_ids: Iterable[str]) -> Self:
        """Takes the marks of tables away that are in use."""
        self.used += table_ids
        return self

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

    def add_to(self, changes: Changes) -> None:
        """Adds itself to what is written together."""
        changes.add(self)

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
        self.used += other.used
        self.expected |= other.expected
        self.names += other.names
        self.consents += other.consents

    async def execute(self, connection: AsyncConnection) -> None:
        """Writes all of it, in few statements.

        Tables come in the same order in every process, so that none waits for another in a circle.
        """
        await self.check_revisions(connection)
        await insert(connection, TABLES, self.tables, table_checksum)
        await insert(connection, SEATS, self.seats)
        await insert(connection, OWNERS, self.owners)
        if self.growths:
            growths = sorted(self.growths, key=itemgetter("at_table"))
            await connection.execute(GROW, growths)
        await self.execute_log(connection)
        await self.execute_seats(connection)
        agreed = [agreed_parameters(row) for row in self.agreements]
        touches = [self.touches[one] for one in sorted(self.touches)]
        setups = [setup_parameters(row) for row in self.setups]
        for updates in (touches, setups, self.rematches, self.reviews, self.notes, agreed):
            if updates:
                await connection.execute(UPDATE_TABLE, updates)
        await self.execute_removals(connection)

    async def check_revisions(self, connection: AsyncConnection) -> None:
        """Counts the changes of tables; Conflict if another process has made one first."""
        for table_id, revision in sorted(self.expected.items()):
            known = {"at_table": table_id, "known": revision}
            if (await connection.execute(COUNT_REVISION, known)).rowcount != 1:
                raise Conflict(table_id)

    async def execute_log(self, connection: AsyncConnection) -> None:
        """Writes entries, chat and snapshots."""
        self.entries.sort(key=TABLE_AND_PLY)
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

    async def execute_seats(self, connection: AsyncConnection) -> None:
        """Writes who sits where; SeatTaken if a seat is not open any more."""
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

    async def execute_removals(self, connection: AsyncConnection) -> None:
        """Writes the marks of tables, and removes tables."""
        if self.unmarks:
            await connection.execute(UNMARK_ALL)
        if self.used:
            await connection.execute(UNMARK, [{"at_table": one} for one in sorted(self.used)])
        if self.names:
            await connection.execute(SET_NAME, self.names)
        for guest, given in self.consents:  # in this order: the last one counts
            change = WITHDRAW if given is None else CONSENT.bindparams(given=given)
            await connection.execute(change, {"guest": guest})
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
