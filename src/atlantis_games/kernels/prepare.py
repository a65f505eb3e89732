"""Compiles kernels before their first use, and says so, since it takes a while.

Run as a program it compiles one game: `python -m atlantis_games.kernels.prepare causeway engine`.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

from atlantis_games.core.contract import Game
from atlantis_games.kernels.numba import CACHE, COMPILED

UNUSED_DAYS = 30  # after which compiled kernels are removed
PLAY = ("engine", "search")  # what a game against bots needs


def marker(game: str, module: str) -> Path:
    """The file that is there once a module has been compiled."""
    return CACHE / f"{game}-{module}.ready"


def is_ready(game: str, module: str) -> bool:
    """Whether a module has been compiled before, or need not be."""
    return not COMPILED or marker(game, module).exists()


def prepare(game: str, module: str, loaded: ModuleType) -> None:
    """Compiles every kernel of a module by using it once, unless that was done before."""
    from atlantis_games.games import game_named

    if not COMPILED:
        return
    if not is_ready(game, module):
        start = time.monotonic()
        title = game_named(game).title
        print(f"Preparing {title} ({module}), once ...", end="", file=sys.stderr, flush=True)
        loaded.warm_up(game_named(game))
        print(f" done in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)
        remove_unused(CACHE.parent)
    with contextlib.suppress(OSError):  # an unwritable folder costs time at every start, no more
        CACHE.mkdir(parents=True, exist_ok=True)
        marker(game, module).touch()


def prepare_all(games: Iterable[Game], modules: tuple[str, ...] = PLAY) -> None:
    """Compiles what is missing, each game in a process of its own.

    That is quicker than one game after the other, and the compiler's memory is given back.
    """
    missing = [game for game in games if not all(is_ready(game.name, part) for part in modules)]
    if not missing:
        return
    start = time.monotonic()
    titles = " and ".join(game.title for game in missing)
    print(f"Preparing {titles} for this machine, once ...", end="", file=sys.stderr, flush=True)
    compilers = [
        subprocess.Popen([sys.executable, "-m", __name__, game.name, *modules]) for game in missing
    ]
    for compiler in compilers:
        compiler.wait()
    print(f" done in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)


def remove_unused(home: Path) -> None:
    """Removes what was compiled from sources that nobody has used for long."""
    for folder in home.glob("*/"):
        if re.fullmatch("(checked-)?[0-9a-f]{16}", folder.name):
            used = max((file.stat().st_mtime for file in folder.glob("*.ready")), default=None)
            if used is not None and time.time() - used > UNUSED_DAYS * 86_400:
                shutil.rmtree(folder, ignore_errors=True)


def main(name: str, *modules: str) -> None:
    """Compiles modules of a game without a word."""
    from atlantis_games.games import game_named

    sys.stderr = None  # the parent reports
    for module in modules:
        game_named(name).kernels(module)


if __name__ == "__main__":
    main(*sys.argv[1:])
