"""The documents tell the truth: commands, options, rule numbers and counts in them exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer

from atlantis_games import Game
from atlantis_games.cli.main import app
from atlantis_games.games import GAMES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "atlantis_games"
DOCUMENTS = [ROOT / "README.md", ROOT / "PACKAGE.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
INTERNAL = {"ATLANTIS_SILENT"}  # a variable for processes that the package starts itself
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def options_of(command: Any) -> set[str]:
    return {name for param in command.params for name in (*param.opts, *param.secondary_opts)}


def examples() -> list[str]:
    """Every command line shown in a document."""
    text = "\n".join(file.read_text("utf-8") for file in DOCUMENTS)
    return re.findall(r"^(?:\$ )?(atlantis .+?)(?:  #.*)?$", text, re.MULTILINE)


@pytest.mark.parametrize("line", examples())
def test_a_command_in_the_documents_exists(line: str) -> None:
    _, name, *words = line.split()
    assert name in COMMANDS
    for word in words:
        if word.startswith("-"):
            assert word in options_of(COMMANDS[name])


def test_every_command_and_option_is_documented() -> None:
    text = (ROOT / "docs" / "command-line.md").read_text("utf-8")
    for name, command in COMMANDS.items():
        assert f"atlantis {name}" in text
        for option in options_of(command):
            if option.startswith("--"):
                assert option in text, f"atlantis {name} {option}"


def test_every_make_target_is_explained_and_every_setting_documented() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"^([a-z]+):", makefile, re.MULTILINE):
        assert re.search(rf"^{target}:.*## \w", makefile, re.MULTILINE), target
    documents = "\n".join(file.read_text("utf-8") for file in DOCUMENTS)
    for source in PACKAGE.rglob("*.py"):
        for setting in re.findall(r"\bATLANTIS_[A-Z]+\b", source.read_text("utf-8")):
            assert setting in documents or setting in INTERNAL


def anchors(game: Game) -> set[str]:
    text = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text("utf-8")
    return set(re.findall(r'<a id="([\d.]+)"></a>', text))


@games
def test_rules_cited_in_code_and_tests_exist(game: Game) -> None:
    files = [*(PACKAGE / "games" / game.name).rglob("*.py")]
    files += [*(ROOT / "tests" / "games" / game.name).glob("*.py")]
    files += [ROOT / "tests" / "reference" / f"{game.name}.py"]
    for file in files:
        for cited in re.findall(r"§(\d+(?:\.\d+)?)", file.read_text("utf-8")):
            assert cited in anchors(game), f"{file.name} cites §{cited}"


@games
def test_every_numbered_rule_is_cited_by_a_test(game: Game) -> None:
    text = "\n".join(
        file.read_text("utf-8") for file in (ROOT / "tests" / "games" / game.name).glob("test_*.py")
    )
    rules = {number for number in anchors(game) if "." in number}
    assert rules - set(re.findall(r"§(\d+\.\d+)", text)) == set()


@games
def test_options_and_action_counts_are_documented(game: Game) -> None:
    text = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text("utf-8")
    for name, option in game.options.items():
        row = next(line for line in text.splitlines() if line.startswith(f"| `{name}`"))
        assert option.default in row
    notation = (ROOT / "docs" / "notation.md").read_text("utf-8")
    assert f"{game.title} ({game.actions:,} actions)" in notation


@games
def test_the_fields_of_observations_are_documented(game: Game) -> None:
    text = (ROOT / "docs" / "lab.md").read_text("utf-8")
    observation = game.observation
    first = text.index(f"### `{game.name}_v{observation.VERSION}`: {observation.LAYOUT.size} bytes")
    chapter = text[first:].partition("\n### ")[0]
    rows = [line for line in chapter.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{field.name}` | {' × '.join(map(str, field.shape))} | {field.about} |"
        for field in observation.LAYOUT.fields
    ]


FOLDERS = (ROOT, PACKAGE, PACKAGE / "server", ROOT / "web", ROOT / "web" / "src", ROOT / "tests")


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/adding-a-game.md"])
def test_files_named_for_developers_exist(name: str) -> None:
    """Every path and file in backticks, but for those with a placeholder in capitals."""
    for named in re.findall(r"`([\w./-]+)`", (ROOT / name).read_text("utf-8")):
        if re.search(r"[A-Z]{4}|…", named) or not re.search(r"/|\.(py|ts|toml|json|md)$", named):
            continue
        places = (folder / named for folder in FOLDERS)
        is_file_name = "/" not in named and any(ROOT.glob(f"[stw]*/**/{named}"))
        assert is_file_name or any(place.exists() for place in places), f"{name}: {named}"


def test_links_between_documents_lead_somewhere() -> None:
    for file in [*DOCUMENTS, ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "rules").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", file.read_text("utf-8")):
            assert (file.parent / target).exists(), f"{file.name}: {target}"


def test_every_test_that_the_security_document_names_exists() -> None:
    """What it promises is held by tests; a test that is renamed must not leave it unheld."""
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    files = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "web" / "src").rglob("*.test.ts")]
    paths = {file.relative_to(ROOT).as_posix() for file in files}
    functions = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    named = re.findall(r"`([\w/.]*test[\w/.]*)`", text)
    assert len(named) > 30
    for name in named:
        if name.endswith((".py", ".ts")):
            assert any(path.endswith(f"/{name}") or path == name for path in paths), name
        elif name.startswith("test_"):
            assert name in functions, name
