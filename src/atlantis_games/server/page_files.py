"""The page's files as they were built, and the page with what a link to it shows in a chat."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from atlantis_games.server.link_preview import language_of, page_with, tags_of_home

PAGE = Path(__file__).resolve().parent / "page"
VARY = "Accept-Language"


def built_file(path: str) -> Path | None:
    """A file that was built for the page; None for anything outside its folder."""
    try:
        file = (PAGE / path).resolve()
        return file if path and PAGE in file.parents and file.is_file() else None
    except (OSError, ValueError):  # too long, or with characters that no file can have
        return None


def file_or_home(path: str, request: Request, origin: str) -> Response | None:
    """What needs no more than files: one of the page's, or its first screen; None for all else."""
    if path in ("", "index.html"):
        return the_page(tags_of_home(origin_of(request, origin), language_asked(request)))
    file = built_file(path)
    if file is None:
        return None
    lasting = path.startswith("assets/")
    age = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return FileResponse(file, headers={"Cache-Control": age})


def the_page(tags: dict[str, str], status: int = 200) -> Response:
    """The page, with tags in its head."""
    index = PAGE / "index.html"
    if not index.is_file():
        return HTMLResponse("The page is not built: run <code>make page</code>.", 503)
    headers = {"Cache-Control": "no-cache", "Vary": VARY}
    return HTMLResponse(page_with(index, tags), status, headers=headers)


def origin_of(request: Request, origin: str) -> str:
    """The address that people use: as it was set, else as this request has it."""
    return origin or str(request.base_url).rstrip("/")


def language_asked(request: Request) -> str:
    """The language of a link, else of the browser or the chat that follows it."""
    asked, accepted = request.query_params, request.headers.get("accept-language", "")
    return language_of(accepted, asked.get("language", ""))
