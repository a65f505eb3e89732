"""The search of version 0.1 as a bot in a file: its sources are taken from the history once.

`bench/old_search.py` lets it play against the present one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

COMMIT = "83c9977"
HERE = Path(__file__).parent
SOURCES = Path(tempfile.gettempdir()) / f"atlantis-{COMMIT}-{os.getuid()}"


def sources() -> Path:
    """The folder with the old package, which is unpacked where it is missing."""
    if not SOURCES.exists():
        part = Path(tempfile.mkdtemp(dir=SOURCES.parent))
        archive = subprocess.run(
            ["git", "archive", COMMIT, "src"], cwd=HERE.parent, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", str(part)], input=archive.stdout, check=True)
        part.rename(SOURCES)
    return SOURCES / "src"


sys.path.insert(0, str(sources()))

from atlantis.bots import search  # type: ignore[import-not-found]  # noqa: E402
from atlantis.core.game import Position as OldPosition  # type: ignore[import-not-found]  # noqa: E402
from atlantis.games import GAMES as OLD_GAMES  # type: ignore[import-not-found]  # noqa: E402

# CPU time in place of the clock: both searches get the same, however busy the machine is.
search.time = SimpleNamespace(monotonic=time.process_time)


def old_position(position: Any) -> Any:
    """The same position in the old package, whose records have some fields fewer."""
    game = OLD_GAMES[position.game.name]
    states, record = np.zeros(1, game.record), position.states()
    for name in game.record.names:
        states[name] = record[name]
    return OldPosition(game, states, position.seen_by)


class Bot:
    """A search of one thread that thinks for `MILLISECONDS` of CPU time a decision."""

    def __init__(self, seed: int) -> None:
        seconds = float(os.environ.get("MILLISECONDS", "30")) / 1000
        self.search = search.Search(seed, seconds=seconds, threads=1)

    def choose(self, position: Any, clock: float) -> str:
        """A move."""
        old = old_position(position)
        assert set(old.moves) == set(position.moves), "the rules differ here"
        return str(self.search.choose(old, None))
