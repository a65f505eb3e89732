"""The present search as a bot in a file, by CPU time like `search_0_1.py`."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from atlantis_games.bots import search

setattr(search, "time", SimpleNamespace(monotonic=time.process_time))  # noqa: B010


class Bot:
    """A search of one thread that thinks for `MILLISECONDS` of CPU time a decision."""

    settings: Mapping[str, float] = {}

    def __init__(self, seed: int) -> None:
        seconds = float(os.environ.get("MILLISECONDS", "30")) / 1000
        self.search = search.Search(seed, seconds=seconds, threads=1, settings=self.settings)

    def choose(self, position: Any, clock: float) -> str:
        """A move."""
        return self.search.choose(position, None)
