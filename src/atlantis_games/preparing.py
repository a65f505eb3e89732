"""Compiles what is not compiled yet, each game in a process of its own.

That is quicker than one game after the other, and the compiler's memory is given back.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable

from atlantis_games.core.game import Game
from atlantis_games.core.kernel import is_ready
from atlantis_games.games import GAMES

PROGRAM = """
import sys
from atlantis_games.games import GAMES
from {module} import {function}
{function}(GAMES[sys.argv[1]])
"""


def rules(game: Game) -> object:
    """A game's rules alone, compiled."""
    return game.prepared


def prepare_all(kernels: str, function: Callable[[Game], object]) -> None:
    """Has a function compile its kernels of every game; they are ready as "{title}" and so on."""
    missing = [game for game in GAMES.values() if not is_ready(kernels.format(title=game.title))]
    if not missing:
        return
    start = time.monotonic()
    what = " and ".join(kernels.format(title=game.title) for game in missing)
    print(f"Preparing {what} for this machine, once ...", end="", file=sys.stderr, flush=True)
    program = PROGRAM.format(module=function.__module__, function=function.__name__)
    commands = [[sys.executable, "-c", program, game.name] for game in missing]
    compilers = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for command in commands]
    for compiler in compilers:
        compiler.wait()
    print(f" done in {time.monotonic() - start:.0f} s.", file=sys.stderr, flush=True)
