"""What people write, as one line of text."""

from __future__ import annotations

import unicodedata


def one_line(text: str) -> str:
    """A text without line breaks and without characters that are invisible or reverse a line."""
    kept = "".join(" " if c.isspace() else c for c in text if unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())
