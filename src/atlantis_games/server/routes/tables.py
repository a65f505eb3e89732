"""Opening, joining and leaving tables."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import cast

from fastapi import APIRouter

from atlantis_games.server.errors import too_many
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.http_models import (
    JoinAnswer,
    JoinBody,
    LeaveAnswer,
    TableAnswer,
    TableBody,
    TableLine,
    TablesAnswer,
)
from atlantis_games.server.messages import SeatKind, TableInfo, TableState
from atlantis_games.server.metrics import note
from atlantis_games.server.routes.requests import Address, AllServices, AnyGuest, Guest
from atlantis_games.server.store.rows import SeatRow, TableRow
from atlantis_games.server.tables import opening, seating
from atlantis_games.server.tables.forks import beginning_of
from atlantis_games.server.tables.views import table_info

router = APIRouter()


@router.post("/api/tables", status_code=201)
async def open_table(
    body: TableBody, services: AllServices, guest: Guest, address: Address
) -> TableInfo:
    """Opens a table; the game begins when no seat is open any more."""
    if not services.new_tables.take(address):
        raise too_many()
    await services.preparation.wait(body.game)
    opener = opening.Opener(guest, await services.name_of(guest), address)
    beginning = await beginning_of(body, services.position_at, services.replays.thread)
    async with services.quotas.room_for_table(Payer(address, guest), body.public) as owner:
        session = await opening.open_table(
            services.lobby, body, opener, owner.owns, beginning=beginning
        )
    table = session.table
    note("table opened", table=table.id, game=table.game.name)
    return table_info(table)


@router.get("/api/tables")
async def list_tables(services: AllServices, guest: AnyGuest) -> TablesAnswer:
    """The public tables, and your own."""
    public, own = await services.store.tables(guest)
    seats = await services.store.seats_of(row.id for row in (*public, *own))
    return {
        "public": table_lines(public, seats),
        "own": table_lines(own, seats),
    }


def table_lines(rows: list[TableRow], seats: dict[str, list[SeatRow]]) -> list[TableLine]:
    """Tables in a list, without those whose rows are damaged."""
    lines: list[TableLine] = []
    for row in rows:
        with suppress(ValueError, TypeError, KeyError):
            lines.append(table_line(row, seats.get(row.id, [])))
    return lines


def table_line(row: TableRow, seats: list[SeatRow]) -> TableLine:
    """A table in a list."""
    return {
        "id": row.id,
        "game": row.game,
        "state": cast(TableState, row.state),
        "public": row.public,
        "created": row.created,
        "touched": row.touched,
        "imported": bool(row.imported),
        "winners": [int(seat) for seat in row.winners.split()],
        "options": json.loads(row.setup)["options"],
        "seats": [
            {"kind": cast(SeatKind, seat.kind), "name": seat.name, "level": seat.level}
            for seat in seats
        ],
    }


@router.get("/api/tables/{table_id}")
async def show_table(table_id: str, services: AllServices, guest: AnyGuest) -> TableAnswer:
    """One table from outside, and which of its seats are yours."""
    table = (await services.lobby.session(table_id)).table
    return {**table_info(table), "yours": table.seats_of(guest), "ply": table.ply}


@router.post("/api/tables/{table_id}/join")
async def join(
    table_id: str, body: JoinBody, services: AllServices, guest: Guest, address: Address
) -> JoinAnswer:
    """Takes an open seat; nobody can take those of all tables."""
    session = await services.lobby.session(table_id)
    is_new = not session.table.seats_of(guest)
    if is_new and not (
        services.seats_of_guests.take(guest) and services.seats_of_addresses.take(address)
    ):
        raise too_many()
    name = await services.name_of(guest)
    return {"seat": await seating.join(session, guest, name, body.seat, body.promise)}


@router.post("/api/tables/{table_id}/leave")
async def leave(table_id: str, services: AllServices, guest: Guest) -> LeaveAnswer:
    """Gives your seat up, or lets a bot play on."""
    await seating.leave(await services.lobby.session(table_id), guest)
    return {"left": True}


@router.post("/api/tables/{table_id}/rematch", status_code=201)
async def rematch(
    table_id: str, services: AllServices, guest: Guest, address: Address
) -> TableInfo:
    """The same table again, everybody one seat on."""
    session = await services.lobby.session(table_id)
    if session.table.rematch is not None:
        return table_info((await opening.rematch(services.lobby, session, guest)).table)
    payer, is_listed = Payer(address, guest), session.table.public
    async with services.quotas.room_for_table(payer, is_listed) as owner:
        following = await opening.rematch(services.lobby, session, guest, owner.owns)
        return table_info(following.table)
