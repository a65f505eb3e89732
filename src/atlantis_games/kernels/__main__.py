"""Compiles modules of one game: `python -m atlantis_games.kernels NAME engine search`."""

from __future__ import annotations

import sys


def main(name: str, *modules: str) -> None:
    """Loads modules of a game, which compiles those that are not compiled yet."""
    from atlantis_games.games import game_named

    for module in modules:
        game_named(name).kernels(module)


if __name__ == "__main__":
    main(*sys.argv[1:])
