from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from page.people import PATIENCE, Person, launch
from support.server_process import ServerProcess


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; everybody gets a window with cookies of their own."""
    expect.set_options(timeout=PATIENCE * 1_000)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not stop it."""
    server = ServerProcess(tmp_path_factory.mktemp("page")).start()
    yield server
    server.stop()


@pytest.fixture
def somebody(browser: Browser, server: ServerProcess) -> Iterator[Callable[..., Person]]:
    """Opens browsers, and sees to it that nothing went wrong in any of them."""
    people: list[Person] = []

    def open_browser(home: ServerProcess = server, **settings: Any) -> Person:
        person = Person(browser, home, **settings)
        people.append(person)
        return person

    yield open_browser
    for person in people:
        person.close()
        person.is_content()
