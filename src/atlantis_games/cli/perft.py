"""`atlantis perft`: ways to play on, counted."""

from __future__ import annotations

from typing import Annotated

import typer

from atlantis_games.cli.options import GameName, GameOptions, Players, Seed, new_position
from atlantis_games.core.errors import BadRequest


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="How many actions deep.")] = 3,
    players: Players = 2,
    options: GameOptions = None,
    seed: Seed = "0",
) -> None:
    """Counts the ways to play on from a dealt position, to compare engines."""
    from atlantis_games import Dealer
    from atlantis_games.arena.simulation import perft as count

    if depth < 1:
        raise BadRequest(f"A depth of at least 1 is needed, not {depth}.")
    position = Dealer(seed).deal(new_position(game, players, options))
    for level in range(1, depth + 1):
        print(f"{level} {count(position, level)}", flush=True)
