"""Games that are compiled and loaded before processes are forked."""

from __future__ import annotations

from atlantis_games.games import GAMES
from atlantis_games.kernels.prepare import prepare_all


def load_games() -> None:
    """Loads what a server needs to let people play against bots."""
    prepare_all(GAMES.values())
    for game in GAMES.values():
        game.kernels("search")
