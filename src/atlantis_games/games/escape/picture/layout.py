"""Where everything lies on the chart, worked out from the names of the hexes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from atlantis_games.core.pictures.drawing import number
from atlantis_games.games.escape.tables import BOARD

SHAPES: Any = json.loads((Path(__file__).parent.parent / "shapes.json").read_text("utf-8"))
SIZE: float = SHAPES["hex"]  # from the middle of a hex to each of its points
WIDTH = SIZE * sqrt(3)  # from side to side, and to the next hex in the row
SEAM = 0.45  # that is left between hexes
REACH_X, REACH_Y = 1.73 * SIZE, 3.95 * SIZE  # of a coral island, from the middle of its gate
MARGIN_X, MARGIN_Y = 17.0, 8.0  # for the border of the chart, and for letters at its sides


class Place(NamedTuple):
    """The middle of a hex."""

    x: float
    y: float


def places(names: Iterable[str]) -> dict[str, Place]:
    """Rows from the top by letter, hexes from the left by number, every row centred."""
    rows: dict[str, list[int]] = {}
    for name in names:
        rows.setdefault(name[0], []).append(int(name[1:]))
    found = {}
    for row, numbers in enumerate(rows.values()):
        middle = (max(numbers) + 1) / 2
        for along in numbers:
            x, y = (along - middle) * WIDTH, (row - (len(rows) - 1) / 2) * 1.5 * SIZE
            found[f"{list(rows)[row]}{along}"] = Place(x, y)
    return found


PLACES = places(BOARD.names)
ROWS = [[name for name in PLACES if name[0] == row] for row in sorted({name[0] for name in PLACES})]
GATES = tuple(BOARD.names[gate] for gate in BOARD.gates)


class Outward(NamedTuple):
    """Which way a coral island lies from its gate: to the right or left, below or above."""

    right: int
    down: int


def outward(gate: Place) -> Outward:
    """A coral island lies away from the middle of the board."""
    return Outward(-1 if gate.x < 0 else 1, -1 if gate.y < 0 else 1)


def from_gate(gate: Place, spot: tuple[float, float]) -> Place:
    """A spot on an island; shapes are drawn for one that lies up and to the left."""
    right, down = outward(gate)
    return Place(gate.x - right * spot[0] * SIZE, gate.y - down * spot[1] * SIZE)


@lru_cache(512)
def hexagon(x: float = 0, y: float = 0, size: float = SIZE) -> str:
    """The outline of a hex."""
    half = size * sqrt(3) / 2
    corners = (
        (0, -size),
        (half, -size / 2),
        (half, size / 2),
        (0, size),
        (-half, size / 2),
        (-half, -size / 2),
    )
    return "M" + "L".join(f"{number(x + dx)} {number(y + dy)}" for dx, dy in corners) + "Z"


class Box(NamedTuple):
    """A rectangle round 0, 0, the middle of the board."""

    width: float
    height: float


def chart_box() -> Box:
    """All of the board and its coral islands, with a margin; it is as wide to both sides."""
    xs = [abs(place.x) + WIDTH / 2 for place in PLACES.values()]
    ys = [abs(place.y) + SIZE for place in PLACES.values()]
    xs += [abs(PLACES[gate].x) + REACH_X for gate in GATES]
    ys += [abs(PLACES[gate].y) + REACH_Y for gate in GATES]
    return Box(2 * (max(xs) + MARGIN_X), 2 * (max(ys) + MARGIN_Y))
