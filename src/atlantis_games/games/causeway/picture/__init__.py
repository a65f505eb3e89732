"""A view of Causeway as a picture."""

from __future__ import annotations

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import Drawing
from atlantis_games.core.pictures.look import Look
from atlantis_games.core.pictures.panels import with_panels
from atlantis_games.games.causeway.picture.board import board
from atlantis_games.games.causeway.picture.layout import UPRIGHT, WIDE
from atlantis_games.games.causeway.picture.players import players


def picture(view: View, look: Look) -> Drawing:
    """The board with the players beside it, or below it in an upright picture."""
    drawn = board(view, WIDE if look.is_wide else UPRIGHT, look)
    return with_panels(drawn, players(view, look), look)
