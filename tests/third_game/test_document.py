"""docs/adding-a-game.md shows the tiny game as it is."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from atlantis_games import Game
from support.tiny_game import SOURCE

PACKAGE = SOURCE / "atlantis_tiny"
DOCUMENT = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("name", "code"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_code_is_shown_as_it_is(name: str, code: str) -> None:
    """Every block is in its file, word for word; `...` stands for what is left out."""
    folder = SOURCE if name == "pyproject.toml" else PACKAGE
    text = (folder / name).read_text("utf-8")
    at = 0
    for part in code.split("\n...\n"):
        at = text.find(part.strip("\n"), at)
        assert at >= 0, f"{name} has no\n{part}"


def test_every_file_is_named() -> None:
    for file in PACKAGE.rglob("*"):
        if file.suffix in {".py", ".md"}:
            assert f"`{file.name}`" in DOCUMENT


def test_every_member_of_a_game_is_shown() -> None:
    shown = next(code for name, code in BLOCKS if name == "__init__.py")
    for field in fields(Game):
        is_optional = not (field.default is MISSING and field.default_factory is MISSING)
        assert f"`{field.name}`" in DOCUMENT if is_optional else f"    {field.name}=" in shown
