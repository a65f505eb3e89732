"""Refusals: every code has a sentence in every language and stands in the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import atlantis_games.server
from atlantis_games.core.errors import Reason
from atlantis_games.core.texts import LANGUAGES, texts_in
from atlantis_games.server.errors import RequestRefused
from support.raw_client import documented

SOURCES = Path(atlantis_games.server.__file__).parent
CODE = re.compile(r'RequestRefused\(\s*"([a-z-]+)"')
OTHERS = {"not-your-seat", "body-too-large", "too-large", "bad-method"}  # chosen in an expression


def codes() -> set[str]:
    found = {
        code for file in SOURCES.rglob("*.py") for code in CODE.findall(file.read_text("utf-8"))
    }
    return found | OTHERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    texts = texts_in(language)
    assert {code for code in codes() if f"error.{code}" not in texts} == set()


def test_every_code_is_documented_and_none_is_left_over() -> None:
    assert codes() == documented("protocol.md") | documented("security.md")


def test_the_text_is_the_reason_the_detail_or_the_sentence() -> None:
    refused = RequestRefused("bad-chat", values={"max": 300})
    assert refused.text == str(refused) == "A line of chat has from 1 to 300 characters."
    assert RequestRefused("bad-message", detail="No.").problem() == {
        "code": "bad-message",
        "text": "No.",
        "rule": "",
        "values": {},
    }
    reason = Reason("escape", "game-over", "§10")
    problem = RequestRefused("illegal-move", reason=reason).problem()
    assert (problem["reason"], problem["rule"], problem["text"]) == (
        "game-over",
        "§10",
        "The game is over.",
    )
