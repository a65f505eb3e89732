"""Somebody at a real browser: clicks on what glows, reads what is shown."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright
from websockets.sync.client import connect

from support.server_process import ServerProcess, TableSocket

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "build" / "pictures"
SIZES = {"wide": (1280, 720), "phone": (390, 844)}
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NO_TIPS = "localStorage.getItem('atlantis.tips') ?? localStorage.setItem('atlantis.tips', '*')"
PATIENCE = 60.0  # seconds that a slow machine may take for anything
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium, without anything that asks for the internet."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "chromium is missing; `make test` installs it"
    return playwright.chromium.launch(executable_path=program, args=list(QUIET))


class Person:
    """A browser of one's own, with its own cookie."""

    def __init__(
        self,
        browser: Browser,
        server: ServerProcess,
        size: str = "wide",
        theme: Any = "light",
        language: str = "en-GB",
        motion: Any = "reduce",
        seed: int = 1,
        worker: Any = "block",
        tips: bool = False,
    ) -> None:
        width, height = SIZES[size]
        self.server = server
        self.random = random.Random(seed)
        self.context: BrowserContext = browser.new_context(
            base_url=server.address,
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale=language,
            reduced_motion=motion,
            has_touch=size == "phone",
            service_workers=worker,
        )
        if not tips:  # this is not their first game
            self.context.add_init_script(NO_TIPS)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1_000)
        self.expected = ["ERR_CONNECTION_REFUSED"]  # a server may be stopped
        self.trouble: list[str] = []
        self.outside: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self.note)
        self.page.on("request", self.watch)

    def note(self, message: Any) -> None:
        """Keeps what the browser complains about, but for what is expected."""
        if message.type == "error" and not any(text in message.text for text in self.expected):
            self.trouble.append(message.text)

    def watch(self, request: Any) -> None:
        """Nothing may be asked of anybody but the server."""
        if not request.url.startswith((self.server.address, "data:", "blob:")):
            self.outside.append(request.url)

    def open_table(self, game: str, seats: list[dict[str, Any]], **more: Any) -> str:
        """Opens a table as the page does, with this browser's cookie, and goes there."""
        headers = {"Origin": self.server.address}
        request = self.context.request
        assert request.post("/api/guest", data={"name": "Ada"}, headers=headers).ok
        body = {"game": game, "seats": seats, "pace": 0, **more}
        answer = request.post("/api/tables", data=body, headers=headers)
        assert answer.ok, answer.text()
        table = str(answer.json()["id"])
        self.page.goto(f"/table/{table}")
        return table

    def sit(self, table: str) -> TableSocket:
        """A socket of the same guest, to play on without the page."""
        cookies = self.context.cookies()
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
        address = f"ws{self.server.address[4:]}/api/tables/{table}/socket?ply=0"
        headers = {"Cookie": cookie, "Origin": self.server.address}
        return TableSocket(connect(address, additional_headers=headers, max_size=None).__enter__())

    def glowing(self) -> Locator:
        """Everything that can be clicked for a move now."""
        return self.page.locator("[data-id][tabindex='0'], button.glowing[data-id]")

    def find(self, key: str) -> Locator:
        """A button by what it is called."""
        return self.page.get_by_role("button", name=key, exact=True)

    def ply(self) -> int:
        """How far the table is that the page shows."""
        return int(self.page.locator("[data-ply]").first.get_attribute("data-ply") or 0)

    def is_over(self) -> bool:
        """Whether the end is shown."""
        return self.page.locator("[data-over]").count() > 0

    def looks_well(self, name: str) -> None:
        """No complaint of the browser, of axe, and no request to anybody else; and a picture."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")
        problems = self.axe()
        assert problems == [], "\n".join(problems)
        self.is_content()

    def axe(self) -> list[str]:
        """What axe finds on this screen."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],"
            " resultTypes: ['violations']})"
        )
        return [
            f"{problem['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for problem in found["violations"]
            for node in problem["nodes"]
        ]

    def is_content(self) -> None:
        """Nothing went wrong in this browser."""
        assert self.trouble == [], self.trouble
        assert self.outside == [], self.outside

    def close(self) -> None:
        """Shuts the browser's window."""
        self.context.close()


STAND = """() => {
  const table = document.querySelector("[data-ply]");
  const isDrawn = !document.querySelector("[aria-busy=true]");
  const glowing = [...document.querySelectorAll(
    "[data-id][tabindex='0'], button.glowing[data-id]")].filter(() => isDrawn);
  return {
    ply: table ? Number(table.dataset.ply) : -1,
    over: Boolean(document.querySelector("[data-over]")),
    pass: Boolean(document.querySelector("[data-pass]")),
    glow: glowing.filter((x) => x.getAttribute("aria-pressed") !== "true")
      .map((x) => x.dataset.id),
    chosen: glowing.filter((x) => x.getAttribute("aria-pressed") === "true")
      .map((x) => x.dataset.id),
    asked: document.querySelectorAll(".prompt .glowing:not([data-id]), .choices button").length,
  };
}"""


def click(person: Person, id_: str) -> None:
    """Clicks with the mouse. On the chart the nearest thing that glows takes a click."""
    person.page.locator(f'[data-id="{id_}"]').first.click(force=id_.startswith("hex:"))


def tap(person: Person, id_: str) -> None:
    """Taps with a finger."""
    person.page.locator(f'[data-id="{id_}"]').first.tap(force=id_.startswith("hex:"))


def answer(person: Person) -> None:
    """Says yes when a tap is asked about, and takes one of several things under a finger."""
    asked = person.page.locator(".choices button, .prompt .glowing:not([data-id])")
    asked.nth(person.random.randrange(asked.count())).tap()


def play_by_clicking(
    people: list[Person],
    shortcut: str = "",
    until_ply: int = 10**6,
    press: Callable[[Person, str], None] = click,
) -> None:
    """Whoever has something that glows clicks on it, until the game is over."""
    while True:
        for person in people:
            stand = person.page.evaluate(STAND)
            if stand["over"] or stand["ply"] >= until_ply:
                return
            if stand["pass"]:
                person.page.locator("[data-pass]").click()
            elif stand["asked"]:
                answer(person)
            elif stand["glow"]:
                ids = sorted(set(stand["glow"]))
                ids = [id_ for id_ in ids if not id_.startswith("space:")] or ids
                press(person, shortcut if shortcut in ids else person.random.choice(ids))
            else:
                continue
            wait(person, partial(differs, stand))
            break
        else:
            wait(people[-1], lambda now: now["over"] or now["pass"] or now["glow"], 0.05)


FOCUS = f"""() => ({{ ...({STAND})(), focus: document.activeElement?.dataset?.id ?? "" }})"""
MAX_TABS = 400  # more than there is to step through


def play_by_keyboard(person: Person, shortcut: str = "") -> None:
    """Steps to something that glows with the Tab key and presses Enter, until the game is over."""
    tabs = 0
    while not (now := person.page.evaluate(FOCUS))["over"]:
        wanted = [shortcut] if shortcut in now["glow"] else now["glow"]
        if not wanted:
            person.page.wait_for_timeout(10)
        elif now["focus"] in wanted and (now["focus"] == shortcut or person.random.random() < 0.5):
            before = {name: value for name, value in now.items() if name != "focus"}
            person.page.keyboard.press("Enter")
            wait(person, partial(differs, before))
            tabs = 0
        else:
            person.page.keyboard.press("Tab")
            tabs += 1
            assert tabs < MAX_TABS, f"the keyboard leads nowhere: {now}"


def differs(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether anything has happened."""
    return now != before


def wait(person: Person, is_so: Callable[[dict[str, Any]], Any], least: float = PATIENCE) -> None:
    """Looks at the page until it is so; after `least` seconds others may be waited for instead.

    The page's own policy forbids what Playwright's `wait_for_function` does, and it shall stay on.
    """
    deadline = time.monotonic() + least
    while not is_so(person.page.evaluate(STAND)):
        if time.monotonic() > deadline:
            assert least < 1, f"nothing happens any more: {person.page.evaluate(STAND)}"
            return
        person.page.wait_for_timeout(10)
