"""A picture for a game that brings none: its drawing for the terminal, as it stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_games.core.pictures.drawing import Drawing, box, joined
from atlantis_games.core.pictures.lettering import letters, width_of
from atlantis_games.core.pictures.look import Look

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, View

SIZE = 20.0
LEADING = 28.0
MARGIN = 26.0


def plain_picture(game: Game, view: View, look: Look) -> Drawing:
    """A view's text drawing, letter by letter on paper."""
    lines = game.views.draw(view, look.texts).splitlines()
    widest = max((width_of(text, SIZE, "mono") for text in lines), default=0.0)
    width, height = widest + 2 * MARGIN, len(lines) * LEADING + 2 * MARGIN
    colours = look.colours
    edge = box(5, 5, width - 10, height - 10, 12, fill=colours["paper-raised"])
    drawn = (
        letters(text, MARGIN, MARGIN + place * LEADING + SIZE, SIZE, colours["ink"], "mono")
        for place, text in enumerate(lines)
    )
    return Drawing(
        width, height, box(0, 0, width, height, fill=colours["paper"]) + edge + joined(drawn)
    )
