"""Compiles kernels before their first use, and says so, since it takes a while."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from atlantis_games.core.contract import Game
from atlantis_games.kernels.cache import DAY, locked
from atlantis_games.kernels.numba import COMPILED

UNUSED_DAYS = 30  # after which compiled kernels are removed
PLAY = ("engine", "search")  # what a game against bots needs
SILENT = "ATLANTIS_SILENT"  # a variable of processes whose parent reports for them


def marker(game: Game, module: str) -> Path:
    """The file that is there once a module has been compiled."""
    return game.kernels.folder(module) / f"{game.name}-{module}.ready"


def is_ready(game: Game, module: str) -> bool:
    """Whether a module has been compiled before, or need not be."""
    return not COMPILED or marker(game, module).exists()


def prepare(game: Game, module: str, loaded: ModuleType) -> None:
    """Compiles every kernel of a module by using it once, unless that was done before."""
    if not COMPILED:
        return
    if module != "engine":
        game.kernels("engine")  # which every other module needs, so that it is reported first
    ready = marker(game, module)
    with contextlib.suppress(OSError):  # an unwritable folder costs time at every start, no more
        ready.parent.mkdir(parents=True, exist_ok=True)
    if not ready.exists():
        with reported(f"{game.title} ({module})"), locked(ready.with_suffix(".lock")):
            loaded.warm_up(game)  # quick if another process did it meanwhile
        remove_unused(ready.parent.parent)
    with contextlib.suppress(OSError):
        ready.touch()


def prepare_all(games: Iterable[Game], modules: tuple[str, ...] = PLAY) -> None:
    """Compiles what is missing, each game in a process of its own.

    That is quicker than one game after the other, and the compiler's memory is given back.
    """
    missing = [game for game in games if not all(is_ready(game, part) for part in modules)]
    if not missing:
        return
    with reported(" and ".join(game.title for game in missing)):
        command = [sys.executable, "-m", "atlantis_games.kernels"]
        environment = {**os.environ, SILENT: "1"}
        compilers = [
            subprocess.Popen([*command, game.name, *modules], env=environment) for game in missing
        ]
        for compiler in compilers:
            compiler.wait()


@contextlib.contextmanager
def reported(what: str) -> Iterator[None]:
    """Says on the standard error what is being compiled, and how long it took."""
    if SILENT in os.environ:
        yield
        return
    start = time.monotonic()
    print(f"Preparing {what}, once ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    except BaseException:
        print(file=sys.stderr)
        raise
    print(f" done in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)


def remove_unused(home: Path) -> None:
    """Removes what was compiled from sources that nobody has used for long."""
    for folder in home.glob("*/"):
        if re.fullmatch("(checked-)?[0-9a-f]{16}", folder.name):
            used = max(file.stat().st_mtime for file in (folder, *folder.glob("*.ready")))
            if time.time() - used > UNUSED_DAYS * DAY:
                shutil.rmtree(folder, ignore_errors=True)
