"""Runs the tests of a game's rules in a process of its own, with a mutant or without one.

The process is forked from one that has loaded what all tests need, and changes the mutant's file
while it is imported: no file is copied or written.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

import pytest
from hypothesis import Phase, settings

from mutants import GAMES, Mutant

TESTS = Path(__file__).parent.parent
FORK = multiprocessing.get_context("fork")
SLOW_SECONDS = 3.0  # a test that takes longer is not among the first, whatever it tests
SPARE_SECONDS = 5.0  # that a test may take beyond ten times what it takes without a mutant
MAX_CPU_SECONDS = 600  # of a whole trial


class Result(NamedTuple):
    """What came of a trial."""

    noticed_by: str  # the test that failed; empty if none did
    seconds: dict[str, float]  # that each test took, of the processor's time
    took: float  # seconds of the processor's time in all


class TrialPlugin:
    """Orders the tests, ends those that run on for ever, and keeps which one failed first."""

    def __init__(self, game: str, first_tests: tuple[str, ...], usual: dict[str, float]) -> None:
        self.game, self.first_tests, self.usual = game, first_tests, usual
        self.noticed_by = ""
        self.not_imported = ""
        self.seconds: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """The chapter's tests, games on both engines, the other tests; each the quickest first."""
        items[:] = sorted((item for item in items if self.is_wanted(item)), key=self.rank)

    def is_wanted(self, item: pytest.Item) -> bool:
        """Whether a test is not about the other game alone."""
        others = {path.name for path in GAMES.iterdir()} - {self.game}
        return not any(other in item.name for other in others)

    def rank(self, item: pytest.Item) -> tuple[bool, bool, float]:
        """A test's place among the others."""
        seconds = self.usual.get(item.nodeid, 0.0)
        name = item.path.name
        is_first = name.startswith(self.first_tests) and seconds < SLOW_SECONDS
        return not is_first, name != "agreement.py" and bool(self.first_tests), seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Measures a test, and ends it when it has taken far longer than without a mutant."""
        start = time.process_time()
        if item.nodeid in self.usual:
            limit = SPARE_SECONDS + 10 * self.usual[item.nodeid]
            signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            self.seconds[item.nodeid] = time.process_time() - start

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Keeps the first test that failed, and ends the trial with it."""
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            self.noticed_by = self.noticed_by or short_name(item.nodeid)
            item.session.shouldstop = "noticed"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keeps the first file that could not be imported; a test may still say more."""
        if report.failed and not self.not_imported:
            self.not_imported = f"import of {report.nodeid.rpartition('/')[2]}"


def short_name(node: str) -> str:
    """The name of a test with its file: test_05_gaps::test_a_bridge."""
    file, _, test = node.partition("::")
    return f"{Path(file).stem}::{test}"


class Trial:
    """A process that runs the tests of a game, with a mutant or without one."""

    def __init__(self, game: str, mutant: Mutant | None, usual: dict[str, float]) -> None:
        self.game, self.mutant, self.usual = game, mutant, usual
        self.source = mutant.source() if mutant is not None else ""
        self.receiver, sender = FORK.Pipe(duplex=False)
        self.process = FORK.Process(target=self.run, args=(sender,))
        self.process.start()
        sender.close()

    def result(self) -> Result:
        """What came of it; call it when the process has ended or has something to say."""
        try:
            found: Result = self.receiver.recv()
        except EOFError:
            found = Result("a process that did not end by itself", {}, MAX_CPU_SECONDS)
        self.process.join()
        return found

    def run(self, sender: Connection) -> None:
        """What the new process does."""
        null = os.open(os.devnull, os.O_RDWR)
        for output in (1, 2):
            os.dup2(null, output)
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_SECONDS, MAX_CPU_SECONDS + 5))
        signal.signal(signal.SIGPROF, end_test)
        # The same examples for every mutant, and none made smaller once it was noticed.
        found = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", derandomize=True, database=None, phases=found)
        settings.load_profile("mutants")
        if self.mutant is not None:
            change_imports(self.mutant.path, self.source)
        first = self.mutant.first_tests if self.mutant is not None else ()
        plugin = TrialPlugin(self.game, first, self.usual)
        try:
            code = pytest.main(arguments(self.game), plugins=[plugin])
        except BaseException as error:
            code, plugin.noticed_by = 1, plugin.noticed_by or f"import: {type(error).__name__}"
        ended = f"pytest, which ended with {int(code)}" if code else ""
        noticed_by = plugin.noticed_by or plugin.not_imported or ended
        sender.send(Result(noticed_by, plugin.seconds, time.process_time()))


def arguments(game: str) -> list[str]:
    """What pytest is to run for a mutant of a game."""
    files = (f"games/{game}", "games/test_properties.py", "mutants/agreement.py")
    options = ["-q", "-m", "plain", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    return [*options, *(str(TESTS / file) for file in files)]


def end_test(number: int, frame: FrameType | None) -> None:
    """Lets a test fail that takes too long."""
    pytest.fail("takes far longer than without the mutant")


def change_imports(path: Path, source: str) -> None:
    """From now on a file is imported with another text."""
    get_code = SourceFileLoader.get_code

    def changed(loader: SourceFileLoader, name: str) -> CodeType | None:
        if Path(loader.path) == path:
            return compile(source, loader.path, "exec", dont_inherit=True)
        return get_code(loader, name)

    SourceFileLoader.get_code = changed  # type: ignore[assignment,method-assign]
