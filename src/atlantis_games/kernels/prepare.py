"""Compiles kernels before their first use, and says so, since it takes a while."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from atlantis_games.core.contract import Game
from atlantis_games.core.processors import usable_processors
from atlantis_games.kernels.cache import DAY, cache_folder, is_writable, locked, sources
from atlantis_games.kernels.compiler import COMPILED, INNER
from atlantis_games.kernels.loader import BOUND
from atlantis_games.kernels.shipped import shipped_folder

UNUSED_DAYS = 30  # after which compiled kernels are removed
PLAY = ("engine", "search", "deltas")  # what a game against bots, and a table, needs
BETWEEN_REPORTS = 0.5  # seconds
LESS_URGENT = 5  # how much more a game leaves to other processes than the game before it (nice)
SELDOM = (200_000, 20, 100)  # objects of each generation between two collections
KERNEL = re.compile(r"^@\w*kernel$", re.MULTILINE)
SILENT = "ATLANTIS_SILENT"  # a variable of processes whose parent reports for them

Report: TypeAlias = Callable[[Game, float], None]  # a game, and which part of it is compiled


def marker(game: Game, module: str) -> Path:
    """The file that is there once a module has been compiled."""
    return game.kernels.folder(module) / f"{game.name}-{module}.ready"


def is_ready(game: Game, module: str) -> bool:
    """Whether a module has been compiled before, came compiled, or need not be."""
    return not COMPILED or marker(game, module).exists() or is_shipped(game, module)


def is_shipped(game: Game, module: str) -> bool:
    """Whether a module came compiled, for processors such as this one."""
    ready = marker(game, module)
    shipped = shipped_folder(ready.parent)
    return shipped is not None and (shipped / ready.name).exists()


def prepare(game: Game, module: str, loaded: ModuleType) -> None:
    """Compiles every kernel of a module by using it once, unless that was done before."""
    if not COMPILED or is_shipped(game, module):
        return
    if module != "engine":
        game.kernels("engine")  # which every other module needs, so that it is reported first
    ready = marker(game, module)
    with contextlib.suppress(OSError):  # an unwritable folder costs time at every start, no more
        ready.parent.mkdir(parents=True, exist_ok=True)
    if not ready.exists():
        lock = locked(ready.with_suffix(".lock"))
        with reported(f"{game.title} ({module})"), lock, collecting_seldom():
            loaded.warm_up(game)  # quick if another process did it meanwhile
        remove_unused(ready.parent.parent)
    with contextlib.suppress(OSError):
        ready.touch()


@contextlib.contextmanager
def collecting_seldom() -> Iterator[None]:
    """Looks for garbage seldom: the compiler makes many objects that stay, and little garbage."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def prepare_all(
    games: Iterable[Game], modules: tuple[str, ...] = PLAY, report: Report | None = None
) -> None:
    """Compiles what is missing, and says so; `report` is called as each game advances."""
    missing = [game for game in games if not all(is_ready(game, part) for part in modules)]
    if not missing:
        return
    with reported(" and ".join(game.title for game in missing)):
        Compilers(missing, modules, report or (lambda game, share: None)).run()


class Compilers:
    """Processes that compile games, one for each, as many at once as there are cores.

    Processes are quicker than threads, and the compiler's memory is given back.
    """

    def __init__(self, games: Iterable[Game], modules: tuple[str, ...], report: Report) -> None:
        self.games = list(games)
        self.modules = modules
        self.report = report
        self.running: list[subprocess.Popen[bytes]] = []
        self.is_stopped = False

    def run(self) -> None:
        """Compiles the games; the first is done soonest, and each is reported when it is done."""
        with ThreadPoolExecutor(min(len(self.games), usable_processors())) as pool:
            try:
                list(pool.map(self.compile, self.games))
            except BaseException:  # such as Ctrl-C
                self.stop()
                raise

    def compile(self, game: Game) -> None:
        """Compiles one game, unless its kernels cannot be kept: then those who use them do."""
        if not self.is_stopped and is_writable(game.kernels.folder("engine")):
            priority = str(self.games.index(game) * LESS_URGENT)
            command = [sys.executable, "-m", "atlantis_games.kernels", priority, game.name]
            command += self.modules
            # In a session of its own, a Ctrl-C reaches it only through `stop`, and in silence.
            process = subprocess.Popen(
                command, env={**os.environ, SILENT: "1"}, start_new_session=True
            )
            self.running.append(process)
            while not self.has_ended(process):
                self.report(game, kept_share(game, self.modules))
        self.report(game, 1.0)

    @staticmethod
    def has_ended(process: subprocess.Popen[bytes]) -> bool:
        """Whether a process has ended, after waiting a moment for that."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(BETWEEN_REPORTS)
        return process.returncode is not None

    def stop(self) -> None:
        """Ends the processes; what is finished is kept."""
        self.is_stopped = True
        for process in self.running:
            process.terminate()


def kept_share(game: Game, modules: tuple[str, ...]) -> float:
    """Which part of a game's kernels is compiled by now, whichever process does it."""
    kernels: dict[Path, int] = {}  # in the files whose kernels a folder keeps
    for module in modules:
        files = game.kernels.files(module)
        for source in sources(files) - set(files):
            kernels[cache_folder(source)] = count_kernels(source)
        for name in (module, *(name for name in BOUND[module] if name in BOUND)):
            kernels[game.kernels.folder(name)] = count_kernels(game.kernels.files(name)[0])
    compiled = sum(len(compiled_in(folder)) for folder in kernels)
    return min(0.99, compiled / max(1, sum(kernels.values())))


def compiled_in(folder: Path) -> set[str]:
    """The kernels in a folder that are compiled, for Python or for other kernels."""
    return {file.name.replace(INNER, "") for file in folder.glob("*.nbi")}


@cache
def count_kernels(file: Path) -> int:
    """How many kernels are in a file."""
    return len(KERNEL.findall(file.read_text("utf-8"))) if file.suffix == ".py" else 0


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
