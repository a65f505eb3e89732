"""The page itself: files as they were built, and the same page for every place in it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.link_preview import (
    language_of,
    page_with,
    tags_of_game,
    tags_of_home,
    tags_of_table,
)
from atlantis_games.server.routes.requests import AllServices
from atlantis_games.server.services import Services

PAGE = Path(__file__).resolve().parent.parent / "page"
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

VARY = "Accept-Language"

router = APIRouter()


@router.get("/{path:path}", include_in_schema=False)
async def page(path: str, request: Request, services: AllServices) -> Response:
    """A file of the page, or the page."""
    file = built_file(path)
    if file is not None:
        lasting = path.startswith("assets/")
        age = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return FileResponse(file, headers={"Cache-Control": age})
    is_place = not path or path.split("/")[0] in PLACES
    if not is_place and "text/html" not in request.headers.get("accept", ""):
        raise RequestRefused("not-found", 404)
    index = PAGE / "index.html"
    if not index.is_file():
        return HTMLResponse("The page is not built: run <code>make page</code>.", 503)
    status = 200 if is_place else 404  # the page itself says that there is nothing
    text = page_with(index, await tags(path, request, services))
    return HTMLResponse(text, status, headers={"Cache-Control": "no-cache", "Vary": VARY})


async def tags(path: str, request: Request, services: Services) -> dict[str, str]:
    """What a link to a place in the page shows in a chat. Its host was checked before."""
    origin = services.settings.origin or str(request.base_url).rstrip("/")
    asked, accepted = request.query_params, request.headers.get("accept-language", "")
    language = language_of(accepted, asked.get("language", ""))
    place, _, name = path.partition("/")
    if place in OF_TABLE and name and services.preparation.is_over:
        with suppress(RequestRefused):  # the page itself says that there is no such table
            table = (await services.lobby.session(name)).table
            ply = asked.get("ply", "")
            at = int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 7 else None
            return tags_of_table(table, at, origin, language)
    if place in OF_GAME and name in GAMES:
        return tags_of_game(GAMES[name], origin, language)
    return tags_of_home(origin, language) if path in ("", "index.html") else {}


def built_file(path: str) -> Path | None:
    """A file that was built for the page; None for anything outside its folder."""
    try:
        file = (PAGE / path).resolve()
        return file if path and PAGE in file.parents and file.is_file() else None
    except (OSError, ValueError):  # too long, or with characters that no file can have
        return None
