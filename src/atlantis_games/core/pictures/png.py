"""PNG from SVG, by resvg. It holds Python's lock meanwhile: a server lets another process do it."""

from __future__ import annotations


def png(svg: str, width: int | None = None, height: int | None = None) -> bytes:
    """A picture as PNG; with one size given, the other follows from its shape."""
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True))
