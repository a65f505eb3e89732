"""The games for research: batches of games, and environments for PettingZoo, Gymnasium, OpenSpiel.

`atlantis_games.lab.batch.Batch` needs nothing but the package. The adapters are the extra
`atlantis-games[lab]`, each in a module of its own that imports its library.
"""

from __future__ import annotations

from atlantis_games.core.contract import Game


def environment_id(game: Game) -> str:
    """What environments of a game are called, such as `causeway_v2`.

    The number changes with the layout of observations and actions.
    """
    return f"{game.name}_v{game.observation.VERSION}"


def class_name(game: str) -> str:
    """What a class for a game is called, in capitals."""
    return "".join(part.capitalize() for part in game.split("_"))
