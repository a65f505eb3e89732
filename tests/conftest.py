"""Before the tests: compile both games once, not in every process that shares the work."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        from atlantis.games import GAMES

        for game in GAMES.values():
            game.prepared  # noqa: B018
