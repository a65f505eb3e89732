"""Sentences for people by code, in every language: the JSON files in `locales` folders.

A sentence has {names} for its values, and may have one form for each plural of the value `n`. A
value that is itself a word is translated: where `item` is `crown` and there is a text `item.crown`,
that text is put in its place. The page reads the same files by the same rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

HOUSE = Path(__file__).parent.parent / "locales"
LANGUAGES = tuple(sorted((folder.name for folder in HOUSE.iterdir()), key=lambda x: (x != "en", x)))

PREFIXES = {"errors": "error.", "lessons": "lesson."}  # of the codes in these files

Sentence: TypeAlias = str | dict[str, str]


class Texts:
    """The sentences of one language: those of the house, and of a game if one is given.

    >>> texts = Texts({"item.crown": "Krone", "log.draw": "Karte gezogen: {item}."})
    >>> texts.fill("log.draw", {"item": "crown"})
    'Karte gezogen: Krone.'
    """

    def __init__(self, sentences: Mapping[str, Sentence]) -> None:
        self.sentences = sentences

    def __contains__(self, code: str) -> bool:
        return code in self.sentences

    def fill(self, code: str, values: Mapping[str, str | int] | None = None) -> str:
        """A sentence with its values put in; the code itself where there is no such sentence."""
        values = values or {}
        found = self.sentences.get(code, code)
        if not isinstance(found, str):
            found = found["one" if values.get("n") == 1 else "other"]
        return re.sub(r"\{(\w+)\}", lambda part: self.word(part[1], values), found)

    def word(self, name: str, values: Mapping[str, str | int]) -> str:
        """A value as it stands in a sentence."""
        if name not in values:
            return "{" + name + "}"
        word = self.sentences.get(f"{name}.{values[name]}")
        return word if isinstance(word, str) else str(values[name])


@cache
def texts_in(language: str, *folders: Path) -> Texts:
    """The texts of a language, those of later folders before those of earlier ones and the house.

    Where a folder does not have the language, its English is taken.
    """
    sentences: dict[str, Sentence] = {}
    for folder in (HOUSE, *folders):
        chosen = folder / language
        for file in sorted((chosen if chosen.is_dir() else folder / "en").glob("*.json")):
            prefix = PREFIXES.get(file.stem, "")
            found = json.loads(file.read_text("utf-8"))
            sentences |= {prefix + code: sentence for code, sentence in found.items()}
    return Texts(sentences)
