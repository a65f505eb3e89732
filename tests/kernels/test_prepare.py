"""Kernels are compiled once, kept, and removed when nobody uses them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import ModuleType

import pytest

from atlantis_games.games import GAMES
from atlantis_games.kernels import prepare, shipped
from atlantis_games.kernels.prepare import UNUSED_DAYS, remove_unused


def test_what_nobody_has_used_for_long_is_removed(tmp_path: Path) -> None:
    old = time.time() - (UNUSED_DAYS + 1) * 86_400
    ages = {
        "0" * 16: old,
        "checked-" + "1" * 16: old,
        "2" * 16: time.time(),
        "4" * 16: old,
        "another program's": old,
    }
    for name, used in ages.items():
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (used, used))
    (tmp_path / ("3" * 16)).mkdir()  # just being made
    in_use = tmp_path / ("4" * 16)
    (in_use / "Causeway.ready").touch()  # used today
    os.utime(in_use, (old, old))
    remove_unused(tmp_path)
    kept = {folder.name for folder in tmp_path.iterdir()}
    assert kept == {"2" * 16, "3" * 16, "4" * 16, "another program's"}


def test_a_module_is_prepared_once_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[object] = []
    game, module = next(iter(GAMES.values())), ModuleType("module")
    module.warm_up = calls.append  # type: ignore[attr-defined]
    monkeypatch.setattr(prepare, "COMPILED", True)
    monkeypatch.setattr(game.kernels, "folder", lambda module: tmp_path / "cache")
    prepare.prepare(game, "engine", module)
    prepare.prepare(game, "engine", module)
    assert calls == [game]
    assert prepare.is_ready(game, "engine")
    assert not prepare.is_ready(game, "search")
    reported = capsys.readouterr().err
    assert reported.startswith(f"Preparing {game.title} (engine), once ... done in ")
    assert reported.count("\n") == 1


def test_a_module_that_cannot_be_compiled_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warm_up(game: object) -> None:
        raise RuntimeError("no compiler")

    game, module = next(iter(GAMES.values())), ModuleType("module")
    module.warm_up = warm_up  # type: ignore[attr-defined]
    monkeypatch.setattr(prepare, "COMPILED", True)
    monkeypatch.setattr(game.kernels, "folder", lambda module: tmp_path / "cache")
    with pytest.raises(RuntimeError, match="no compiler"):
        prepare.prepare(game, "engine", module)
    assert not prepare.is_ready(game, "engine")


@pytest.mark.skipif(shipped.baseline() is None, reason="no kernels are shipped for this processor")
def test_a_module_that_came_compiled_is_not_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    game, module = next(iter(GAMES.values())), ModuleType("module")
    module.warm_up = calls.append  # type: ignore[attr-defined]
    monkeypatch.setattr(prepare, "COMPILED", True)
    monkeypatch.setattr(shipped, "SHIPPED", tmp_path / "compiled")
    monkeypatch.setattr(game.kernels, "folder", lambda module: tmp_path / "cache" / "kernels")
    came = tmp_path / "compiled" / "kernels"
    came.mkdir(parents=True)
    assert not prepare.is_ready(game, "engine")
    (came / prepare.marker(game, "engine").name).touch()
    prepare.prepare(game, "engine", module)
    assert prepare.is_ready(game, "engine")
    assert not prepare.is_ready(game, "search")
    assert calls == []
    assert not (tmp_path / "cache").exists()
