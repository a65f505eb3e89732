"""`atlantis prepare`: compiles ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer


def prepare(
    everything: Annotated[
        bool, typer.Option("--all", help="Also what tournaments, training and environments need.")
    ] = False,
) -> None:
    """Compiles every game now instead of at its first use, and keeps the result."""
    from atlantis_games.cli.progress import progress_bar
    from atlantis_games.core.contract import Game
    from atlantis_games.games import GAMES
    from atlantis_games.kernels.loader import MODULES
    from atlantis_games.kernels.prepare import PLAY, prepare_all

    shares = dict.fromkeys(GAMES, 0.0)
    modules = tuple(MODULES) if everything else PLAY
    with progress_bar("Preparing") as bar:

        def report(game: Game, share: float) -> None:
            shares[game.name] = share
            bar(round(sum(shares.values()) * 100), len(shares) * 100)

        prepare_all(GAMES.values(), modules, report)
