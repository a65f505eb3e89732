from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.house import NEVER_GONE, House, close_everything


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests that do not stop it."""
    house = House(tmp_path_factory.mktemp("house"), **NEVER_GONE).start()
    yield house
    house.stop()


@pytest.fixture
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that the test may stop, kill and start again."""
    house = House(tmp_path_factory.mktemp("own"))
    yield house
    if house.process is not None and house.process.poll() is None:
        house.stop()


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """Leaves no line open."""
    yield
    close_everything()
