"""The page itself: files as they were built, and the same page for every place in it."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Request, Response

from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.link_preview import tags_of_game, tags_of_table
from atlantis_games.server.page_files import file_or_home, language_asked, origin_of, the_page
from atlantis_games.server.routes.requests import AllServices
from atlantis_games.server.services import Services

PLACES = (
    "table",
    "replay",
    "review",
    "study",
    "puzzles",
    "learn",
    "rules",
    "settings",
    "statistics",
)
OF_TABLE = ("table", "replay", "review")  # of one table each
OF_GAME = ("learn", "rules")

router = APIRouter()


@router.get("/{path:path}", include_in_schema=False)
async def page(path: str, request: Request, services: AllServices) -> Response:
    """A file of the page, or the page."""
    found = file_or_home(path, request, services.settings.origin)
    if found is not None:
        return found
    is_place = path.split("/")[0] in PLACES
    if not is_place and "text/html" not in request.headers.get("accept", ""):
        raise RequestRefused("not-found", 404)
    status = 200 if is_place else 404  # the page itself says that there is nothing
    return the_page(await tags(path, request, services), status)


async def tags(path: str, request: Request, services: Services) -> dict[str, str]:
    """What a link to a place in the page shows in a chat. Its host was checked before."""
    origin = origin_of(request, services.settings.origin)
    language = language_asked(request)
    place, _, name = path.partition("/")
    if place in OF_TABLE and name and services.preparation.is_over:
        with suppress(RequestRefused):  # the page itself says that there is no such table
            table = (await services.lobby.session(name)).table
            ply = request.query_params.get("ply", "")
            at = int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 7 else None
            return tags_of_table(table, at, origin, language)
    if place in OF_GAME and name in GAMES:
        return tags_of_game(GAMES[name], origin, language)
    return {}
