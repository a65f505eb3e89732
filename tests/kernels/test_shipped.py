"""Compiled kernels that a wheel brings: used where they fit, never written, else compiled anew."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from atlantis_games.games import BUILT_IN
from atlantis_games.kernels.cache import PACKAGE
from atlantis_games.kernels.numba import COMPILED, FITS_HOST, HOST
from atlantis_games.kernels.ship import ship
from atlantis_games.kernels.shipped import BASELINES, SHIPPED, TARGET_FILE, fits, target

GAME = BUILT_IN[0]
# Uses a kernel of a small module, and prints how many were compiled for that.
COUNT = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event): compiled.append(event.data["dispatcher"])
    def on_end(self, event): pass
event.register("numba:compile", Listener())
from atlantis_games.games import game_named
game = game_named("{game}")
game.new()
print(len(compiled))
"""
HIDE = """
import llvmlite.binding as binding
features = dict(binding.get_host_cpu_features())
features["avx2"] = False
binding.get_host_cpu_features = lambda: features
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, as a platform wheel installs it, in a folder that nobody writes to."""
    place = tmp_path_factory.mktemp("site packages ü")
    package = shutil.copytree(
        PACKAGE, place / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__", "page")
    )
    ship(package / "kernels" / "compiled", (GAME,), ("engine",))
    return place


def run(code: str, place: Path, cache: Path, **settings: str) -> int:
    """How many kernels a new process compiles for some code."""
    environment = {**os.environ, "PYTHONPATH": str(place), "ATLANTIS_CACHE": str(cache), **settings}
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[-1])


BEGIN = COUNT.format(game=GAME)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.skipif(not target().cpu, reason="nothing is shipped for this kind of machine")
def test_nothing_is_compiled_where_the_kernels_fit(installed: Path, tmp_path: Path) -> None:
    def files() -> set[Path]:
        return set(installed.rglob("*"))

    before, cache = files(), tmp_path / "cache"
    assert run(BEGIN, installed, cache) == 0
    assert files() == before
    assert not cache.exists() or not list(cache.rglob("*.nbc"))
    assert run(BEGIN, installed, Path("/dev/null/no folder")) == 0


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.skipif(not target().cpu, reason="nothing is shipped for this kind of machine")
def test_they_are_compiled_here_where_a_feature_is_missing_or_another_processor_is_wanted(
    installed: Path, tmp_path: Path
) -> None:
    begin = BEGIN.replace(
        "game.new()", 'import numpy\ngame.kernels.load("engine").actor(numpy.zeros(1, game.record))'
    )
    assert run(begin, installed, tmp_path / "none") == 0
    assert run(HIDE + begin, installed, tmp_path / "hidden") > 0
    assert run(begin, installed, tmp_path / "chosen", NUMBA_CPU_NAME="x86-64") > 0
    assert run(begin, installed, tmp_path / "chosen", NUMBA_CPU_NAME="x86-64") == 0  # and kept


def test_what_was_made_for_other_versions_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("atlantis_games.kernels.shipped.SHIPPED", tmp_path)
    needed = next((features for cpu, features in BASELINES.values() if cpu == target().cpu), [])
    host = dict.fromkeys(needed, True)
    assert not fits(host, True)  # nothing was shipped
    (tmp_path / TARGET_FILE).write_text(json.dumps(target()))
    assert fits(host, True)
    assert fits(host, False) == (not needed)
    (tmp_path / TARGET_FILE).write_text(json.dumps(target()._replace(numba="0.1")))
    assert not fits(host, True)
    (tmp_path / TARGET_FILE).write_text("{")
    assert not fits(host, True)


def test_sources_ship_nothing() -> None:
    assert not SHIPPED.exists()
    assert not FITS_HOST
    assert HOST
