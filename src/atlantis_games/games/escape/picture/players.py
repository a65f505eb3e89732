"""The players beside the chart: how many of their people are saved, in play and lost."""

from __future__ import annotations

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import pen, placed
from atlantis_games.core.pictures.look import Look
from atlantis_games.core.pictures.panels import Fact, Panel
from atlantis_games.games.escape.picture.art import person
from atlantis_games.games.escape.picture.layout import SHAPES

CROSS = "M5 5L15 15M15 5L5 15"


def players(view: View, look: Look) -> list[Panel]:
    """Every player's panel."""
    return [player(view, seat, look) for seat in range(view["players"])]


def player(view: View, seat: int, look: Look) -> Panel:
    """What has become of a player's people."""
    panel, colours = view["seats"][seat], look.colours
    colour = panel["colour"]
    coral = placed(pen(SHAPES["coral"]["branch"], colours["good"], 1.6), 10, 18, 1.6)
    return Panel(
        mark=placed(person(colour, look), 16, 18, 1.75),
        name=look.name(seat, colour),
        facts=(
            Fact(coral, str(panel["saved"])),
            Fact(placed(person(colour, look), 10, 11, 1.0), str(panel["in_play"])),
            Fact(pen(CROSS, colours["bad"], 3), str(panel["lost"])),
        ),
        is_active=view["actor"] == seat,
    )
