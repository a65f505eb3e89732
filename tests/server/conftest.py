from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from support.server_checks import HTTP
from support.server_process import NEVER_GONE, ServerProcess, close_everything


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL runs those that talk to a server: the others do not know of databases."""
    if os.environ.get("ATLANTIS_TEST_DATABASE") != "postgresql":
        return
    talking = [
        one for one in items if {"server", "own_server"} & {*getattr(one, "fixturenames", ())}
    ]
    config.hook.pytest_deselected(items=[one for one in items if one not in talking])
    items[:] = talking


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not stop it."""
    server = ServerProcess(tmp_path_factory.mktemp("server"), **NEVER_GONE).start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def no_connection_stays_open() -> Iterator[None]:
    """Closes what a test has opened."""
    yield
    close_everything()


@pytest.fixture(scope="session", autouse=True)
def http_is_closed() -> Iterator[None]:
    """Closes the shared client after the last test."""
    yield
    HTTP.close()
