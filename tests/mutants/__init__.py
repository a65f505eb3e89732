"""Rules broken on purpose, one at a time, to see that tests notice: `make mutants`.

A mutant is a text in a file of a game's kernels and what replaces it. Each runs uncompiled in a
copy of the sources, until the first test fails. A mutant that no test can notice, because it plays
the same, says why.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

GAMES = Path(__file__).parent.parent.parent / "src" / "atlantis_games" / "games"


class Mutant(NamedTuple):
    """A change of one place in a kernel that breaks a rule."""

    file: str  # below the folder of the games
    rule: str
    old: str  # is in the file once
    new: str
    why: str = ""  # why no test can notice it

    @property
    def game(self) -> str:
        """The game whose rule it breaks."""
        return self.file.partition("/")[0]


def all_mutants() -> list[Mutant]:
    """Those of every game."""
    from mutants import causeway, escape

    return [
        Mutant(f"{module.__name__.rpartition('.')[2]}/{file}", rule, old, new, *why)
        for module in (causeway, escape)
        for file, rule, old, new, *why in module.MUTANTS
    ]
