"""WebKit, the engine of Safari, driven by Selenium: Debian's WebKitWebDriver under Xvfb."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_MOUSE
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

BROWSERS = Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")
SCREEN = "1280x800x24"


@contextmanager
def display() -> Iterator[str]:
    """A screen that nobody sees."""
    program = shutil.which("Xvfb")
    assert program, "Xvfb is missing; `make test` installs it"
    command = [program, "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            yield ":" + server.stdout.readline().decode().strip()
        finally:
            server.terminate()


@contextmanager
def webkit() -> Iterator[webdriver.WebKitGTK]:
    """A window of WebKit with a profile of its own."""
    driver = shutil.which("WebKitWebDriver")
    assert driver, "WebKitWebDriver is missing; `make test` installs it"
    options = Options()
    options.binary_location = str(next(iter(BROWSERS)))
    options.add_argument("--automation")
    with display() as screen:
        # Drawn by the processor: the machine has no graphics card.
        by_processor = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        environment = {**os.environ, "DISPLAY": screen, **by_processor}
        browser = webdriver.WebKitGTK(options=options, service=Service(driver, env=environment))
        try:
            browser.set_page_load_timeout(60)
            yield browser
        finally:
            browser.quit()


def until(browser: webdriver.WebKitGTK, script: str, patience: float = 60.0) -> Any:
    """What a script returns, as soon as that is something."""
    deadline = time.monotonic() + patience
    while not (found := browser.execute_script(f"return ({script})()")):
        assert time.monotonic() < deadline, f"never so: {script}"
    return found


MIDDLE = """const place = document.querySelector(arguments[0]).getBoundingClientRect();
return [Math.round(place.x + place.width / 2), Math.round(place.y + place.height / 2)];"""


def click(browser: webdriver.WebKitGTK, place: str) -> None:
    """Clicks with the mouse in the middle of something.

    Selenium's click on an element did not work for parts of a drawing.
    """
    x, y = browser.execute_script(MIDDLE, place)
    pointer = PointerInput(POINTER_MOUSE, "mouse")  # type: ignore[no-untyped-call]
    mouse = ActionBuilder(browser, mouse=pointer)
    mouse.pointer_action.move_to_location(x, y).click()  # type: ignore[no-untyped-call]
    mouse.perform()
