"""OpenSpiel's ISMCTS in Python, 200 simulations a decision: a bot for `atlantis arena`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from searches import SearchBot


class Bot(SearchBot):
    """What the arena looks for in a file."""

    kind = "ismcts"
