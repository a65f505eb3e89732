"""Devices contribute to the dealing: a promise when they sit down, the nonce when all have."""

from __future__ import annotations

import hmac
from dataclasses import replace

from atlantis_games.core.fair_dealer import promise_of
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store import Changes
from atlantis_games.server.tables.contributions import is_collecting, is_missed
from atlantis_games.server.tables.seating import seat_row
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.storing import retried


@retried
async def promise(session: Session, guest: str, promised: str) -> None:
    """Takes a device's promise: for this table before it is full, after its end for a rematch."""
    table = session.table
    if table.state == "over":
        table.next_promises[guest] = promised
        told = {"kind": "promise", "table": table.id, "guest": guest, "promise": promised}
        session.on_note(told)
        return
    async with session.lock:
        own = [number for number in table.seats_of(guest) if not table.seats[number].promise]
        if table.state != "waiting" or is_collecting(table) or not own:
            raise RequestRefused("no-promise")
        first = replace(table.seats[own[0]], promise=promised)
        await session.change(Changes().set_seat(seat_row(table.id, own[0], first)))
        table.seats[own[0]] = first
    session.announce()


@retried
async def reveal(session: Session, guest: str, nonce: str) -> None:
    """Takes the nonce that a device has promised; the last one begins the game."""
    table = session.table
    async with session.lock:
        number = promised_seat(session, guest, nonce)
        if number is not None:
            seat = replace(table.seats[number], nonce=nonce)
            await session.change(Changes().set_seat(seat_row(table.id, number, seat)))
            table.seats[number] = seat
    await session.begin()


def promised_seat(session: Session, guest: str, nonce: str) -> int | None:
    """The seat whose promise a nonce keeps; None if it was kept before."""
    table, promised = session.table, promise_of(nonce)
    for number in table.seats_of(guest):
        seat = table.seats[number]
        if seat.promise and hmac.compare_digest(seat.promise, promised):
            if not is_missed(seat):
                return None
            if is_collecting(table):
                return number
    raise RequestRefused("no-reveal")
