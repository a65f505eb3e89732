"""Pictures for links: of a table, of a game, and of all games."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, Field

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.games import GAMES
from atlantis_games.server.link_preview import language_of
from atlantis_games.server.pictures import (
    Film,
    Wanted,
    picture_of_game,
    picture_of_home,
    picture_of_table,
)
from atlantis_games.server.routes.games import known_game
from atlantis_games.server.routes.requests import AllServices
from atlantis_games.server.services import Services
from atlantis_games.server.tables.table import Table

MAX_AGE = "public, max-age=60"  # a running game goes on
PNG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}

router = APIRouter(default_response_class=Response)
Language = Annotated[str, Query(max_length=10)]
Ply = Annotated[int | None, Query(ge=0, le=1_000_000)]


class Part(BaseModel):
    """From which entry to which; the whole match without it."""

    first: int = Field(default=0, ge=0, le=1_000_000)
    last: int | None = Field(default=None, ge=0, le=1_000_000)


def moving(kind: str) -> dict[int | str, dict[str, Any]]:
    """What a route for moving pictures answers with."""
    return {200: {"content": {f"image/{kind}": {"schema": {"type": "string", "format": "binary"}}}}}


@router.get("/pictures/home.png", responses=PNG)
async def home_picture(
    request: Request, services: AllServices, language: Language = ""
) -> Response:
    """A board of each game."""
    await services.preparation.wait(*GAMES)
    return await answer(request, services, picture_of_home(language_of("", language)))


@router.get("/pictures/games/{game}.png", responses=PNG)
async def game_picture(
    game: str, request: Request, services: AllServices, language: Language = ""
) -> Response:
    """A board of a game."""
    await services.preparation.wait(game)
    wanted = picture_of_game(known_game(game), language_of("", language))
    return await answer(request, services, wanted)


@router.get("/pictures/tables/{table_id}.png", responses=PNG)
async def table_picture(
    table_id: str,
    request: Request,
    services: AllServices,
    ply: Ply = None,
    language: Language = "",
) -> Response:
    """A table as spectators see it: as it is now, or once it is over after so many entries."""
    table = (await services.lobby.session(table_id)).table
    position, at = await position_at(services, table, ply)
    wanted = picture_of_table(table, position, at, language_of("", language))
    return await answer(request, services, wanted)


@router.get("/pictures/tables/{table_id}.gif", responses=moving("gif"))
@router.get("/pictures/tables/{table_id}.webp", responses=moving("webp"))
async def moving_picture(
    table_id: str,
    request: Request,
    services: AllServices,
    part: Annotated[Part, Depends()],
    language: Language = "",
) -> Response:
    """A finished match, or a part of it, as a moving picture; one as WebP is smaller."""
    suffix = PurePosixPath(request.url.path).suffix
    table = (await services.finished(table_id)).table
    last = min(table.ply if part.last is None else part.last, table.ply)
    if part.first > last:
        raise BadRequest(f"A moving picture that ends after {last} entries begins before that.")
    positions = await services.replays.all_positions(table)
    film = Film(table, positions, (part.first, last), language_of("", language), suffix)
    headers = {"ETag": film.tag, "Cache-Control": MAX_AGE}
    if film.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    made = await services.pictures.moving.picture(film)
    return Response(made, media_type=f"image/{suffix[1:]}", headers=headers)


async def position_at(services: Services, table: Table, ply: int | None) -> tuple[Position, int]:
    """The position to show and its ply. Of a running game only the one of now is shown."""
    if table.state != "over" or table.setup.private or ply is None or ply >= table.ply:
        return table.position, table.ply
    return (await services.replays.all_positions(table))[ply], ply


async def answer(request: Request, services: Services, wanted: Wanted) -> Response:
    """A picture, or that the one which somebody has is still right."""
    headers = {"ETag": wanted.tag, "Cache-Control": MAX_AGE}
    if wanted.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(
        await services.pictures.still.picture(wanted), media_type="image/png", headers=headers
    )
