"""Atlantis: two board games about a sinking island, to play, to study and to research with.

>>> import atlantis_games as atlantis
>>> position = atlantis.new_game("causeway", players=3)
>>> position = atlantis.Dealer("an example").deal(position)
>>> position.actor
0
"""

from __future__ import annotations

from importlib.metadata import version

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import AtlantisError, BadMatch, BadRequest, IllegalMove, Refusal
from atlantis_games.core.game import CHANCE, EVERYBODY, OVER, SPECTATOR, Game, Option, Position
from atlantis_games.core.match import Match

__version__ = version("atlantis-games")

__all__ = [
    "CHANCE",
    "EVERYBODY",
    "OVER",
    "SPECTATOR",
    "AtlantisError",
    "BadMatch",
    "BadRequest",
    "Dealer",
    "Game",
    "IllegalMove",
    "Match",
    "Option",
    "Position",
    "Refusal",
    "new_game",
]


def new_game(name: str, players: int = 2, **options: object) -> Position:
    """The first position of a game: `new_game("causeway", players=3, peek=True)`."""
    from atlantis_games.core.game import game_named

    return game_named(name).new(players, **options)
