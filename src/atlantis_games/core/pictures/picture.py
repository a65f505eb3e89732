"""What a seat sees of a position, drawn: the game's own picture, or else its text drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from atlantis_games.core.pictures.drawing import Drawing, box
from atlantis_games.core.pictures.look import Look, colours_in
from atlantis_games.core.pictures.plain import plain_picture

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, View

CARD = 1200, 630  # the size of a link's picture in a chat


def picture_of(
    game: Game, view: View, language: str = "en", is_dark: bool = False, **settings: Any
) -> Drawing:
    """A view as a drawing; the settings are those of a `Look`."""
    texts = game.texts(language)
    settings.setdefault("title", texts.fill("title"))
    look = Look(colours_in(game.folder, is_dark), texts, is_dark, **settings)
    return plain_picture(game, view, look) if game.picture is None else game.picture(view, look)


def card(game: Game, view: View, language: str, **settings: Any) -> Drawing:
    """A view as large as a link's picture allows, on paper."""
    drawn = picture_of(game, view, language, **settings)
    paper = box(0, 0, *CARD, fill=colours_in(game.folder, False)["paper"])
    return Drawing(*CARD, paper + drawn.fitted(0, 0, *CARD))
