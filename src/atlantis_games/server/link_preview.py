"""What a link to a table shows in a chat: Open Graph tags in the head of the page."""

from __future__ import annotations

import html
from functools import lru_cache
from pathlib import Path

from atlantis_games.core.texts import LANGUAGES, Texts
from atlantis_games.server.tables.table import Table

MARK = "<title>Atlantis</title>"
PICTURE = "/icon-512.png"


@lru_cache(1)
def page_text(index: Path, changed: float) -> str:
    """The page as it was built, read again when it has changed."""
    return index.read_text("utf-8")


def language_of(accepted: str) -> str:
    """The first language of a browser, or of what reads links for a chat, that there is."""
    for part in accepted.split(","):
        short = part.strip()[:2].lower()
        if short in LANGUAGES:
            return short
    return "en"


def page_with_preview(index: Path, table: Table, origin: str, accepted: str) -> str:
    """The page with tags about a table: its game and its players, and nothing of the position."""
    texts = table.game.texts(language_of(accepted))
    tags = {
        "og:type": "website",
        "og:site_name": "Atlantis",
        "og:title": preview_title(table, texts),
        "og:description": preview_text(table, texts),
        "og:image": origin + PICTURE,
        "og:image:width": "512",
        "og:image:height": "512",
        "twitter:card": "summary",
    }
    lines = [
        f'<meta property="{name}" content="{html.escape(text, quote=True)}" />'
        for name, text in tags.items()
    ]
    page = page_text(index, index.stat().st_mtime)
    return page.replace(MARK, "\n    ".join([*lines, MARK]), 1)


def preview_title(table: Table, texts: Texts) -> str:
    """Who invites, or which game it is."""
    names = [seat.name for seat in table.seats if seat.kind == "person" and seat.name]
    game = texts.fill("title")
    if table.state == "waiting" and names:
        return texts.fill("link.invited", {"name": names[0], "game": game})
    return texts.fill(f"link.{table.state}", {"game": game})


def preview_text(table: Table, texts: Texts) -> str:
    """Who is at the table, and how many seats are free."""
    names = ", ".join(seat.name for seat in table.seats if seat.kind != "open")
    free = sum(seat.kind == "open" for seat in table.seats)
    parts = [texts.fill("link.names", {"names": names})] if names else []
    if free:
        parts.append(texts.fill("link.free", {"n": free}))
    return " ".join(parts)
