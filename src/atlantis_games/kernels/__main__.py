"""Compiles modules of one game: `python -m atlantis_games.kernels NICE NAME engine search`.

NICE is how much the process leaves to others that want a processor: a whole number from 0 on.
"""

from __future__ import annotations

import os
import sys


def main(nice: str, name: str, *modules: str) -> None:
    """Loads modules of a game, which compiles those that are not compiled yet."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(int(nice))
    from atlantis_games.games import game_named

    for module in modules:
        game_named(name).kernels(module)


if __name__ == "__main__":
    main(*sys.argv[1:])
