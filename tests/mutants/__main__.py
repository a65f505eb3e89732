"""`make mutants`: breaks one rule after another and reports which test notices it.

Every mutant runs uncompiled in a copy of the sources: first the tests of its game, then those of
all games, then games on both engines, until one fails. `python -m mutants escape` runs those of
one game. The exit code is 1 if a mutant survives that is not explained, or is killed although it
is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console
from rich.progress import track
from rich.table import Table

from mutants import Mutant, all_mutants

ROOT = Path(__file__).parent.parent.parent
COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md")
SKIPPED = shutil.ignore_patterns("__pycache__", "page", "node_modules", "*.egg-info", "fixtures")
WORKERS = 2
MAX_SECONDS = 240  # a mutant whose tests do not end is noticed as well
AGREEMENT = """
import random
from games.engines import ENGINES
from games.test_agreement import play_batch
for number in range(6):
    play_batch(ENGINES["{game}"], 2 + number % 3, 2, random.Random(number))
"""


class Copy:
    """A copy of the sources in which one file at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, symlinks=True, ignore=SKIPPED)
            else:
                shutil.copy(source, folder / name)

    def noticed_by(self, mutant: Mutant) -> str:
        """The test that fails with a mutant; nothing if none does."""
        file = self.folder / "src" / "atlantis_games" / "games" / mutant.file
        text = file.read_text("utf-8")
        assert text.count(mutant.old) == 1, f"{mutant.file} has not once: {mutant.old}"
        file.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        try:
            return next(filter(None, (self.failure(one) for one in commands(mutant.game))), "")
        finally:
            file.write_text(text, "utf-8")

    def failure(self, command: list[str]) -> str:
        """What fails when a command is run; nothing if it succeeds."""
        paths = os.pathsep.join(str(self.folder / name) for name in ("src", "tests"))
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        try:
            run = subprocess.run(
                [sys.executable, *command],
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=MAX_SECONDS,
            )
        except subprocess.TimeoutExpired:
            return "time is up"
        if run.returncode == 0:
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) \S*?(?:::(\w+)|$)", run.stdout, re.MULTILINE)
        return (failed and failed[1]) or command[-1].rpartition("/")[2].strip().partition("\n")[0]


def commands(game: str) -> list[list[str]]:
    """What is run for a mutant of a game, the quickest first."""
    tests = ["-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", "plain"]
    return [
        [*tests, f"tests/games/{game}"],
        [*tests, "tests/games"],
        ["-c", AGREEMENT.format(game=game)],
    ]


def run_all(mutants: list[Mutant], folder: Path) -> dict[Mutant, str]:
    """What noticed each mutant."""
    copies: SimpleQueue[Copy] = SimpleQueue()
    for number in range(WORKERS):
        copies.put(Copy(folder / str(number)))

    def run(mutant: Mutant) -> str:
        copy = copies.get()
        try:
            return copy.noticed_by(mutant)
        finally:
            copies.put(copy)

    noticed = {}
    with ThreadPoolExecutor(WORKERS) as pool:
        futures = {pool.submit(run, mutant): mutant for mutant in mutants}
        for future in track(as_completed(futures), "mutants", total=len(futures)):
            noticed[futures[future]] = future.result()
    return noticed


def main() -> int:
    games = sys.argv[1:]
    mutants = [mutant for mutant in all_mutants() if not games or mutant.game in games]
    with tempfile.TemporaryDirectory() as folder:
        noticed = run_all(mutants, Path(folder))
    table = Table("file", "rule", "instead of", "noticed by")
    wrong = 0
    for mutant in mutants:
        found = noticed[mutant] or (f"nothing: {mutant.why}" if mutant.why else "NOTHING")
        wrong += bool(noticed[mutant]) == bool(mutant.why)
        table.add_row(mutant.file, mutant.rule, " ".join(mutant.old.split()), found)
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    killed = sum(map(bool, noticed.values()))
    print(
        f"{len(mutants)} mutants: {killed} noticed, {len(mutants) - killed} not, {wrong} to look at"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
