"""Finished matches: files, replay, review."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from atlantis_games.bots.position_json import PositionJson, position_as_json
from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.errors import BadRequest
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused, not_playing, too_many
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.http_models import (
    LogAnswer,
    MovesAnswer,
    PositionsAnswer,
    ReviewAnswer,
    ReviewBegun,
)
from atlantis_games.server.messages import TableInfo
from atlantis_games.server.routes.requests import Address, AllServices, Guest
from atlantis_games.server.tables.imports import import_match
from atlantis_games.server.tables.views import table_info

MAX_POSITIONS = 60  # in an answer: more at once would keep others waiting

router = APIRouter()
Ply = Annotated[int, Query(ge=0, le=1_000_000)]


@router.get("/api/tables/{table_id}/match", response_class=PlainTextResponse)
async def match_file(table_id: str, services: AllServices) -> PlainTextResponse:
    """The match as a file, with the seed that proves the dealing."""
    table = (await services.finished(table_id)).table
    name = f"{table.game.name}-{table.id}.match"
    # It is replayed to say how likely each outcome was, in the thread for that.
    work = asyncio.get_running_loop().run_in_executor(
        services.replays.thread, table.full_match().write
    )
    return PlainTextResponse(
        await work,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.post(
    "/api/matches",
    status_code=201,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def take_match(
    services: AllServices, guest: Guest, address: Address, request: Request
) -> TableInfo:
    """Stores a match file, to be replayed."""
    if not services.new_tables.take(address):
        raise too_many()
    try:
        text = (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("A match file is UTF-8 text.") from None
    await services.preparation.wait(*GAMES)
    async with services.quotas.room_for_import(Payer(address, guest)) as owner:
        reader = services.replays.thread
        session = await import_match(services.lobby, reader, text, guest, owner.owns)
    return table_info(session.table)


class PositionAnswer(PositionJson):
    """A position as its seat may know it, for a bot that has this package, and its ply."""

    ply: int


@router.get("/api/tables/{table_id}/position")
async def position(
    table_id: str,
    services: AllServices,
    guest: Guest,
    seat: Annotated[int, Query(ge=0, le=7)],
) -> PositionAnswer:
    """The position as one of your seats knows it, as a record: for bots that have this package."""
    table = (await services.lobby.session(table_id)).table
    if table.state == "waiting":
        raise not_playing()
    if seat >= len(table.seats) or table.seats[seat].guest != guest:
        raise RequestRefused("not-your-seat", 403)
    return {"ply": table.ply, **position_as_json(table.position.redacted(seat))}


@router.get("/api/tables/{table_id}/positions", response_model=PositionsAnswer)
async def positions(
    table_id: str,
    services: AllServices,
    first: Ply = 0,
    last: Ply = 50,
    seat: Annotated[int, Query(ge=-1, le=7)] = SPECTATOR,
) -> Response:
    """Views of a finished match after so many entries, as a seat saw them."""
    table = (await services.finished(table_id)).table
    if seat >= len(table.seats):
        raise BadRequest(f"There is no seat {seat} at this table of {len(table.seats)}.")
    last = min(last, first + MAX_POSITIONS - 1)
    text = await services.replays.window(table, first, last, seat)
    return Response(text, media_type="application/json")


@router.get("/api/tables/{table_id}/log")
async def whole_log(table_id: str, services: AllServices) -> LogAnswer:
    """The whole log of a finished match."""
    table = (await services.finished(table_id)).table
    return {"log": table.match.all_entries(0, table.ply)}


@router.get("/api/tables/{table_id}/moves")
async def moves_at(table_id: str, services: AllServices, ply: Ply = 0) -> MovesAnswer:
    """The moves that were legal in a position of a finished match, with what each would do."""
    table = (await services.finished(table_id)).table
    return {"moves": await services.replays.moves(table, ply)}


@router.post("/api/tables/{table_id}/review", status_code=202)
async def begin_review(
    table_id: str, services: AllServices, guest: Guest, address: Address
) -> ReviewBegun:
    """Begins the analysis of a finished match."""
    table = (await services.finished(table_id)).table
    services.reviews.begin(table, Payer(address, guest))
    return {"begun": True}


@router.get("/api/tables/{table_id}/review")
async def show_review(table_id: str, services: AllServices) -> ReviewAnswer:
    """How far the analysis is, and at last its result."""
    return await services.reviews.answer((await services.finished(table_id)).table)
