"""Before the tests: compile both games once, not in every process that shares the work."""

from __future__ import annotations

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        from atlantis.bots.minds import ready_for_contests
        from atlantis.core.kernel import COMPILED
        from atlantis.games import GAMES
        from atlantis.lab.gymnasium import opponents_kernels

        for game in GAMES.values() if COMPILED else ():
            game.prepared  # noqa: B018
            if os.environ.get("NUMBA_BOUNDSCHECK") != "1":
                ready_for_contests(game)
                opponents_kernels(game)
