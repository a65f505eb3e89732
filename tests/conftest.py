"""Before the tests: compile every game once, not in every process that shares the work."""

from __future__ import annotations

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        from atlantis_games.games import GAMES
        from atlantis_games.kernels.loader import MODULES
        from atlantis_games.kernels.prepare import prepare_all

        is_checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
        prepare_all(GAMES.values(), ("engine",) if is_checked else tuple(MODULES))
