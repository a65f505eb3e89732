"""The results of `make mutants`, written as they come so that a run can be resumed."""

from __future__ import annotations

import json
from pathlib import Path

from mutants import Mutant
from mutants.trial import Result


class Results:
    """What noticed each mutant, and how long each test takes without one, kept in a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.usual: dict[str, dict[str, float]] = {}  # by game and test, in seconds
        self.noticed: dict[str, str] = {}  # by the key of a mutant; empty if no test did
        self.took: dict[str, float] = {}  # by game or key: seconds of the processor's time
        if file.exists():
            kept = json.loads(file.read_text("utf-8"))
            self.usual, self.noticed, self.took = kept["usual"], kept["noticed"], kept["took"]

    def forget(self, mutants: list[Mutant]) -> None:
        """Lets some mutants and the tests of their games run again."""
        for mutant in mutants:
            self.noticed.pop(mutant.key, None)
            self.usual.pop(mutant.game, None)

    def add_usual(self, game: str, result: Result) -> None:
        """Keeps how long the tests of a game take, none of which may fail."""
        assert not result.noticed_by, f"fails without any mutant: {result.noticed_by}"
        self.usual[game] = {test: round(took, 3) for test, took in result.seconds.items()}
        self.took[game] = round(result.took, 1)
        self.write()

    def add(self, mutant: Mutant, result: Result) -> None:
        """Keeps what noticed a mutant."""
        self.noticed[mutant.key] = result.noticed_by
        self.took[mutant.key] = round(result.took, 1)
        self.write()

    def is_settled(self, mutant: Mutant) -> bool:
        """Whether a mutant was noticed, or not noticed as its `why` says."""
        noticed = self.noticed.get(mutant.key)
        return noticed is not None and bool(noticed) != bool(mutant.why)

    def write(self) -> None:
        """Replaces the file."""
        self.file.parent.mkdir(exist_ok=True)
        new = self.file.with_suffix(".new")
        kept = {"usual": self.usual, "noticed": self.noticed, "took": self.took}
        new.write_text(json.dumps(kept, indent=1), "utf-8")
        new.replace(self.file)
