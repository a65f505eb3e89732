"""The sea chart: hexes with their names at the edges, compass, coral islands and the island."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import (
    Drawing,
    Style,
    box,
    joined,
    line,
    number,
    path,
    pen,
    placed,
)
from atlantis_games.core.pictures.lettering import letters
from atlantis_games.core.pictures.look import Look
from atlantis_games.core.pictures.panels import badge
from atlantis_games.games.escape.picture.art import person, piece_art
from atlantis_games.games.escape.picture.layout import (
    GATES,
    PLACES,
    ROWS,
    SEAM,
    SHAPES,
    SIZE,
    Box,
    Place,
    chart_box,
    from_gate,
    hexagon,
    outward,
)
from atlantis_games.games.escape.picture.pieces import HEIGHTS, pieces
from atlantis_games.games.escape.tables import COLOURS

CHART = chart_box()
COLOUR_OF = {"flatland": "flat", "hill": "hill", "mountain": "mount"}  # how colours are named
NAMED = frozenset(row[place] for row in ROWS for place in (0, -1)) - {*GATES}
EDGE = SIZE - 0.5
LINE = 0.5  # round the top of a piece
HALF = EDGE * sqrt(3) / 2
RAYS = 16


def chart(view: View, look: Look) -> Drawing:
    """The whole chart."""
    found, counts = pieces(view)
    sea = sea_part(look)
    body = [
        sea,
        *(coral(gate, view, seat, look) for seat, gate in enumerate(GATES)),
        surf(view, look),
        *(land(shown, view["sinking"], look) for shown in view["hexes"] if "land" in shown),
        *(placed(piece_art(piece, look), piece.x, piece.y, piece.scale) for piece in found),
        *(badge(str(count.n), count.x, count.y, 7.4, look) for count in counts),
    ]
    moved = placed(joined(body), CHART.width / 2, CHART.height / 2)
    return Drawing(CHART.width, CHART.height, moved + frame(look))


def sea_part(look: Look) -> str:
    """What is the same in every position: water, lines of bearing, waves, names of hexes."""
    colours = look.colours
    whole, cells = (
        joined(hexagon(*place, size) for place in PLACES.values())
        for size in (SIZE + SEAM, SIZE - 2 * SEAM)
    )
    left, top = -CHART.width / 2, -CHART.height / 2
    # Every third hex or so carries a small wave, always the same ones.
    waves = joined(
        f"M{number(place.x)} {number(place.y)}{SHAPES['wave']}"
        for name, place in PLACES.items()
        if name not in NAMED and (ord(name[0]) * 7 + round(place.x / 17) * 5) % 3 == 0
    )
    return (
        box(left, top, CHART.width, CHART.height, fill=colours["sea-outer"])
        + line(bearings(CHART), colours["sea-line"], 0.7)
        + path(whole, fill=colours["sea-line"])
        + path(cells, fill=colours["sea-cell"])
        + pen(waves, colours["sea-line"], 1.1)
        + names(look)
    )


def bearings(chart: Box) -> str:
    """Lines from the middle to the edges, as on old charts."""
    lines = []
    for ray in range(RAYS):
        x, y = sin(2 * pi * ray / RAYS), cos(2 * pi * ray / RAYS)
        reach = min(
            chart.width / 2 / abs(x) if abs(x) > 1e-9 else 1e9,
            chart.height / 2 / abs(y) if abs(y) > 1e-9 else 1e9,
        )
        lines.append(f"M0 0L{number(x * reach)} {number(y * reach)}")
    return joined(lines)


def names(look: Look) -> str:
    """The name of the first and of the last hex of each row, in it."""
    ink = look.colours["chart-ink"]
    return joined(
        letters(name, PLACES[name].x, PLACES[name].y + 15, 8, ink, "italic", "middle")
        for name in NAMED
    )


def frame(look: Look) -> str:
    """The border of the chart."""
    colours = look.colours
    sides = (3, 3, CHART.width - 6, CHART.height - 6, 2)
    return box(*sides, fill="none", stroke=colours["chart-ink"], stroke_width=3.4) + box(
        *sides,
        fill="none",
        stroke=colours["paper-raised"],
        stroke_width=2,
        stroke_dasharray="13 13",
    )


def coral(gate: str, view: View, corner: int, look: Look) -> str:
    """A coral island beyond its gate, with the people who were saved.

    A view does not say by which gate they came: each player's stand at a corner of their own.
    """
    place, colours, art = PLACES[gate], look.colours, SHAPES["coral"]
    right, down = outward(place)
    deep = colours["reef-deep"]
    island = (
        line(art["reef"], colours["foam"], 0.3, stroke_linejoin="round", stroke_opacity=0.55)
        + path(art["reef"], fill=colours["reef"], stroke=deep, stroke_width=0.07)
        + path(art["beach"], fill=colours["reef-sand"])
        + pen(art["way"], deep, 0.11)
        + joined(pen(teeth, deep, 0.15) for teeth in art["teeth"])
    )
    turned = f"translate({number(place.x)} {number(place.y)}) scale({-right * SIZE} {-down * SIZE})"
    word = from_gate(place, art["label"])
    return (
        path(hexagon(*place, SIZE - SEAM), fill=colours["reef"], fill_opacity=0.4)
        + f'<g transform="{turned}">{island}</g>'
        + letters(
            look.texts.fill("board.safe"),
            word.x,
            word.y + 3.6,
            11,
            colours["reef-ink"],
            "italic",
            "middle",
        )
        + saved_people(place, view, corner, look)
    )


def saved_people(gate: Place, view: View, corner: int, look: Look) -> str:
    """The people on an island, each alone while there is room; a plant where nobody is."""
    art, colours = SHAPES["coral"], look.colours
    spots = [from_gate(gate, spot) for spot in art["spots"]]
    groups = [
        (seat, panel["saved"])
        for seat, panel in enumerate(view["seats"])
        if seat % len(GATES) == corner and panel["saved"]
    ]
    if not groups:
        x, y = from_gate(gate, (-1.08, -2.6))
        return placed(pen(art["branch"], colours["reef-deep"], 1.9), x, y + 5)
    if sum(n for _, n in groups) <= len(spots):
        groups = [(seat, 1) for seat, n in groups for _ in range(n)]
    parts = []
    for (seat, n), spot in zip(groups, spots, strict=False):
        parts.append(placed(person(COLOURS[seat], look, "land"), *spot, 0.86))
        if n > 1:
            parts.append(badge(str(n), spot.x + 8, spot.y + 5, 9, look))
    return joined(parts)


def surf(view: View, look: Look) -> str:
    """The foam round what is left of the island."""
    shores = joined(hexagon(*PLACES[shown["hex"]]) for shown in view["hexes"] if "land" in shown)
    foam = look.colours["foam"]
    return pen(shores, foam, 6.5, stroke_opacity=0.62)


def land(shown: View, sinking: str | None, look: Look) -> str:
    """A piece of the island: its top, the two sides that one sees, and what grows there."""
    kind, place, colours = shown["land"], PLACES[shown["hex"]], look.colours
    name, height = COLOUR_OF[kind], HEIGHTS[kind]
    is_peak = kind == "mountain" and hypot(*place) < 1  # the mountain in the middle is larger
    art = SHAPES["land"]["peak" if is_peak else kind]
    lit, dark, mark = (colours[f"{name}-{part}"] for part in ("lit", "dark", "mark"))
    top = path(hexagon(0, 0, EDGE), fill=lit)
    top += path(hexagon(0, 0, EDGE - LINE), fill=colours[name])
    if shown["hex"] == sinking:
        top = path(
            hexagon(0, 0, EDGE),
            fill=colours[name],
            stroke=colours["bad"],
            stroke_width=2,
            stroke_dasharray="4 2.4",
        )
    grown = ""
    if kind == "hill":
        grown = path(art["back"], fill=colours["hill-back"])
        grown += path(art["front"], fill=colours["hill-front"])
    elif kind == "mountain":
        edge: Style = {"stroke": mark, "stroke_width": 0.6, "stroke_linejoin": "round"}
        grown = path(art["back"], fill=colours["mount-back"], **edge)
        grown += path(art["front"], fill=colours["snow"])
    return placed(
        path(side(height, -1), fill=lit)
        + path(side(height, 1), fill=dark)
        + placed(top + grown + pen(art["lines"], mark, 1.1), 0, -height),
        *place,
    )


def side(height: float, way: int) -> str:
    """One of the two faces of a piece that stand out of the water."""
    corner, low = number(way * HALF), number(EDGE / 2)
    upper = number(EDGE / 2 - height)
    return f"M0 {number(EDGE - height)}L{corner} {upper}V{low}L0 {number(EDGE)}Z"
