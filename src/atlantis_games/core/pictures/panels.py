"""The players of a game as panels, and a board with its players beside or below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from atlantis_games.core.pictures.drawing import Drawing, Style, box, joined, placed
from atlantis_games.core.pictures.lettering import letters, shortened, width_of, wrapped
from atlantis_games.core.pictures.look import Look

BOARD = 640.0  # how high a board is with the players beside it, how wide with them below
MARGIN = 16.0
GAP = 12.0
COLUMN = 252.0  # how wide a panel beside a board is
ROW = 86.0  # how high a panel is without further rows
EXTRA = 34.0  # how high a further row is
ICON = 20.0
TITLE = 40.0  # the size of letters
SUBTITLE = 19.0
RATIO = 1200 / 630  # of a picture with the players beside the board, as link previews have it
MAX_LARGER = 1.3  # how much panels beside a board grow where there is room


class Fact(NamedTuple):
    """A number about a player, with the picture that says what it counts."""

    icon: str  # elements on a field of 20 by 20
    text: str


class Panel(NamedTuple):
    """What is shown of a player."""

    mark: str  # the player's piece: elements on a field of 32 by 32
    name: str
    facts: tuple[Fact, ...]
    is_active: bool = False  # has to decide now
    extra: tuple[str, ...] = ()  # further rows, each of elements 24 high


def panel_height(panel: Panel) -> float:
    """How high a panel is."""
    return ROW + EXTRA * len(panel.extra)


def panel_drawing(panel: Panel, look: Look, width: float, height: float) -> str:
    """One player: piece and name, then the numbers."""
    colours = look.colours
    edge: Style = {"stroke": colours["clay"], "stroke_width": 3.5}
    if not panel.is_active:
        edge = {"stroke": colours["line"], "stroke_width": 1.5}
    name = shortened(panel.name, 21, width - 62)
    parts = [
        box(1, 1, width - 2, height - 2, 11, fill=colours["paper-raised"], **edge),
        placed(panel.mark, 11, 10),
        letters(name, 51, 34, 21, colours["ink"]),
    ]
    room = (width - 28) / max(1, len(panel.facts))
    for place, (icon, text) in enumerate(panel.facts):
        x = 14 + place * min(room, 82)
        parts.append(placed(icon, x, 52))
        parts.append(letters(text, x + ICON + 5, 69, 20, colours["ink"]))
    for place, row in enumerate(panel.extra):
        parts.append(placed(row, 14, ROW + place * EXTRA - 4))
    return joined(parts)


def heading(look: Look, width: float) -> tuple[str, float]:
    """The title and what else is said above the players, and how high that is."""
    colours, parts, y = look.colours, [], 0.0
    for line_of_title in wrapped(look.title, TITLE, width, "serif", 3):
        y += TITLE
        parts.append(letters(line_of_title, 2, y - 4, TITLE, colours["ink"], "serif"))
    for line_of_text in wrapped(look.subtitle, SUBTITLE, width, "text", 4):
        y += SUBTITLE * 1.4
        parts.append(letters(line_of_text, 2, y, SUBTITLE, colours["ink-soft"], "text"))
    return joined(parts), y + GAP * bool(parts)


def with_panels(board: Drawing, panels: Sequence[Panel], look: Look) -> Drawing:
    """A board and its players on paper, in the shape that is asked for."""
    if not look.has_players:
        panels = ()
        if not look.title:
            return board
    return beside(board, panels, look) if look.is_wide else below(board, panels, look)


def beside(board: Drawing, panels: Sequence[Panel], look: Look) -> Drawing:
    """The title and the players in a column to the right of the board."""
    scale = BOARD / board.height
    across = board.width * scale + GAP
    column = max(COLUMN, RATIO * (BOARD + 2 * MARGIN) - 2 * MARGIN - across)
    head, y = heading(look, column)
    top = MARGIN if panels else MARGIN + (BOARD - y) / 2
    heights = [panel_height(panel) + GAP for panel in panels]
    larger = min(MAX_LARGER, column / COLUMN, (BOARD + GAP - y) / max(1.0, sum(heights)))
    parts = [placed(board.body, MARGIN, MARGIN, scale), placed(head, MARGIN + across, top)]
    for panel, height in zip(panels, heights, strict=True):
        drawn = panel_drawing(panel, look, column / larger, height - GAP)
        parts.append(placed(drawn, MARGIN + across, MARGIN + y, larger))
        y += height * larger
    return on_paper(parts, across + column, BOARD, look)


def below(board: Drawing, panels: Sequence[Panel], look: Look) -> Drawing:
    """The title above the board, and the players in rows of two below it."""
    scale = BOARD / board.width
    head, top = heading(look, BOARD)
    parts = [placed(head, MARGIN, MARGIN), placed(board.body, MARGIN, MARGIN + top, scale)]
    y = top + board.height * scale + GAP
    width = (BOARD - GAP) / 2
    for first in range(0, len(panels), 2):
        pair = panels[first : first + 2]
        height = max(map(panel_height, pair))
        for column, panel in enumerate(pair):
            drawn = panel_drawing(panel, look, width, height)
            parts.append(placed(drawn, MARGIN + column * (width + GAP), MARGIN + y))
        y += height + GAP
    return on_paper(parts, BOARD, y - GAP, look)


def on_paper(parts: Sequence[str], width: float, height: float, look: Look) -> Drawing:
    """Elements with a margin of paper around them."""
    width, height = width + 2 * MARGIN, height + 2 * MARGIN
    paper = box(0, 0, width, height, fill=look.colours["paper"])
    return Drawing(width, height, paper + joined(parts))


def badge(text: str, x: float, y: float, size: float, look: Look) -> str:
    """A number on a dark disc, beside what there is several of."""
    wide = max(size * 1.25, width_of(text, size) + size * 0.55)
    colours = look.colours
    high = size * 1.25
    plate = box(
        x - wide / 2,
        y - high / 2,
        wide,
        high,
        high / 2,
        fill=colours["ink"],
        stroke=colours["paper"],
        stroke_width=size / 8,
    )
    return plate + letters(text, x, y + size * 0.36, size, colours["paper"], anchor="middle")
