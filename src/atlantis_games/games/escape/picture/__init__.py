"""A view of Escape as a picture."""

from __future__ import annotations

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import Drawing
from atlantis_games.core.pictures.look import Look
from atlantis_games.core.pictures.panels import with_panels
from atlantis_games.games.escape.picture.chart import chart
from atlantis_games.games.escape.picture.players import players


def picture(view: View, look: Look) -> Drawing:
    """The sea chart with the players beside it, or below it in an upright picture."""
    return with_panels(chart(view, look), players(view, look), look)
