"""What all tests share: compiled games, servers, and a third game from another distribution."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from support.server_process import ServerProcess
from support.tiny_game import UNCOMPILED, Installation


def pytest_configure(config: pytest.Config) -> None:
    """Compiles every game once, not in every process that shares the work."""
    if not hasattr(config, "workerinput"):
        from atlantis_games.games import GAMES
        from atlantis_games.kernels.loader import MODULES
        from atlantis_games.kernels.prepare import prepare_all

        is_checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)  # it would slow the compiler
            prepare_all(GAMES.values(), ("engine",) if is_checked else tuple(MODULES))


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that the test may stop, kill and start again."""
    server = ServerProcess(tmp_path_factory.mktemp("own"))
    yield server
    if server.process is not None and server.process.poll() is None:
        server.stop()


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """Where the tiny game is installed."""
    return Installation(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="session")
def tiny_server(
    tiny: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A server that has the tiny game."""
    environment = {**tiny.environment, **UNCOMPILED}
    server = ServerProcess(tmp_path_factory.mktemp("tiny server"), **environment).start()
    yield server
    server.stop()
