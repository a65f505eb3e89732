"""A game's own sentences, for a page whose build does not have them."""

from __future__ import annotations

import json
from functools import cache

from atlantis_games.core.contract import Game
from atlantis_games.core.texts import LANGUAGES, Sentence
from atlantis_games.server.errors import RequestRefused


@cache
def own_texts(game: Game, language: str) -> dict[str, Sentence]:
    """The texts in a game's folder; in English where it does not have a known language."""
    if language not in LANGUAGES:
        raise RequestRefused("no-such-language", 404, {"language": language})
    folder = game.folder / "locales" / language
    if not folder.is_dir():
        folder = game.folder / "locales" / "en"
    sentences: dict[str, Sentence] = {}
    for file in sorted(folder.glob("*.json")):
        sentences |= json.loads(file.read_text("utf-8"))
    return sentences
