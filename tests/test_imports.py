"""Who may import whom: cli and services stand on bots and games, those stand on the core."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "atlantis_games"
SOURCES = sorted(PACKAGE.rglob("*.py"))


def is_for_types_only(node: ast.AST) -> bool:
    """Templates name a game's modules for the type checker; which game it is, is bound later."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imports(file: Path) -> set[str]:
    """Everything a file imports when it runs, anywhere in it."""
    found = set()
    tree = ast.parse(file.read_text("utf-8"))
    tree.body = [node for node in tree.body if not is_for_types_only(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def room(file: Path) -> str:
    """The folder, or the file, below the package."""
    return file.relative_to(PACKAGE).parts[0]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_one_way(file: Path) -> None:
    names = imports(file)
    if room(file) == "core":
        outside = {
            n for n in names if n.startswith("atlantis_games.") and "atlantis_games.core" not in n
        }
        assert outside <= {"atlantis_games.games.GAMES"}
    if room(file) == "bots":
        assert not any(
            name.startswith(("atlantis_games.games", "atlantis_games.arena")) for name in names
        )
    if room(file) != "cli.py":
        assert not any(name.startswith("atlantis_games") for name in names)
    if room(file) == "games":
        assert all(
            "atlantis_games.core" in n or "atlantis_games.games" in n
            for n in names
            if "atlantis" in n
        )
        game = file.relative_to(PACKAGE).parts[1]
        others = {"causeway", "escape"} - {game}
        if game in {"causeway", "escape"}:
            assert not any(f"games.{other}" in name for name in names for other in others)
    if file.name != "kernel.py":
        assert not any(name.split(".")[0] in {"numba", "llvmlite"} for name in names)


def test_help_and_the_package_itself_do_not_load_numba() -> None:
    code = "import sys, atlantis_games, atlantis_games.cli.main; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


RESEARCH = {"pettingzoo", "gymnasium", "pyspiel", "open_spiel", "pyarrow", "torch"}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_only_the_lab_imports_research_libraries_and_only_the_command_line_the_lab(
    file: Path,
) -> None:
    names = imports(file)
    if room(file) != "lab":
        assert not {name.split(".")[0] for name in names} & RESEARCH
        assert room(file) == "cli.py" or not any(n.startswith("atlantis_games.lab") for n in names)
    else:
        assert not any(n.startswith(("atlantis_games", "atlantis_games.arena")) for n in names)


def test_a_batch_needs_no_research_library() -> None:
    code = "import sys, atlantis_games.lab.batch; sys.exit(bool(set(sys.modules) & set(sys.argv[1:])))"
    subprocess.run([sys.executable, "-c", code, *sorted(RESEARCH)], check=True)
