"""The players beside the board: cards, points and bridge of each, and an open hand."""

from __future__ import annotations

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import box, joined, path, placed
from atlantis_games.core.pictures.lettering import letters
from atlantis_games.core.pictures.look import Look
from atlantis_games.core.pictures.panels import Fact, Panel
from atlantis_games.games.causeway.picture.board import face, item_sign, shield
from atlantis_games.games.causeway.picture.layout import SHAPES

CARD_WIDTH = 31


def players(view: View, look: Look) -> list[Panel]:
    """Every player's panel."""
    return [player(view, seat, look) for seat in range(view["players"])]


def player(view: View, seat: int, look: Look) -> Panel:
    """What is known of a player."""
    panel, colours = view["seats"][seat], look.colours
    bridge = colours["clay"] if panel["bridge"] else colours["line"]
    cards = panel.get("hand") or panel["shown"]
    return Panel(
        mark=placed(shield(panel["colour"], look), 16, 30, 0.84),
        name=look.name(seat, panel["colour"]),
        facts=(
            Fact(icon("cards", colours["ink-soft"]), str(panel["cards"])),
            Fact(icon("tiles", colours["ink-soft"]), str(panel["worth"])),
            Fact(icon("bridge", bridge), ""),
        ),
        is_active=view["actor"] == seat,
        extra=(card_row(cards, look),) if cards else (),
    )


def icon(name: str, colour: str) -> str:
    """A small picture on a field of 20 by 20."""
    return placed(path(SHAPES["icons"][name], fill=colour, fill_rule="evenodd"), 0, 0, 20 / 22)


def card_row(cards: dict[str, int], look: Look) -> str:
    """Cards that can be seen: the item of each, and how many."""
    return joined(
        placed(card(item, count, look), place * (CARD_WIDTH + 1), 0)
        for place, (item, count) in enumerate(cards.items())
    )


def card(item: str, count: int, look: Look) -> str:
    """An item and how many of it."""
    plate, sign = face(item, look)
    return (
        box(0, 0, CARD_WIDTH, 24, 4, fill=plate, stroke=sign, stroke_width=1)
        + item_sign(item, 2, 4, 16, sign)
        + letters(str(count), 24.5, 17, 13, sign, "sans", "middle")
    )
