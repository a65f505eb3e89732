"""What the host of a table may do before the game begins."""

from __future__ import annotations

from fastapi import APIRouter

from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.http_models import ArrangeBody, SetupBody, StartBody
from atlantis_games.server.messages import TableInfo
from atlantis_games.server.routes.requests import Address, AllServices, Guest
from atlantis_games.server.tables import hosting
from atlantis_games.server.tables.views import table_info

router = APIRouter()


@router.post("/api/tables/{table_id}/seats/{seat}")
async def arrange_seat(
    table_id: str, seat: int, body: ArrangeBody, services: AllServices, guest: Guest
) -> TableInfo:
    """Gives a seat to a bot, or opens it; a guest who sat there cannot come back."""
    session = await services.lobby.session(table_id)
    await hosting.arrange_seat(session, guest, seat, body)
    return table_info(session.table)


@router.post("/api/tables/{table_id}/setup")
async def change_setup(
    table_id: str, body: SetupBody, services: AllServices, guest: Guest, address: Address
) -> TableInfo:
    """Changes the options, the clock, hints, and who finds the table."""
    session = await services.lobby.session(table_id)
    if body.public and not session.table.public:
        async with services.quotas.room_in_lobby(Payer(address, guest)):
            await hosting.change_setup(session, guest, body)
    else:
        await hosting.change_setup(session, guest, body)
    return table_info(session.table)


@router.post("/api/tables/{table_id}/start")
async def start_now(
    table_id: str, body: StartBody, services: AllServices, guest: Guest
) -> TableInfo:
    """Begins at once: open seats get bots, or are removed."""
    session = await services.lobby.session(table_id)
    await hosting.start_now(session, guest, body)
    return table_info(session.table)
