"""Compiles modules of one game: `python -m atlantis_games.kernels NAME engine search`."""

from __future__ import annotations

import os
import sys

NICENESS = 5  # those who play or build meanwhile come first


def main(name: str, *modules: str) -> None:
    """Loads modules of a game, which compiles those that are not compiled yet."""
    from atlantis_games.games import game_named

    for module in modules:
        game_named(name).kernels(module)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    main(*sys.argv[1:])
