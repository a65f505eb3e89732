"""A table as rows of the store, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
from pydantic import TypeAdapter

from atlantis_games.core.contract import Game
from atlantis_games.core.daily_dealer import plain_dealer
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadMatch
from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.core.match import entry, started_from
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.messages import ChatLine, Note, SeatKind, TableState
from atlantis_games.server.metrics import log
from atlantis_games.server.store import Changes
from atlantis_games.server.store.rows import EntryRow, SeatRow, SnapshotRow, TableRow, TableRows
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.seating import seat_row
from atlantis_games.server.tables.table import Setup, Table, TableSeat
from atlantis_games.server.tables.table_row import table_row

SEAT_KIND: TypeAdapter[SeatKind] = TypeAdapter(SeatKind)
TABLE_STATE: TypeAdapter[TableState] = TypeAdapter(TableState)
NOTES: TypeAdapter[list[Note]] = TypeAdapter(list[Note])


def new_table(table: Table) -> Changes:
    """A new table and its seats, to be stored."""
    seats = [seat_row(table.id, number, seat) for number, seat in enumerate(table.seats)]
    return Changes().add_table(table_row(table), seats)


def entry_rows(table_id: str, match: MatchLog) -> Iterator[EntryRow]:
    """The whole log of a match, to be stored."""
    for ply, (actor, move) in enumerate(match.log):
        audience, outcome = match.audiences[ply], match.outcomes[ply]
        yield EntryRow(table_id, ply, actor, move, audience, 0, outcome)


def load_undamaged(stored: TableRows) -> tuple[Table, int]:
    """A table from the store; whatever is wrong with its rows is refused with a code."""
    try:
        if stored.damage:
            raise BadMatch(f"{stored.damage} does not fit its checksum")
        return load_table(stored)
    except RequestRefused:
        raise
    except Exception as error:  # damaged rows can hold anything
        log.error(
            "a stored table is damaged: %s", error, extra={"values": {"table": stored.table.id}}
        )
        raise RequestRefused("damaged-table", 410) from error


def load_table(stored: TableRows) -> tuple[Table, int]:
    """A table from the store, and the ply of its snapshot: what came later is replayed."""
    row = stored.table
    game = game_named(row.game)
    if row.rules != game.version:
        raise RequestRefused("old-rules", 410, {"version": row.rules})
    setup = Setup(**json.loads(row.setup))
    seats = [load_seat(number, seat) for number, seat in enumerate(stored.seats)]
    snapshot_ply, match = load_match(stored, game, setup, [seat.name or "?" for seat in seats])
    state: TableState = "over" if match.position.is_over else TABLE_STATE.validate_python(row.state)
    table = Table(row.id, match, seats, setup, state, row.public, row.created, row.rematch)
    table.imported = bool(row.imported)
    table.revision = row.revision
    table.notes = NOTES.validate_json(row.notes) if row.notes else []
    for logged in stored.entries:
        if logged.actor >= 0:
            table.clock.used[logged.actor] += logged.spent / 1000
            table.clock.is_started |= seats[logged.actor].kind == "person"
    table.chat.restore((line.number, chat_line(*line[2:])) for line in stored.chat)
    return table, snapshot_ply


def load_seat(number: int, row: SeatRow) -> TableSeat:
    """A seat from the store, which must be the next one."""
    if row.seat != number:
        raise BadMatch(f"seat {number} is missing")
    kind = SEAT_KIND.validate_python(row.kind)
    return TableSeat(kind, *row[3:6], bool(row.away), row.promise, row.nonce)


def load_match(
    stored: TableRows, game: Game, setup: Setup, names: list[str]
) -> tuple[int, MatchLog]:
    """The match of a table, replayed from its snapshot on, and the ply of that."""
    row, snapshot, entries = stored.table, stored.snapshot, stored.entries
    if [logged.ply for logged in entries] != list(range(len(entries))):
        raise BadMatch("an entry is missing")
    if snapshot is not None and snapshot.ply > len(entries):
        raise BadMatch("the end of the log is missing")
    start = started_from(game.new(len(names), **setup.options), setup.position)
    dealer = load_dealer(row, setup, start)
    ply, position = 0, None
    if snapshot is not None and stored.is_checked and fits(snapshot, game, len(entries)):
        ply = snapshot.ply
        position = Position(game, np.frombuffer(snapshot.state, game.record).copy())
    moves = [entry(logged.actor, logged.move) for logged in entries]
    audiences = [logged.audience for logged in entries]
    match = MatchLog.resume(start, names, dealer, moves, audiences, ply, position)
    match.outcomes[:0] = [logged.outcome for logged in entries[:ply]]
    if not stored.is_checked and not row.imported:
        match.verify()  # of an older version, without checksums
    return ply, match


def load_dealer(row: TableRow, setup: Setup, start: Position) -> Dealer | None:
    """The dealer of a stored table; None for an imported match without a seed."""
    if not row.seed:
        return None
    match = setup.headers.get("match", row.id)
    if row.dealing == 1:
        return plain_dealer(row.seed, setup.daily or match)
    dealer = FairDealer(row.seed, match, start)
    if row.agreed:
        dealer.agree(**json.loads(row.agreed))
    return dealer


def fits(snapshot: SnapshotRow, game: Game, entries: int) -> bool:
    """Whether a snapshot is of this version's record and of this log."""
    return len(snapshot.state) == game.record.itemsize and 0 < snapshot.ply <= entries


def chat_line(seat: int, name: str, text: str, at: float) -> ChatLine:
    """A line of the chat as it is sent."""
    return {"seat": seat, "name": name, "text": text, "at": at}
