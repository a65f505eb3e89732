"""What people write, as one line of text."""

from __future__ import annotations

import unicodedata

JOINER = "\u200d"  # joins pictures into one, such as the people of a family


def one_line(text: str) -> str:
    """A text without line breaks and without characters that are invisible or reverse a line."""
    kept = "".join(
        " " if c.isspace() else c
        for place, c in enumerate(text)
        if unicodedata.category(c)[0] != "C" or joins_pictures(text, place)
    )
    return " ".join(kept.split())


def joins_pictures(text: str, place: int) -> bool:
    """Whether a character joins the picture before it with the one after it."""
    if text[place] != JOINER or not 0 < place < len(text) - 1:
        return False
    # Before it may also stand the colour of a skin (Sk), or the sign for a coloured picture (Mn).
    before, after = unicodedata.category(text[place - 1]), unicodedata.category(text[place + 1])
    return before in ("So", "Sk", "Mn") and after == "So"
