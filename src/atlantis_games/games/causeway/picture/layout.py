"""Where everything lies: the path winds row by row from Atlantis, top left, to the mainland."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import number
from atlantis_games.games.causeway.tables import ATLANTIS, FIGURES, MAINLAND

SHAPES: Any = json.loads((Path(__file__).parent.parent / "shapes.json").read_text("utf-8"))
TILE_WIDTH, TILE_HEIGHT = SHAPES["sizes"]["tile"].values()
CELL_WIDTH, CELL_HEIGHT = SHAPES["sizes"]["cell"].values()
MARGIN = 6
SHORE_CELLS = 5  # what Atlantis and the mainland each take of their row
SHORE_WIDTH = SHORE_CELLS * CELL_WIDTH
CORNER = 26  # how far a corner of the path is rounded off
BESIDE_ITEM = (26, -2)  # the feet of a figure, from the middle of a tile
ON_ITEM = (-16, 8)  # of one in the middle of a chain that shares the tile
PITCH = 37  # between figures on a shore
BETWEEN_PLAYERS = 6


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class Layout(NamedTuple):
    """The path in one shape."""

    width: float
    height: float
    places: tuple[Point, ...]  # the middle of each space, from Atlantis to the mainland
    atlantis: Point  # the upper left corners of the shores
    mainland: Point


class Figure(NamedTuple):
    """A figure and where its feet are."""

    seat: int
    letter: str
    at: Point
    is_moving: bool


def winding(columns: int, rows: int) -> Layout:
    """Rows that run to and fro; an odd number, so that the ends lie in opposite corners."""
    places = []
    for cell in range(SHORE_CELLS - 1, SHORE_CELLS + MAINLAND):
        row, along = divmod(cell, columns)
        column = columns - 1 - along if row % 2 else along
        y = MARGIN + (row + 0.5) * CELL_HEIGHT + 3  # room above for the heads of figures
        places.append(Point(MARGIN + (column + 0.5) * CELL_WIDTH, y))
    width, height = columns * CELL_WIDTH + 2 * MARGIN, rows * CELL_HEIGHT + 2 * MARGIN
    mainland = Point(width - MARGIN - SHORE_WIDTH, height - MARGIN - CELL_HEIGHT)
    return Layout(width, height, tuple(places), Point(MARGIN, MARGIN), mainland)


WIDE, UPRIGHT = winding(9, 7), winding(7, 9)


def toward(here: Point, there: Point, share: float) -> Point:
    """A point so much of the way to another."""
    return Point(here.x + (there.x - here.x) * share, here.y + (there.y - here.y) * share)


def written(point: Point) -> str:
    """A point as a path has it."""
    return f"{number(point.x)} {number(point.y)}"


def way(points: Sequence[Point]) -> str:
    """A line through points, its corners rounded off."""
    drawn = f"M{written(points[0])}"
    for before, here, after in zip(points, points[1:], [*points[2:], None], strict=False):
        if after is None or (before.x == here.x) == (here.x == after.x):
            drawn += f"L{written(here)}"
            continue
        enter, leave = (
            toward(here, other, min(0.5, CORNER / hypot(other.x - here.x, other.y - here.y)))
            for other in (before, after)
        )
        drawn += f"L{written(enter)}Q{written(here)} {written(leave)}"
    return drawn


def stretch(layout: Layout, first: int, last: int) -> str:
    """A stretch of spaces, from the edge of the first to the edge of the last."""
    places = layout.places
    start = toward(places[first], places[first - 1], 0.5)
    end = toward(places[last], places[last + 1], 0.5)
    return way([start, *places[first : last + 1], end])


def figures(view: View, layout: Layout) -> list[Figure]:
    """Every figure on its spot, so that none hides another and no item is covered."""
    standing: dict[int, list[tuple[int, str]]] = {}
    for seat, panel in enumerate(view["seats"]):
        for letter in FIGURES:
            standing.setdefault(panel["figures"][letter], []).append((seat, letter))
    moving = view["moving"]["figure"] if view["moving"] else ""
    found = []
    for space, group in standing.items():
        for place, (seat, letter) in enumerate(group):
            is_moving = (seat, letter) == (view["turn"], moving)
            if space in (ATLANTIS, MAINLAND):
                at = on_shore(group, place, layout.mainland if space else layout.atlantis)
            else:
                x, y = ON_ITEM if is_moving and len(group) > 1 else BESIDE_ITEM
                at = Point(layout.places[space].x + x, layout.places[space].y + y)
            found.append(Figure(seat, letter, at, is_moving))
    return sorted(found, key=lambda figure: figure.at.y)


def on_shore(group: list[tuple[int, str]], place: int, corner: Point) -> Point:
    """The spot of one of many in a row in the middle of a shore, each player's together."""
    spots, x = [], 0.0
    for number_of, (seat, _) in enumerate(group):
        if number_of:
            x += PITCH + BETWEEN_PLAYERS * (seat != group[number_of - 1][0])
        spots.append(x)
    left = corner.x + (SHORE_WIDTH - x) / 2
    return Point(left + spots[place], corner.y + CELL_HEIGHT - 13)
