"""What people write, as one line of text."""

from __future__ import annotations

import unicodedata

# Letters and marks that show nothing: Hangul fillers, the empty Braille cell, the mark joiner.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
JOINER = "\u200d"  # joins pictures into one, such as the people of a family
COLOURED = "\ufe0f"  # asks for the coloured look of a picture
MAX_MARKS = 2  # on one letter: more would cover the lines around it


def is_variation_selector(character: str) -> bool:
    """Whether a character only chooses between looks of the one before."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def is_unseen(character: str) -> bool:
    """Whether a character is invisible, or turns lines around."""
    if unicodedata.category(character)[0] == "C" or character in BLANKS:
        return True
    return is_variation_selector(character) or "\u180b" <= character <= "\u180f"


def one_line(text: str) -> str:
    """A text without line breaks, without what cannot be seen, and with few marks on a letter.

    Characters that are written differently and look the same become one (NFC).
    """
    kept: list[str] = []
    marks = 0
    text = unicodedata.normalize("NFC", text)
    for place, character in enumerate(text):
        if character.isspace():
            kept.append(" ")
            marks = 0
        elif not is_unseen(character) or belongs_to_picture(text, place):
            marks = marks + 1 if unicodedata.category(character)[0] == "M" else 0
            if marks <= MAX_MARKS:
                kept.append(character)
    return " ".join("".join(kept).split())


def belongs_to_picture(text: str, place: int) -> bool:
    """Whether a character joins the picture before it with the one after it, or colours it."""
    if place == 0:
        return False
    before = unicodedata.category(text[place - 1])
    if text[place] == COLOURED:
        return before == "So"
    if text[place] != JOINER or place == len(text) - 1:
        return False
    # Before it may also stand the colour of a skin (Sk), or the sign for a coloured picture (Mn).
    return before in ("So", "Sk", "Mn") and unicodedata.category(text[place + 1]) == "So"
