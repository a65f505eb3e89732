"""Atlantis: two board games about a sinking island, to play, to study and to research with.

>>> import atlantis_games as atlantis
>>> position = atlantis.new_game("causeway", players=3)
>>> position = atlantis.Dealer("an example").deal(position)
>>> position.actor
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

    __version__: str

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

# Imported when they are first asked for, so that `atlantis --help` does not wait for NumPy.
HOMES = {
    "contract": ("CHANCE", "EVERYBODY", "OVER", "SPECTATOR", "Game", "Option"),
    "dealer": ("Dealer",),
    "errors": (
        "AtlantisError",
        "BadMatch",
        "BadPosition",
        "BadRequest",
        "IllegalMove",
        "Reason",
    ),
    "match": ("Match",),
    "position": ("Position",),
}
HOME_OF = {name: f"{__name__}.core.{module}" for module, names in HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """A name of the package that has not been asked for before."""
    if name == "__version__":
        from importlib.metadata import version

        found: object = version("atlantis-games")
    elif name in HOME_OF:
        from importlib import import_module

        found = getattr(import_module(HOME_OF[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Every public name, also those that are not imported yet."""
    return sorted({*globals(), *__all__, "__version__"})


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
