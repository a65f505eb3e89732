"""Which language the terminal speaks, and that it has every sentence in each."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from atlantis_games.cli.language import VARIABLES, chosen_language
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.texts import LANGUAGES

PACKAGE = Path(__file__).parents[2] / "src" / "atlantis_games"


@pytest.mark.parametrize(
    ("wanted", "variables", "language"),
    [
        (None, {}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE"}, "nl"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LC_ALL": "", "LANG": "de@euro"}, "de"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        ("nl", {"LANG": "de_DE.UTF-8"}, "nl"),
        ("de-AT", {}, "de"),
    ],
)
def test_the_option_comes_before_the_environment(
    wanted: str | None,
    variables: dict[str, str],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert chosen_language(wanted) == language


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(BadRequest, match="no language 'fr'"):
        chosen_language("fr")


def sentences(language: str) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = json.loads(
        (PACKAGE / "locales" / language / "terminal.json").read_text("utf-8")
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences_with_the_same_values(language: str) -> None:
    english, other = sentences("en"), sentences(language)
    assert list(english) == list(other)
    for code, sentence in english.items():
        assert type(sentence) is type(other[code])
        values = [set(re.findall(r"\{(\w+)\}", str(text))) for text in (sentence, other[code])]
        assert values[0] == values[1], code


def test_every_sentence_is_used() -> None:
    sources = "\n".join(file.read_text("utf-8") for file in (PACKAGE / "cli").glob("*.py"))
    for code in sentences("en"):
        assembled = re.sub(r"column\..*", "column.{", re.sub(r"\w+-rate", "{code}-rate", code))
        assert f'"{code}"' in sources or assembled in sources, code
