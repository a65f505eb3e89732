"""Atlantis: two board games about a sinking island, to play, to study and to research with.

>>> import atlantis_games as atlantis
>>> position = atlantis.new_game("causeway", players=3)
>>> position = atlantis.Dealer("an example").deal(position)
>>> position.actor
0
"""

from __future__ import annotations

from importlib.metadata import version

from atlantis_games.core.contract import CHANCE, EVERYBODY, OVER, SPECTATOR, Game, Option
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import (
    AtlantisError,
    BadMatch,
    BadPosition,
    BadRequest,
    IllegalMove,
    Reason,
)
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position

__version__ = version("atlantis-games")

__all__ = [
    "CHANCE",
    "EVERYBODY",
    "OVER",
    "SPECTATOR",
    "AtlantisError",
    "BadMatch",
    "BadPosition",
    "BadRequest",
    "Dealer",
    "Game",
    "IllegalMove",
    "Match",
    "Option",
    "Position",
    "Reason",
    "new_game",
    "position",
]


def new_game(name: str, players: int = 2, **options: object) -> Position:
    """The first position of a game: `new_game("causeway", players=3, peek=True)`.

    `preset="german"` sets all options at once; options beside it change single ones.
    """
    from atlantis_games.games import game_named

    return game_named(name).new(players, **options)


def position(text: str) -> Position:
    """The position that a line of text describes (docs/notation.md), as `Position.text` writes it.

    >>> here = position("causeway 2 / path ring1 ~ crown3 / blue A:1 hand ring crown")
    >>> position(here.text) == here
    True
    """
    from atlantis_games.core.diagram import read_position

    return read_position(text)
