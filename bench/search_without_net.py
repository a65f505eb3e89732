"""The present search without its net as a bot in a file, by CPU time like `search_now.py`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import search_now


class Bot(search_now.Bot):
    """The same search, which goes by the game's evaluation."""

    settings: Mapping[str, float] = {"net": 0.0}
