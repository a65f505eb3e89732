"""The folder of compiled kernels: a fingerprint of every source that ends up in machine code."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from atlantis_games.games import GAMES
from atlantis_games.kernels import cache
from atlantis_games.kernels import random as random_kernels
from atlantis_games.kernels.cache import PACKAGE, cache_folder, package_of, sources, used
from atlantis_games.kernels.compiler import COMPILED, LockedCacheFile
from atlantis_games.kernels.random import below

KERNELS = "from tiny.tables import SIZE\n\n@kernel\ndef size(state):\n    return SIZE\n"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A package with one kernel, whose constants come through two files from a third."""
    files = {
        "tiny/__init__.py": "from tiny.view import draw\n",
        "tiny/rules/__init__.py": "",
        "tiny/rules/chapters.py": KERNELS,
        "tiny/tables.py": "from .board import BOARD\n\nSIZE = len(BOARD)\n",
        "tiny/board.py": "BOARD = read('board.toml')\n",
        "tiny/board.toml": "size = 1\n",
        "tiny/other.toml": "size = 1\n",
        "tiny/view.py": "def draw(): ...\n",
    }
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "tiny"


def test_sources_are_what_a_file_imports_and_the_data_it_names(tiny: Path) -> None:
    chapters = tiny / "rules" / "chapters.py"
    names = sorted(file.relative_to(tiny).as_posix() for file in sources([chapters]))
    assert names == ["board.py", "board.toml", "rules/chapters.py", "tables.py"]
    assert package_of(chapters) == tiny


def test_a_library_beside_an_installed_package_is_not_one_of_its_sources(tiny: Path) -> None:
    chapters = tiny / "rules" / "chapters.py"
    before = sources([chapters])
    (tiny.parent / "numba").mkdir()
    (tiny.parent / "numba" / "__init__.py").touch()
    (tiny.parent / "rich.py").touch()
    chapters.write_text(f"import numba\nfrom rich import print\n{KERNELS}")
    used.cache_clear()
    assert sources([chapters]) == before


def test_sources_of_a_game_are_its_rules_and_shared_kernels_but_no_other_game() -> None:
    for name, game in GAMES.items():
        found = {file.relative_to(PACKAGE).as_posix() for file in sources(game_files(name))}
        assert {"core/actors.py", "kernels/bots.py", "kernels/per_game/search.py"} <= found
        assert f"games/{name}/evaluation.py" in found
        assert f"games/{name}/observation.py" not in found  # search does not use it
        assert all(file.startswith((f"games/{name}/", "core/", "kernels/")) for file in found)
        assert "core/contract.py" not in found
        assert game.kernels.folder("search") != game.kernels.folder("engine")
    board = PACKAGE / "games" / "escape" / "board.toml"
    assert board in sources(game_files("escape"))


def game_files(name: str) -> tuple[Path, ...]:
    """The files of a game's search kernels."""
    kernels: Any = GAMES[name].kernels
    files: tuple[Path, ...] = kernels.files("search")
    return files


def test_copies_of_a_package_share_what_they_compiled(tiny: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(tiny, tmp_path / "elsewhere" / "tiny")
    chapters = Path("rules", "chapters.py")
    assert cache_folder(tiny / chapters) == cache_folder(copy / chapters)
    assert cache_folder(tiny / chapters) != cache_folder(tiny / chapters, tiny / "view.py")


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("rules/chapters.py", True),
        ("tables.py", True),
        ("board.py", True),
        ("board.toml", True),
        ("other.toml", False),
        ("view.py", False),
        ("__init__.py", False),
    ],
)
def test_an_edit_changes_the_folder(tiny: Path, name: str, changes: bool) -> None:
    chapters = tiny / "rules" / "chapters.py"
    before = cache_folder(chapters)
    with (tiny / name).open("a") as file:
        file.write("# edited\n")
    cache_folder.cache_clear()
    used.cache_clear()
    assert (cache_folder(chapters) != before) == changes


def test_the_folder_is_in_the_cache_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ATLANTIS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert cache.home() == tmp_path / "atlantis"
    monkeypatch.setenv("ATLANTIS_CACHE", str(tmp_path / "elsewhere"))
    assert cache.home() == tmp_path / "elsewhere"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_compiled_versions_are_saved_under_the_lock() -> None:
    kept: Any = below
    assert isinstance(kept._cache._cache_file, LockedCacheFile)
    assert Path(kept._cache._cache_file._cache_path) == cache_folder(Path(random_kernels.__file__))


def test_two_processes_take_turns(tmp_path: Path) -> None:
    """Each reads a number, waits and writes the next one; without the lock some would be lost."""
    number = tmp_path / "number"
    number.write_text("0")
    code = (
        "import pathlib, sys, time\n"
        "from atlantis_games.kernels.cache import locked\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "for _ in range(20):\n"
        "    with locked(folder / 'lock'):\n"
        "        found = int((folder / 'number').read_text())\n"
        "        time.sleep(0.002)\n"
        "        (folder / 'number').write_text(str(found + 1))\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    assert number.read_text() == "40"
