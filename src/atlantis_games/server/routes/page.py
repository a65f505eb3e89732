"""The page itself: files as they were built, and the same page for every place in it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.link_preview import page_with_preview
from atlantis_games.server.routes.requests import AllServices

PAGE = Path(__file__).resolve().parent.parent / "page"
PLACES = ("table", "replay", "review", "learn", "rules", "settings")
WITH_PREVIEW = ("table", "replay", "review")  # of one table each

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
    place, _, table_id = path.partition("/")
    if place in WITH_PREVIEW and table_id:
        with suppress(RequestRefused):  # the page itself says that there is no such table
            table = (await services.lobby.session(table_id)).table
            origin = services.settings.origin or str(request.base_url).rstrip("/")
            accepted = request.headers.get("accept-language", "")
            text = page_with_preview(index, table, origin, accepted)
            return HTMLResponse(text, headers={"Cache-Control": "no-cache"})
    status = 200 if is_place else 404  # the page itself says that there is nothing
    return FileResponse(index, status, headers={"Cache-Control": "no-cache"})


def built_file(path: str) -> Path | None:
    """A file that was built for the page; None for anything outside its folder."""
    try:
        file = (PAGE / path).resolve()
        return file if path and PAGE in file.parents and file.is_file() else None
    except (OSError, ValueError):  # too long, or with characters that no file can have
        return None
