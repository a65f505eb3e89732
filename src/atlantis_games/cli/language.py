"""The language of the terminal: `--language`, else the environment's locale, else English."""

from __future__ import annotations

import os
import re

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.texts import LANGUAGES, Texts, texts_in

ENGLISH = "en"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as in POSIX


def language_of(locale: str) -> str | None:
    """The language of a locale such as `de_AT.UTF-8`, if there are texts in it."""
    code = re.split(r"[-_.@]", locale.strip().lower())[0]
    return code if code in LANGUAGES else None


def chosen_language(wanted: str | None) -> str:
    """The language to speak: the one that is asked for, else that of the environment."""
    if wanted is not None:
        language = language_of(wanted)
        if language is None:
            known = ", ".join(LANGUAGES)
            raise BadRequest(f"There is no language {wanted!r}; there are {known}.")
        return language
    locale = next(filter(None, map(os.environ.get, VARIABLES)), "")
    return language_of(locale) or ENGLISH


def house_texts(wanted: str | None) -> Texts:
    """The sentences that belong to no game, in the language to speak."""
    return texts_in(chosen_language(wanted))
