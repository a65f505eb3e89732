"""What is stored, row by row. The fields are in the order of the columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MAX_CHAT = 100  # lines of a chat that are kept


class TableRow(NamedTuple):
    """A table from outside."""

    id: str
    game: str
    rules: int  # the version of the rules that are played
    setup: str  # JSON: options and the like
    seed: str
    state: str
    public: bool
    created: float
    touched: float
    rematch: str | None = None  # the id of the next table
    dealing: int = 1  # the version of the protocol of docs/fair-dealing.md
    agreed: str = ""  # JSON: names and nonces that the dealing depends on, once it has begun
    imported: bool = False  # brought as a file, not played here
    winners: str = ""  # seats with spaces between them, once it is over; not known of older tables
    notes: str = ""  # JSON: what happened to players, between the entries of the log
    revision: int = 0  # how often anything but its log was changed


class SeatRow(NamedTuple):
    """A seat of a table."""

    table_id: str
    seat: int
    kind: str
    name: str
    level: str
    guest: str | None  # the hash of the guest who sits there
    away: bool  # a bot plays for them
    promise: str = ""  # the SHA-256 of the nonce that its device will reveal
    nonce: str = ""  # what its device has revealed


class EntryRow(NamedTuple):
    """An entry of a match's log."""

    table_id: str
    ply: int
    actor: int
    move: str
    audience: int  # who saw it
    spent: int  # milliseconds that the actor took
    outcome: str  # JSON: what came of it; empty if nothing did


class LogLengthRow(NamedTuple):
    """How many entries the log of a table has."""

    table_id: str
    entries: int


class SnapshotRow(NamedTuple):
    """The state after so many entries, so that opening a table need not replay them."""

    table_id: str
    ply: int
    state: bytes


class ChatRow(NamedTuple):
    """A line of a table's chat."""

    table_id: str
    number: int
    seat: int
    name: str
    text: str
    at: float


class OwnerRow(NamedTuple):
    """Who has opened a table or brought it as a file, for quotas."""

    table_id: str
    guest: str
    network: str  # of the address, signed
    is_import: bool
    size: int  # bytes, about
    created: float


class Usage(NamedTuple):
    """What somebody keeps on the server."""

    tables: int  # that are not over
    listed: int  # of them, those that everybody sees
    imports: int
    stored: int  # bytes, about


class TableVersion(NamedTuple):
    """What tells whether a table in memory is as it is stored."""

    revision: int
    entries: int  # of its log
    line: int  # the number of the last line of its chat; -1 if there is none


@dataclass
class TableRows:
    """Everything about one table."""

    table: TableRow
    seats: list[SeatRow]
    entries: list[EntryRow]
    snapshot: SnapshotRow | None  # None also if it is damaged
    chat: list[ChatRow]
    is_checked: bool = True  # every entry has a checksum, and the table too
    damage: str = ""  # what does not fit its checksum
