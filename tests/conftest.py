"""Before the tests: compile both games once, not in every process that shares the work."""

from __future__ import annotations

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        from atlantis_games.bots.minds import ready_for_contests
        from atlantis_games.lab.gymnasium import opponents_kernels
        from atlantis_games.preparing import prepare_all, rules

        if os.environ.get("NUMBA_BOUNDSCHECK") == "1":
            prepare_all("{title}", rules)
        else:
            prepare_all("{title}'s arena", ready_for_contests)
            prepare_all("{title}'s opponents", opponents_kernels)
