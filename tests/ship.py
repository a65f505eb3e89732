"""Compiles what a platform wheel brings: `python -m ship build/compiled`.

Kernels are compiled for a kind of processor instead of the one that is here (kernels/shipped.py),
in an empty folder. Then every one is loaded and used once, and what nobody loaded is removed:
kernels that only other kernels call are contained in those.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from numba.core import event
from numba.core.caching import IndexDataCacheFile

from atlantis_games.games import GAMES
from atlantis_games.kernels.loader import MODULES
from atlantis_games.kernels.shipped import baseline

PRUNE = "--prune"


def ship(folder: Path) -> None:
    """Fills a folder with the compiled kernels of every game."""
    kind = baseline()
    if kind is None:
        sys.exit("This processor lacks what shipped kernels need: build the wheel on another.")
    shutil.rmtree(folder, ignore_errors=True)
    settings = {**os.environ, **kind.settings, "ATLANTIS_CACHE": str(folder)}
    compiler = [sys.executable, "-m", "atlantis_games", "prepare", "--all"]
    subprocess.run(compiler, env=settings, check=True)
    subprocess.run([sys.executable, "-m", "ship", PRUNE, folder], env=settings, check=True)


def prune(folder: Path) -> None:
    """Removes what is not loaded when every kernel is used from Python."""
    loaded: set[str] = set()
    load: Any = IndexDataCacheFile._load_data

    def remember(self: IndexDataCacheFile, name: str) -> Any:
        loaded.update({self._data_path(name), self._index_path})  # type: ignore[no-untyped-call]
        return load(self, name)

    IndexDataCacheFile._load_data = remember  # type: ignore[method-assign]
    with event.install_recorder("numba:compile") as compilations:
        for game in GAMES.values():
            for module in MODULES:
                game.kernels(module).warm_up(game)
    if compilations.buffer:
        sys.exit("Not every kernel was compiled ahead: see `warm_up` in kernels/per_game/.")
    for file in folder.glob("*/*"):
        if str(file) not in loaded and file.suffix != ".ready":
            file.unlink()
    for place in folder.iterdir():
        if not any(place.iterdir()):
            place.rmdir()


if __name__ == "__main__":
    place = Path(sys.argv[-1]).resolve()
    prune(place) if PRUNE in sys.argv else ship(place)
