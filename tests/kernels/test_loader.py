"""The loader: files in `per_game/` are executed once per game and never imported."""

from __future__ import annotations

import importlib
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from atlantis_games import Game
from atlantis_games.kernels import prepare
from atlantis_games.kernels.loader import BOUND, FOLDER, MODULES, GameKernels
from games.engines import all_games

FILES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")


@pytest.mark.parametrize("name", FILES)
def test_a_file_per_game_cannot_be_imported(name: str) -> None:
    with pytest.raises(ImportError, match=r"is loaded once per game: use game.kernels\(...\)"):
        importlib.import_module(f"atlantis_games.kernels.per_game.{name}")


def test_every_file_can_be_asked_for_or_is_bound_in_others() -> None:
    bound = {name for names in BOUND.values() for name in names}
    assert set(FILES) == set(BOUND)
    assert set(MODULES) == set(FILES) - (bound - set(MODULES))
    for name in FILES:
        text = (FOLDER / f"{name}.py").read_text()
        assert set(re.findall(r'bound\(globals\(\), "(\w+)"\)', text)) == set(BOUND[name])


@all_games
def test_a_module_is_loaded_and_prepared_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = []
    monkeypatch.setattr(prepare, "prepare", lambda game, module, loaded: prepared.append(module))
    kernels = GameKernels(game.name, game.rules, game.evaluation, game.observation)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(kernels, ["search"] * 8))
    assert len(found) == 1
    assert prepared == ["search"]
    assert kernels("contest").search is kernels("search")
    assert prepared == ["search", "contest"]
    assert Path(kernels("search").__file__) == FOLDER / "search.py"
    assert kernels("search").rules is game.rules


@all_games
def test_a_failure_is_not_taken_for_prepared(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("interrupted")

    kernels = GameKernels(game.name, game.rules, game.evaluation, game.observation)
    with monkeypatch.context() as patched:
        patched.setattr(prepare, "prepare", fail)
        with pytest.raises(RuntimeError, match="interrupted"):
            kernels("search")
    monkeypatch.setattr(prepare, "prepare", lambda game, module, loaded: None)
    assert kernels("search").rules is game.rules
