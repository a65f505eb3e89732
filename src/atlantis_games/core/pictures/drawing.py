"""SVG elements, and a drawing that is made of them."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

NAMESPACE = "http://www.w3.org/2000/svg"
Style: TypeAlias = dict[str, str | float]  # `stroke_width` and so on
FRAME = 'xmlns="{}" role="img" width="{}" height="{}" viewBox="0 0 {} {}"'


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG elements that fill a rectangle from 0, 0."""

    width: float
    height: float
    body: str

    def svg(self, title: str = "") -> str:
        """A whole SVG document; the title is what somebody hears who cannot see it."""
        size = number(self.width), number(self.height)
        named = f"<title>{html.escape(title)}</title>" if title else ""
        return f"<svg {FRAME.format(NAMESPACE, *size, *size)}>{named}{self.body}</svg>"

    def fitted(self, x: float, y: float, width: float, height: float) -> str:
        """The drawing as large as a box allows, in its middle."""
        scale = min(width / self.width, height / self.height)
        left = x + (width - self.width * scale) / 2
        top = y + (height - self.height * scale) / 2
        return placed(self.body, left, top, scale)


def number(value: float) -> str:
    """A coordinate, as short as it can be written to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(style: Style) -> str:
    """What an element looks like: `stroke_width=2` becomes `stroke-width="2"`."""
    return "".join(
        f' {name.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in style.items()
    )


def path(shape: str, **style: str | float) -> str:
    """A path; nothing for an empty shape."""
    return f'<path d="{shape}"{attributes(style)}/>' if shape else ""


def line(shape: str, colour: str, width: float, **style: str | float) -> str:
    """A path that is drawn with a pen and not filled."""
    return path(shape, fill="none", stroke=colour, stroke_width=width, **style)


def pen(shape: str, colour: str, width: float, **style: str | float) -> str:
    """A line with round ends and corners."""
    return line(shape, colour, width, stroke_linecap="round", stroke_linejoin="round", **style)


def box(
    x: float, y: float, width: float, height: float, round_by: float = 0, **style: str | float
) -> str:
    """A rectangle, with round corners if asked for."""
    place: Style = {"x": x, "y": y, "width": width, "height": height}
    if round_by:
        place["rx"] = round_by
    return f"<rect{attributes(place | style)}/>"


def plate(
    area: tuple[float, float, float, float], round_by: float, fill: str, edge: str, width: float
) -> str:
    """A rectangle (x, y, width, height) with an edge: two filled ones, which are drawn sooner."""
    (x, y, across, down), half = area, width / 2
    outer = box(x - half, y - half, across + width, down + width, round_by + half, fill=edge)
    inner = box(x + half, y + half, across - width, down - width, round_by - half, fill=fill)
    return outer + inner


@lru_cache(64)
def ring(x: float, y: float, width: float, height: float, round_by: float, pen_width: float) -> str:
    """The line round a rectangle with round corners as a shape to be filled by `evenodd`."""

    def around(more: float) -> str:
        by = number(round_by + more)
        corner = f"a{by} {by} 0 0 1 "
        across, down = number(width - 2 * round_by), number(height - 2 * round_by)
        return (
            f"M{number(x + round_by)} {number(y - more)}h{across}{corner}{by} {by}v{down}"
            f"{corner}-{by} {by}h-{across}{corner}-{by}-{by}v-{down}{corner}{by}-{by}z"
        )

    return around(pen_width / 2) + around(-pen_width / 2)


@lru_cache(64)
def dots(x: float, y: float, width: float, height: float, apart: float, size: float) -> str:
    """Small squares along the sides of a rectangle, as a shape to be filled."""
    columns, rows = round(width / apart), round(height / apart)
    across = [x + width * place / columns for place in range(columns + 1)]
    down = [y + height * place / rows for place in range(1, rows)]
    spots = [(at, side) for at in across for side in (y, y + height)]
    spots += [(side, at) for at in down for side in (x, x + width)]
    square = f"h{number(size)}v{number(size)}h-{number(size)}z"
    return "".join(
        f"M{number(across_at - size / 2)} {number(down_at - size / 2)}{square}"
        for across_at, down_at in spots
    )


def disc(x: float, y: float, radius: float, **style: str | float) -> str:
    """A circle."""
    place: Style = {"cx": x, "cy": y, "r": radius}
    return f"<circle{attributes(place | style)}/>"


def placed(body: str, x: float, y: float, scale: float = 1.0) -> str:
    """Elements moved to a place, and scaled there."""
    sized = "" if scale == 1 else f" scale({number_of_scale(scale)})"
    return f'<g transform="translate({number(x)} {number(y)}){sized}">{body}</g>'


def number_of_scale(scale: float) -> str:
    """A scale, exact enough to be multiplied with large numbers."""
    return f"{scale:.5g}"


def joined(parts: Iterable[str]) -> str:
    """Elements one after another: the later ones are drawn over the earlier ones."""
    return "".join(parts)
