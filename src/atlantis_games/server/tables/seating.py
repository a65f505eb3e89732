"""Who sits where: joining, leaving, and bots that play for those who are away."""

from __future__ import annotations

import time
from dataclasses import replace

from atlantis_games.server.errors import RequestRefused, not_playing
from atlantis_games.server.http_models import MAX_NAME
from atlantis_games.server.look_alikes import told_apart
from atlantis_games.server.messages import Note, NoteCode
from atlantis_games.server.store import Changes
from atlantis_games.server.store.rows import SeatRow
from atlantis_games.server.tables.contributions import is_collecting
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.storing import retried
from atlantis_games.server.tables.table import TableSeat
from atlantis_games.server.tables.table_row import notes_text

MAX_NOTES = 60  # of a table; older ones are forgotten


def seat_row(table_id: str, number: int, seat: TableSeat) -> SeatRow:
    """A seat as it is stored."""
    who = (seat.kind, seat.name, seat.level, seat.guest, seat.away)
    return SeatRow(table_id, number, *who, seat.promise, seat.nonce)


@retried
async def join(
    session: Session, guest: str, name: str, wanted: int | None, promise: str = ""
) -> int:
    """Gives a guest an open seat; a guest who has one already keeps it."""
    table = session.table
    async with session.lock:
        own = table.seats_of(guest)
        if own:
            return own[0]
        if guest in table.setup.removed:
            raise RequestRefused("removed", 403)
        free = [
            number
            for number, seat in enumerate(table.seats)
            if seat.kind == "open" and wanted in (None, number)
        ]
        if table.state != "waiting" or not free:
            raise RequestRefused("full", 409)
        others = [seat.name for seat in table.seats if seat.kind != "open"]
        name = told_apart(name, others, MAX_NAME)
        number, seat = free[0], TableSeat("person", name, guest=guest, promise=promise)
        changes = Changes().claim_seat(seat_row(table.id, number, seat))
        await session.change(changes.touch(table.id, "waiting", time.time()))
        table.seats[number] = seat
    session.announce()
    await session.begin()
    return number


async def leave(session: Session, guest: str) -> None:
    """Frees a guest's seats before the start; afterwards bots play on."""
    own = session.table.seats_of(guest)
    if not own:
        raise RequestRefused("no-seat", 409)
    for number in own:
        # Once nonces are being revealed the seats stay: the next person could choose by them.
        if is_collecting(session.table) or session.table.state == "playing":
            await set_away(session, number, "left")
        elif session.table.state == "waiting":
            await free_seat(session, number, guest)


@retried
async def free_seat(session: Session, number: int, guest: str) -> None:
    """Opens a guest's seat to others, unless that has happened meanwhile."""
    table = session.table
    async with session.lock:
        is_fixed = table.state != "waiting" or is_collecting(table)
        if is_fixed or table.seats[number].guest != guest:
            return
        seat = TableSeat("open")
        await session.change(Changes().set_seat(seat_row(table.id, number, seat)))
        table.seats[number] = seat
    session.announce()


@retried
async def set_away(session: Session, number: int, why: NoteCode, ply: int | None = None) -> None:
    """Lets a bot play for a person, or gives the seat back, and notes it in the log.

    With a ply only if nothing has happened since: a move that came in time is a move in time.
    """
    table = session.table
    async with session.lock:
        seat, away = table.seats[number], why != "back"
        if seat.kind != "person" or seat.away == away or ply not in (None, table.ply):
            return
        changes = Changes().set_seat(seat_row(table.id, number, replace(seat, away=away)))
        notes = table.notes
        if table.state == "playing":
            note: Note = {"ply": table.ply, "seat": number, "code": why}
            notes = [*notes, note][-MAX_NOTES:]
            changes.set_notes(table.id, notes_text(notes))
        await session.change(changes)
        seat.away, table.notes = away, notes
        if not away and number == table.position.actor:
            table.clock.next_event(is_new_turn=True)  # the time of the turn begins again
    session.announce()


async def take_seats_back(session: Session, guest: str | None) -> None:
    """Gives a guest who is here again the own seats back from the bots."""
    for number in session.table.seats_of(guest):
        await set_away(session, number, "back")


async def replace_by_bot(session: Session, number: int, patience: float) -> None:
    """Lets a bot play for a person who has been gone for so many seconds."""
    table = session.table
    if table.state != "playing":
        raise not_playing()
    if not 0 <= number < len(table.seats):
        raise RequestRefused("no-such-seat")
    if table.absent_for(number) < patience:
        raise RequestRefused("not-gone")
    await set_away(session, number, "left")
