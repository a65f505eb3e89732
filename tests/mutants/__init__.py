"""Rules broken on purpose, one at a time, to see that tests notice: `make mutants`.

A mutant is a text in a file of a game and what replaces it. The tests of the rules run uncompiled
with it until the first of them fails. A mutant that no test can notice, because it plays the same,
says why.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

GAMES = Path(__file__).parent.parent.parent / "src" / "atlantis_games" / "games"
REASONS = ("reasons.py", "refusals.py")


class Mutant(NamedTuple):
    """A change of one place in a game that breaks a rule."""

    file: str  # below the folder of the games
    rule: str
    old: str  # is in the file once
    new: str
    why: str = ""  # why no test can notice it

    @property
    def game(self) -> str:
        """The game whose rule it breaks."""
        return self.file.partition("/")[0]

    @property
    def path(self) -> Path:
        """The file that it changes."""
        return GAMES / self.file

    @property
    def key(self) -> str:
        """What tells it from all others, also those of an older list."""
        return hashlib.sha256("\0".join(self[:4]).encode()).hexdigest()[:16]

    @property
    def first_tests(self) -> tuple[str, ...]:
        """How the files begin whose tests run first: those of its chapter and of options."""
        if self.path.name in REASONS:
            return ("test_reasons",)
        chapter = self.rule.removeprefix("§").partition(".")[0]
        return (f"test_{int(chapter):02}_", "test_readings")

    def source(self) -> str:
        """The changed file."""
        text = self.path.read_text("utf-8")
        assert text.count(self.old) == 1, f"{self.file} does not have once: {self.old}"
        return text.replace(self.old, self.new)


def all_mutants() -> list[Mutant]:
    """Those of every game."""
    from mutants import causeway, causeway_reasons, escape, escape_reasons

    lists = {
        "causeway": (*causeway.MUTANTS, *causeway_reasons.MUTANTS),
        "escape": (*escape.MUTANTS, *escape_reasons.MUTANTS),
    }
    return [
        Mutant(f"{game}/{file}", rule, old, new, *why)
        for game, mutants in lists.items()
        for file, rule, old, new, *why in mutants
    ]
