"""A game as a moving picture: GIF or WebP, from one picture per position. Needs Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterable

from atlantis_games.core.pictures.png import png

FORMATS = {".gif": "GIF", ".webp": "WEBP"}
LAST = 4  # times as long as the others the last picture is shown


def animation(svgs: Iterable[str], width: int, seconds: float, suffix: str) -> bytes:
    """Pictures one after another, each for so many seconds, as a file with this suffix."""
    from PIL import Image

    frames = [Image.open(io.BytesIO(png(svg, width))).convert("RGB") for svg in svgs]
    if suffix == ".gif":  # all pictures share the colours of the last, so that nothing flickers
        palette = frames[-1].quantize(255)
        frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    milliseconds = round(1000 * seconds)
    durations = [milliseconds] * (len(frames) - 1) + [LAST * milliseconds]
    made = io.BytesIO()
    first, *others = frames
    first.save(
        made,
        format=FORMATS[suffix],
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
    )
    return made.getvalue()
