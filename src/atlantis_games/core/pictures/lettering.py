"""Text as outlines, so that a picture looks the same on a machine without any font.

The fonts are those that Matplotlib brings along.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from atlantis_games.core.pictures.drawing import number_of_scale, path, pen, placed

FACES = {
    "sans": "DejaVuSans-Bold.ttf",
    "text": "DejaVuSans.ttf",
    "serif": "STIXGeneralBol.ttf",
    "italic": "STIXGeneralBolIta.ttf",
    "mono": "DejaVuSansMono.ttf",
}
SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a word stands before its anchor
ELLIPSIS = "…"
LEFT_TO_RIGHT = {"L", "EN", "ES", "ET", "CS", "WS", "ON"}  # classes of characters (UAX 9)


class Font(NamedTuple):
    """A font that is open."""

    glyphs: Any
    names: dict[int, str]  # of the glyphs, by character
    widths: dict[str, tuple[int, int]]
    units: int  # of an em


class Outline(NamedTuple):
    """A text as one path, in ems; y grows downwards from the line it stands on."""

    shape: str
    width: float
    scale: float  # from the units of the path to ems


@cache
def font(face: str) -> Font:
    """A font by its role. It is read, not loaded with Matplotlib, which would take a second."""
    from fontTools.ttLib import TTFont

    spec = find_spec("matplotlib")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    opened = TTFont(folder / FACES[face], lazy=True)
    widths = opened["hmtx"].metrics
    return Font(opened.getGlyphSet(), opened.getBestCmap(), widths, opened["head"].unitsPerEm)


@lru_cache(4096)
def glyph(face: str, character: str, at: int) -> str:
    """The outline of a character so many units from the beginning of its text."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    found = font(face)
    shape = SVGPathPen(found.glyphs, ntos=lambda value: str(round(value)))
    found.glyphs[found.names[ord(character)]].draw(TransformPen(shape, (1, 0, 0, -1, at, 0)))
    return str(shape.getCommands())


@lru_cache(2048)
def outline(text: str, face: str) -> Outline:
    """A text as a path. Characters that the font does not have are left out."""
    found, shape, at = font(face), [], 0
    for character in unicodedata.normalize("NFC", text):
        name = found.names.get(ord(character))
        if name is not None:
            shape.append(glyph(face, character, at))
            at += found.widths[name][0]
    return Outline("".join(shape), at / found.units, 1 / found.units)


def can_letter(text: str, face: str = "sans") -> bool:
    """Whether a text can be drawn as it should be read: no emoji, no joined letters."""
    names = font(face).names
    return all(
        ord(character) in names and unicodedata.bidirectional(character) in LEFT_TO_RIGHT
        for character in unicodedata.normalize("NFC", text)
    )


def width_of(text: str, size: float, face: str = "sans") -> float:
    """How wide a text is."""
    return outline(text, face).width * size


def shortened(text: str, size: float, room: float, face: str = "sans") -> str:
    """A text, with its end cut off if it is wider than there is room."""
    if width_of(text, size, face) <= room:
        return text
    while text and width_of(text + ELLIPSIS, size, face) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def wrapped(text: str, size: float, room: float, face: str, max_lines: int) -> list[str]:
    """A text in lines that fit; what is too much is cut off."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > max_lines:
        lines[max_lines - 1 :] = [" ".join(lines[max_lines - 1 :])]
    return [shortened(each, size, room, face) for each in lines]


def letters(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    face: str = "sans",
    anchor: str = "start",
    halo: str = "",
) -> str:
    """A text that stands on y and begins, has its middle or ends at x; a halo sets it apart."""
    found = outline(text, face)
    left = x - found.width * size * SHARES[anchor]
    behind = pen(found.shape, halo, 0.2 / found.scale) if halo else ""
    scale = float(number_of_scale(size * found.scale))
    return placed(behind + path(found.shape, fill=colour), left, y, scale)
