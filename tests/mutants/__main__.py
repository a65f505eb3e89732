"""`make mutants`: breaks one rule after another and reports which test notices it.

First the tests run without a mutant, to see that they pass and how long each takes; then with each
mutant, uncompiled, until one fails: its chapter's tests, games on both engines, all others. The
exit code is 1 if a mutant survives that is not explained, or is noticed although it is.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from mutants import Mutant, all_mutants
from mutants.results import Results
from mutants.trial import Result, Trial

FILE = Path(__file__).parent.parent.parent / "build" / "mutants.json"
LOADED_ONCE = ("numba", "llvmlite", "httpx", "websockets", "pydantic", "numpy.testing")


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="only mutants whose file or rule begins so")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="keep what an earlier run found, and run those that are missing or not settled",
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def run_all(
    trials: Iterable[Callable[[], Trial]], workers: int, done: Callable[[Trial, Result], None]
) -> None:
    """Runs trials side by side, and hands over each result as it comes."""
    running: list[Trial] = []
    for start in (*trials, None):
        while running and (start is None or len(running) == workers):
            ready = wait([trial.receiver for trial in running])
            for trial in [one for one in running if one.receiver in ready]:
                running.remove(trial)
                done(trial, trial.result())
        if start is not None:
            running.append(start())


def run(mutants: list[Mutant], results: Results, workers: int) -> None:
    """Finds out what notices each mutant that is not settled yet."""
    for module in LOADED_ONCE:
        importlib.import_module(module)
    games = sorted({mutant.game for mutant in mutants} - set(results.usual))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), auto_refresh=False) as progress:
        task = progress.add_task("without a mutant", total=len(games))

        def usual(trial: Trial, result: Result) -> None:
            results.add_usual(trial.game, result)
            progress.advance(task)
            progress.refresh()

        run_all([partial(Trial, game, None, {}) for game in games], workers, usual)
        progress.remove_task(task)
        task = progress.add_task("mutants", total=len(mutants))

        def noticed(trial: Trial, result: Result) -> None:
            assert trial.mutant is not None
            results.add(trial.mutant, result)
            name = f"{trial.mutant.file} {trial.mutant.rule}"
            line = f"{name}: {result.noticed_by or 'NOTHING'}"
            progress.console.print(line, markup=False, highlight=False, soft_wrap=True)
            sys.stdout.flush()
            progress.advance(task)
            progress.refresh()

        run_all(
            [partial(Trial, one.game, one, results.usual[one.game]) for one in mutants],
            workers,
            noticed,
        )


def report(mutants: list[Mutant], results: Results) -> int:
    """Prints what noticed each mutant; how many are not settled."""
    table = Table("file", "rule", "instead of", "noticed by")
    for mutant in mutants:
        noticed = results.noticed[mutant.key]
        found = noticed or (f"nothing: {mutant.why}" if mutant.why else "NOTHING")
        table.add_row(mutant.file, mutant.rule, escape(" ".join(mutant.old.split())), escape(found))
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    killed = sum(bool(results.noticed[mutant.key]) for mutant in mutants)
    open_ = sum(not results.is_settled(mutant) for mutant in mutants)
    seconds = sum(results.took.values())
    print(
        f"{len(mutants)} mutants: {killed} noticed, {len(mutants) - killed} not; {open_} to see to"
    )
    print(f"{seconds:.0f} seconds of processor time")
    return open_


def main() -> int:
    asked = arguments()
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    words = tuple(asked.words)
    mutants = [
        one for one in all_mutants() if not words or f"{one.file} {one.rule}".startswith(words)
    ]
    results = Results(FILE)
    if not asked.resume:
        results.forget(mutants)
    todo = [mutant for mutant in mutants if not results.is_settled(mutant)]
    run(todo, results, asked.workers)
    return 1 if report(mutants, results) else 0


if __name__ == "__main__":
    sys.exit(main())
