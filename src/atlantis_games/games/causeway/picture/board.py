"""The path through the sea, and what lies and stands on it."""

from __future__ import annotations

from atlantis_games.core.contract import View
from atlantis_games.core.pictures.drawing import (
    Drawing,
    Style,
    box,
    disc,
    dots,
    joined,
    line,
    path,
    pen,
    placed,
    plate,
    ring,
)
from atlantis_games.core.pictures.lettering import letters
from atlantis_games.core.pictures.look import Look
from atlantis_games.games.causeway.picture.layout import (
    SHAPES,
    TILE_HEIGHT,
    TILE_WIDTH,
    Layout,
    Point,
    figures,
    stretch,
    way,
    written,
)
from atlantis_games.games.causeway.tables import MAINLAND

LEFT, TOP = -TILE_WIDTH / 2, -TILE_HEIGHT / 2
LOWER_FACE = 14  # how much lower a tile is drawn above a known one
NUMBERED = 5  # every so manyth space has its number
RADIUS = 17  # of a price


def board(view: View, layout: Layout, look: Look) -> Drawing:
    """The whole board."""
    colours = look.colours
    taken = {space for panel in view["seats"] for space in panel["figures"].values()}
    parts = [
        box(0, 0, layout.width, layout.height, 14, fill=colours["chart-sea"]),
        water(view, layout, look),
        shores(layout, look),
        *(
            placed(tile(shown, shown["space"] in taken, look), *layout.places[shown["space"]])
            for shown in view["path"]
            if "item" in shown
        ),
        numbers(view, layout, look),
        *(
            placed(
                halo(figure.is_moving, look)
                + runner(view["seats"][figure.seat]["colour"], figure.letter, look),
                *figure.at,
            )
            for figure in figures(view, layout)
        ),
        *(price(gap, layout, look) for gap in view["gaps"] if gap["price"]),
    ]
    return Drawing(layout.width, layout.height, joined(parts))


def water(view: View, layout: Layout, look: Look) -> str:
    """Shallows along the path, waves where tiles are gone, sandbanks at its ends, bridges."""
    colours = look.colours
    banks = sandbanks(view)
    dry = {space for first, last in banks for space in range(first, last + 1)}
    waves = [shown["space"] for shown in view["path"] if "item" not in shown]
    parts = [pen(way(layout.places), colours["chart-shallows"], 64)]
    parts += [
        pen(f"M{written(wave_at(layout, space))}{SHAPES['waves']}", colours["chart-wave"], 2.6)
        for space in waves
        if space not in dry
    ]
    for first, last in banks:
        shape = stretch(layout, first, last)
        parts.append(pen(shape, colours["land-edge"], 40))
        parts.append(pen(shape, colours["land"], 35))
    for gap in view["gaps"]:
        if gap["bridged"] and gap["last"] > gap["first"]:
            parts.append(planks(stretch(layout, gap["first"], gap["last"]), 17, 11, "6 3", look))
    for space in view["bridges"]:
        parts.append(planks(stretch(layout, space, space), 40, 31, "9.2 2.4", look))
    return joined(parts)


def sandbanks(view: View) -> list[tuple[int, int]]:
    """The stretches without tiles at both ends, which cost nothing to cross."""
    tiles = [shown["space"] for shown in view["path"] if "item" in shown]
    if not tiles:
        return [(1, MAINLAND - 1)]
    ends = [(1, tiles[0] - 1), (tiles[-1] + 1, MAINLAND - 1)]
    return [(first, last) for first, last in ends if first <= last]


def wave_at(layout: Layout, space: int) -> Point:
    """The middle of a wave: in a turn of the path, away from the corner."""
    before, here, after = layout.places[space - 1 : space + 2]
    if before.y == after.y:
        return here
    return Point(here.x + (-8 if here.x > layout.width / 2 else 8), here.y)


def planks(shape: str, outer: float, inner: float, dashes: str, look: Look) -> str:
    """A bridge: planks between two rails."""
    rail = line(shape, look.colours["plank-dark"], outer)
    return rail + line(shape, look.colours["plank"], inner, stroke_dasharray=dashes)


def shores(layout: Layout, look: Look) -> str:
    """Atlantis with its temple, half drowned, and the mainland with its hills."""
    colours = look.colours
    atlantis, mainland = SHAPES["atlantis"], SHAPES["mainland"]
    edge: Style = {"fill": colours["land"], "stroke": colours["land-edge"], "stroke_width": 3}
    picture: Style = {"fill": colours["land-picture"], "fill_opacity": 0.42}

    def name(code: str, x: float, y: float, anchor: str) -> str:
        text = look.texts.fill(f"place.{code}")
        return letters(text, x, y, 21, colours["ink"], "italic", anchor, colours["land"])

    return placed(
        path(atlantis["land"], **edge)
        + path(atlantis["picture"], **picture)
        + pen(atlantis["ripple"], colours["chart-wave"], 3)
        + name("atlantis", 16, 18, "start"),
        *layout.atlantis,
    ) + placed(
        path(mainland["land"], **edge)
        + path(mainland["picture"], **picture)
        + name("mainland", 462, 22, "end"),
        *layout.mainland,
    )


def tile(shown: View, is_taken: bool, look: Look) -> str:
    """A tile of the path around 0, 0: item and value, and what is seen of a tile below it."""
    below = shown.get("covered", "")
    lower = lower_tile(below, shown["back"], look) if below else ""
    return lower + upper_tile(shown, len(below) > 1, is_taken, look)


def face(item: str, look: Look) -> tuple[str, str]:
    """The colours of a plate and of what is drawn on it; by night they change places."""
    tint, ink = look.colours[f"face-{item}"], look.colours["face-ink"]
    return (ink, tint) if look.is_dark else (tint, ink)


def upper_tile(shown: View, is_short: bool, is_taken: bool, look: Look) -> str:
    """The tile that lies on top."""
    item, value = shown["item"], shown["value"]
    tint, sign = face(item, look)
    height = TILE_HEIGHT - LOWER_FACE * is_short
    inside = LEFT + 3.5, TOP + 3.5, TILE_WIDTH - 7, height - 7
    rim = path(ring(*inside, 5, 1.4), fill=sign, fill_opacity=0.4, fill_rule="evenodd")
    if shown["back"] == "B":
        rim = path(dots(*inside, 5.5, 1.9), fill=sign, fill_opacity=0.6)
    size, y = (27.0, 4) if is_short else (33.0, 11)
    if is_taken:  # the value steps aside for a figure
        size, y = size * 0.84, y + (10 if is_short else 13)
    icon_top = TOP + (5 if is_short else 9)
    edge = look.colours["face-rim"]
    return (
        plate((LEFT, TOP, TILE_WIDTH, height), 8, tint, edge, 1.5)
        + rim
        + item_sign(item, LEFT + 7, icon_top, 36 if is_short else 42, sign)
        + letters(str(value), 24 + 2 * is_taken, y, size, sign, "serif", "middle")
    )


def lower_tile(below: str, back: str, look: Look) -> str:
    """What is seen of the tile below: its face if it is known, else its edge."""
    edge = look.colours["face-rim"]
    left, width = LEFT + 3, TILE_WIDTH - 6
    if len(below) == 1:
        dashes: Style = {"stroke_dasharray": "9 5"}
        if back == "B":
            dashes = {"stroke_dasharray": "0.1 6", "stroke_linecap": "round"}
        area = left, TOP + 12, width, TILE_HEIGHT - 4
        shade = plate(area, 8, look.colours["stack-edge"], edge, 1.5)
        pattern = f"M{LEFT + 11} 34.5H{-LEFT - 11}"
        return shade + line(pattern, look.colours["white"], 2.3, stroke_opacity=0.55, **dashes)
    item, value = below[:-1], below[-1]
    tint, sign = face(item, look)
    return (
        plate((left, TOP + 16, width, TILE_HEIGHT - 7), 7, tint, edge, 1.5)
        + item_sign(item, -24, 17.5, 20, sign)
        + letters(value, 14, 34, 20, sign, "serif", "middle")
    )


def item_sign(item: str, x: float, y: float, size: float, colour: str) -> str:
    """The silhouette of an item in a square."""
    return placed(path(SHAPES["items"][item], fill=colour, fill_rule="evenodd"), x, y, size / 32)


def numbers(view: View, layout: Layout, look: Look) -> str:
    """The number of every fifth space, at the corner of its tile."""
    ink, sea = look.colours["ink"], look.colours["chart-shallows"]
    parts = []
    for shown in view["path"]:
        if shown["space"] % NUMBERED == 0:
            x, y = layout.places[shown["space"]]
            text = str(shown["space"])
            parts.append(letters(text, x + LEFT + 5, y + TOP + 3, 13, ink, "sans", "start", sea))
    return joined(parts)


def price(gap: View, layout: Layout, look: Look) -> str:
    """What crossing a gap costs, in its middle."""
    x, y = layout.places[(gap["first"] + gap["last"]) // 2]
    colours = look.colours
    return disc(
        x, y, RADIUS, fill=colours["paper-raised"], stroke=colours["chart-wave"], stroke_width=2
    ) + letters(str(gap["price"]), x, y + 7.5, 21, colours["ink"], "sans", "middle")


def halo(is_moving: bool, look: Look) -> str:
    """The light round the figure that is on its way."""
    if not is_moving:
        return ""
    return disc(0, -17, 24, fill=look.colours["glow"], fill_opacity=0.55)


def runner(colour: str, letter: str, look: Look) -> str:
    """A figure with its feet at 0, 0: a runner behind a shield of the player's shape and colour."""
    colours, shapes = look.colours, SHAPES["runner"]
    ink = {"white": colours["figure-edge"], "black": colours["white"]}
    body: Style = {"fill": colours["figure-edge"], "stroke": colours["white"], "stroke_width": 1.2}
    size, y = (16.5, -7) if colour == "black" else (19, -9.5)
    return (
        joined(path(shapes[part], **body) for part in ("robe", "head", "crest"))
        + shield(colour, look)
        + letters(letter, 0, y, size, ink.get(colour, colours["clay-ink"]), "sans", "middle")
    )


def shield(colour: str, look: Look) -> str:
    """The shield alone, which stands for a player."""
    colours, shape = look.colours, SHAPES["shields"][colour]
    return pen(shape, colours["figure-edge"], 4.5) + path(
        shape, fill=colours[colour], stroke=colours["white"], stroke_width=1.8
    )
