"""What the host may do before the game begins: arrange seats, change the set-up, start."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, replace

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.http_models import (
    ArrangeBody,
    SeatBody,
    SetupBody,
    StartBody,
    clock_setting,
)
from atlantis_games.server.store import Changes
from atlantis_games.server.tables.contributions import is_collecting
from atlantis_games.server.tables.forks import ONLY_BY_LINK
from atlantis_games.server.tables.opening import allows_hints, seat_for
from atlantis_games.server.tables.seating import seat_row
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.storing import retried
from atlantis_games.server.tables.table import Setup, Table, TableSeat
from atlantis_games.server.tables.table_row import table_row

MAX_REMOVED = 100  # guests that a table remembers


@asynccontextmanager
async def arranging(session: Session, guest: str) -> AsyncIterator[Table]:
    """Lets the host change the table, before the game begins, and tells everybody."""
    async with session.lock:
        if session.table.host != guest:
            raise RequestRefused("not-host", 403)
        if session.table.state != "waiting" or is_collecting(session.table):
            raise RequestRefused("begun", 409)
        yield session.table
    session.announce()
    await session.begin()  # if no seat is open any more


@retried
async def arrange_seat(session: Session, guest: str, number: int, body: ArrangeBody) -> None:
    """Gives a seat to a bot or opens it; a guest who sat there is sent away from the table."""
    async with arranging(session, guest) as table:
        if not 0 <= number < len(table.seats):
            raise RequestRefused("no-such-seat", 404)
        before = table.seats[number]
        if before.guest == guest:
            raise RequestRefused("own-seat", 409)
        setup = table.setup
        if before.guest and before.guest not in setup.removed:
            setup = replace(setup, removed=[*setup.removed, before.guest][-MAX_REMOVED:])
        seats = list(table.seats)
        seats[number] = seat_for(SeatBody(kind=body.kind, level=body.level), table.game, "", "")
        await store_and_arrange(session, seats, setup)


@retried
async def change_setup(session: Session, guest: str, body: SetupBody) -> None:
    """Changes the options, the clock, hints, and who finds the table."""
    async with arranging(session, guest) as table:
        if body.public and table.setup.position:
            raise BadRequest(ONLY_BY_LINK)
        options = table.game.new(len(table.seats), **body.options).options
        hints = allows_hints(body.hints, table.seats)
        setup = replace(table.setup, options=options, clock=clock_setting(body.clock), hints=hints)
        await store_and_arrange(session, list(table.seats), setup, body.public)


@retried
async def start_now(session: Session, guest: str, body: StartBody) -> None:
    """Begins at once: open seats get bots, or are removed."""
    async with arranging(session, guest) as table:
        bot = SeatBody(kind="bot", level=body.level)
        seats = [
            seat_for(bot, table.game, "", "") if seat.kind == "open" else seat
            for seat in table.seats
            if seat.kind != "open" or body.open_seats == "bots"
        ]
        await store_and_arrange(session, seats, table.setup)


async def store_and_arrange(
    session: Session, seats: list[TableSeat], setup: Setup, public: bool | None = None
) -> None:
    """Stores how the table is now, then shows it."""
    table = session.table
    table.start_with(len(seats), setup)  # or it is refused
    public = table.public if public is None else public
    row = table_row(table)._replace(setup=json.dumps(asdict(setup)), public=public)
    rows = [seat_row(table.id, number, seat) for number, seat in enumerate(seats)]
    changes = Changes().arrange_table(row, rows)
    await session.change(changes.touch(table.id, "waiting", time.time()))
    table.public = public
    table.arrange(seats, setup)
