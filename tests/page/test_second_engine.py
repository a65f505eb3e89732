"""A whole game in a second engine, by clicking on what glows."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from page.people import NO_TIPS, STAND
from page.second_engine import click, until, webkit
from page.test_games import SHORT
from support.server_process import ServerProcess

# Selenium's own driver for WebKit still uses what Selenium advises against.
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
OPEN = """const done = arguments[arguments.length - 1];
const post = (path, body) => fetch(path, {method: "POST", body: JSON.stringify(body),
  headers: {"Content-Type": "application/json"}}).then((answer) => answer.json());
post("/api/guest", {name: "Ada"})
  .then(() => post("/api/tables", {game: arguments[0], pace: 0,
    options: arguments[1],
    seats: [{kind: "person"}, {kind: "bot", level: "sprat"}]}))
  .then((table) => done(table.id), (error) => done("failed: " + error));"""
READY = f"""() => {{ const now = ({STAND})();
  return (now.over || now.glow.length > 0) && JSON.stringify(now); }}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.WebKitGTK]:
    with webkit() as browser:
        yield browser


@pytest.mark.parametrize(("game", "shortcut"), [("causeway", ""), ("escape", "button:stop")])
def test_a_whole_game_by_clicking(
    browser: webdriver.WebKitGTK, server: ServerProcess, game: str, shortcut: str
) -> None:
    browser.get(server.address)
    browser.execute_script(f"{NO_TIPS}; localStorage.setItem('atlantis.speed', 'instant')")
    table = browser.execute_async_script(OPEN, game, SHORT[game])
    browser.get(f"{server.address}/table/{table}")
    chance = random.Random(1)
    while not (now := json.loads(text := until(browser, READY)))["over"]:
        ids = sorted(set(now["glow"]))
        ids = [id_ for id_ in ids if not id_.startswith("space:")] or ids
        chosen = shortcut if shortcut in ids else chance.choice(ids)
        click(browser, f'[data-id="{chosen}"]')
        until(browser, f"() => JSON.stringify(({STAND})()) !== {json.dumps(text)}")
    assert browser.find_element(By.CSS_SELECTOR, "dialog").is_displayed()
