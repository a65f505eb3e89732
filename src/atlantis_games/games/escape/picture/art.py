"""Animals, boats and people, each round 0, 0."""

from __future__ import annotations

from atlantis_games.core.pictures.drawing import disc, joined, line, path, pen
from atlantis_games.core.pictures.look import Look
from atlantis_games.games.escape.picture.layout import SHAPES
from atlantis_games.games.escape.picture.pieces import Piece
from atlantis_games.games.escape.tables import COLOURS

TIRED = 0.5  # how much colour is left of somebody who has swum this turn


def piece_art(piece: Piece, look: Look) -> str:
    """The picture of a piece."""
    if piece.what == "boat":
        return boat(look)
    if piece.seat >= 0:
        return person(COLOURS[piece.seat], look, piece.what, piece.state)
    return animal(piece.what, look)


def animal(kind: str, look: Look) -> str:
    """A black figure with fine lines scratched into it, as on pottery."""
    art, colours = SHAPES["animals"][kind], look.colours
    coat, cut, rim = colours[kind], colours["animal-cut"], colours["animal-rim"]
    is_round_eyed = kind == "kraken"
    parts = [pen(art["body"], rim, 3)]
    if art["limbs"]:
        parts += [pen(art["limbs"], rim, 6), pen(art["limbs"], coat, 3.3)]
    parts += [path(art["body"], fill=coat), pen(art["cuts"], cut, 0.9)]
    for x, y in art["eyes"]:
        parts.append(disc(x, y, 2.1 if is_round_eyed else 1.5, fill=cut))
        if is_round_eyed:
            parts.append(disc(x, y + 0.3, 0.9, fill=coat))
    return joined(parts)


def boat(look: Look) -> str:
    """A galley from the side."""
    art, colours = SHAPES["boat"], look.colours
    return (
        pen(art["oars"], colours["wood"], 1.3)
        + pen(art["hull"], colours["boat-rim"], 2.4)
        + path(art["hull"], fill=colours["wood"])
        + line(art["stripe"], colours["boat-stripe"], 1.5, stroke_dasharray="2.6 1.6")
        + disc(11, 1.2, 1.5, fill=colours["boat-eye"])
    )


def person(colour: str, look: Look, footing: str = "aboard", state: str = "") -> str:
    """A shield of the player's shape with a head above it; of a swimmer what the water leaves."""
    art, colours = SHAPES["person"], look.colours
    is_afloat = footing == "water"
    figure = art["head"] + art["afloat" if is_afloat else "shields"][colour]
    left = TIRED if state else 1.0
    rim, paint = pen(figure, colours[f"{colour}-edge"], 2.6), path(figure, fill=colours[colour])
    if state:
        rim = pen(figure, colours[f"{colour}-edge"], 2.6, stroke_opacity=left)
        paint = path(figure, fill=colours[colour], fill_opacity=left)
    parts = [rim, paint]
    if footing == "land":
        shade = '<ellipse cy="7.6" rx="6.4" ry="1.9" fill="#140a00" fill-opacity="0.3"/>'
        parts.insert(0, shade)
    if is_afloat:
        first, second = art["waves"]
        parts += [pen(first, colours["wave"], 1.7), pen(second, colours["wave"], 1.2)]
        if state == "jumped":
            parts.append(pen(art["drops"], colours["wave"], 1.4))
    return joined(parts)
