from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.databases import ON_POSTGRESQL
from support.server_checks import HTTP
from support.server_process import NEVER_GONE, ServerProcess, close_everything


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL runs those that store something: the others do not know of databases."""
    if not ON_POSTGRESQL:
        return
    storing = [one for one in items if is_storing(one)]
    config.hook.pytest_deselected(items=[one for one in items if one not in storing])
    items[:] = storing


def is_storing(item: pytest.Item) -> bool:
    """Whether a test talks to a server or has a store, and not only one of SQLite."""
    talks = {"server", "own_server"} & {*getattr(item, "fixturenames", ())}
    has_store = hasattr(getattr(item, "module", None), "url_for")
    return bool(talks or has_store) and item.get_closest_marker("sqlite") is None


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
