"""What a link shows in a chat: Open Graph tags in the head of the page."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from atlantis_games.core.contract import Game
from atlantis_games.core.texts import LANGUAGES, Texts, texts_in

if TYPE_CHECKING:
    from atlantis_games.server.tables.table import Table

MARK = "<title>Atlantis</title>"
SIZE = {"og:image:type": "image/png", "og:image:width": "1200", "og:image:height": "630"}


@lru_cache(1)
def page_text(index: Path, changed: float) -> str:
    """The page as it was built, read again when it has changed."""
    return index.read_text("utf-8")


def language_of(accepted: str, asked: str = "") -> str:
    """The language that a link asks for, else the first that a browser or a chat would like."""
    for part in (asked, *accepted.split(",")):
        short = part.strip()[:2].lower()
        if short in LANGUAGES:
            return short
    return "en"


def page_with(index: Path, tags: dict[str, str]) -> str:
    """The page with tags in its head."""
    lines = [
        f'<meta {"name" if name.startswith("twitter:") else "property"}="{name}" '
        f'content="{html.escape(text, quote=True)}" />'
        for name, text in tags.items()
    ]
    page = page_text(index, index.stat().st_mtime)
    return page.replace(MARK, "\n    ".join([*lines, MARK]), 1)


def tags_of(title: str, text: str, picture: str, language: str) -> dict[str, str]:
    """What a chat reads."""
    return {
        "og:type": "website",
        "og:site_name": "Atlantis",
        "og:locale": language,
        "og:title": title,
        "og:description": text,
        "og:image": picture,
        **SIZE,
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }


def tags_of_table(table: Table, ply: int | None, origin: str, language: str) -> dict[str, str]:
    """Tags about a table: its game and its players, and a picture as a spectator sees it."""
    texts = table.game.texts(language)
    # The ply is part of the address so that chats fetch the picture again when it has changed.
    asked = urlencode({"ply": table.ply if ply is None else ply, "language": language})
    picture = f"{origin}/pictures/tables/{table.id}.png?{asked}"
    return tags_of(preview_title(table, texts), preview_text(table, texts), picture, language)


def tags_of_game(game: Game, origin: str, language: str) -> dict[str, str]:
    """Tags about a game: its rules and lessons."""
    texts = game.texts(language)
    picture = f"{origin}/pictures/games/{game.name}.png?{urlencode({'language': language})}"
    return tags_of(texts.fill("title"), texts.fill("home.lead"), picture, language)


def tags_of_home(origin: str, language: str) -> dict[str, str]:
    """Tags about the whole place."""
    picture = f"{origin}/pictures/home.png?{urlencode({'language': language})}"
    return tags_of("Atlantis", texts_in(language).fill("home.lead"), picture, language)


def preview_title(
    table: Table, texts: Texts, is_shown: Callable[[str], bool] = lambda name: True
) -> str:
    """Who invites, if that name can be shown, or which game it is."""
    names = [seat.name for seat in table.seats if seat.kind == "person" and seat.name]
    game = texts.fill("title")
    if table.setup.private:
        return game
    if table.state == "waiting" and names and is_shown(names[0]):
        return texts.fill("link.invited", {"name": names[0], "game": game})
    return texts.fill(f"link.{table.state}", {"game": game})


def preview_text(table: Table, texts: Texts) -> str:
    """Who has won, who is at the table, and how many seats are free."""
    if table.setup.private:
        return texts.fill("home.lead")
    names = ", ".join(seat.name for seat in table.seats if seat.kind != "open")
    free = sum(seat.kind == "open" for seat in table.seats)
    parts = [texts.fill("link.names", {"names": names})] if names else []
    winners = table.position.winners if table.state == "over" else ()
    if winners:
        best = ", ".join(table.seats[seat].name for seat in winners)
        parts.insert(0, texts.fill("link.won", {"n": len(winners), "names": best}))
    if free:
        parts.append(texts.fill("link.free", {"n": free}))
    return " ".join(parts)
