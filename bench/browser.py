"""How quick the page is in a real browser: python bench/browser.py (build it first: make page)

From a warm server on this machine: until the first board stands, until a click is answered on the
board, how often and with how much work frames come while bots play on a full board, and how long
the page's scripts run without a pause meanwhile and while a person clicks.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from browser_trace import Trace, traced
from page.people import STAND, Person, click, differs, launch, wait
from page.positions import position_where
from page.screens import MIDDLE
from support.server_process import ServerProcess

PAGE = Path(__file__).parent.parent / "src" / "atlantis_games" / "server" / "page"
CLICKS = 40
ME, BOT = {"kind": "person"}, {"kind": "bot", "level": "sprat"}
FRAMES = """seconds => new Promise((done) => {
  const times = []; let last = performance.now(); const end = last + 1000 * seconds;
  const next = (now) => {
    times.push(now - last); last = now;
    if (now < end) requestAnimationFrame(next); else done(times);
  };
  requestAnimationFrame(next);
})"""


def sizes() -> None:
    """What a browser loads, compressed."""
    files = {
        file.name: len(gzip.compress(file.read_bytes(), 9))
        for file in PAGE.rglob("*")
        if file.suffix in (".js", ".css")
    }
    others = sum(size for name, size in files.items() if name.startswith(("de-", "nl-")))
    print(f"JavaScript and CSS, all: {sum(files.values()) / 1000:.1f} kB gzipped")
    print(f"every screen in English: {(sum(files.values()) - others) / 1000:.1f} kB gzipped")


def first_board(browser: Browser, house: ServerProcess, game: str) -> float:
    """Seconds from asking for a table's address in a new browser until its board stands."""
    ada = Person(browser, house)
    table = ada.open_table(game, [ME, BOT, BOT, BOT])
    ben = Person(browser, house)
    begin = time.perf_counter()
    ben.page.goto(f"/table/{table}")
    ben.page.locator("svg [data-id], svg g").first.wait_for()
    seconds = time.perf_counter() - begin
    ada.close()
    ben.close()
    return seconds


def answer(browser: Browser, house: ServerProcess) -> list[float]:
    """Milliseconds from a click that completes a move until the board shows the next state."""
    ada = Person(browser, house)
    ada.open_table("escape", [ME, ME])
    found = []
    for _ in range(20):
        wait(ada, lambda now: now["glow"])
        stand = ada.page.evaluate(STAND)
        target = ada.page.locator(f'[data-id="{stand["glow"][0]}"]').first
        begin = time.perf_counter()
        target.dispatch_event("click")
        while ada.ply() == stand["ply"]:
            pass
        found.append(1000 * (time.perf_counter() - begin))
    ada.close()
    return found


def frames(browser: Browser, house: ServerProcess, game: str) -> tuple[list[float], float]:
    """While bots play and pieces glide: milliseconds between frames, and of work for each."""
    ada = Person(browser, house, motion="no-preference")
    ada.open_table(game, [BOT, BOT, BOT, BOT], pace=0.3)
    ada.page.locator("[data-ply]").wait_for()
    devtools = ada.page.context.new_cdp_session(ada.page)
    devtools.send("Performance.enable")

    def worked() -> float:
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    before = worked()
    times: list[float] = ada.page.evaluate(FRAMES, 8)
    work = (worked() - before) / len(times)
    ada.close()
    return times, work


def watching(browser: Browser, house: ServerProcess, game: str) -> Trace:
    """The scripts of somebody who watches four bots for some seconds."""
    ada = Person(browser, house, motion="no-preference")
    ada.open_table(game, [BOT, BOT, BOT, BOT], pace=0.3)
    ada.page.locator("[data-ply]").wait_for()
    with traced(browser, ada.page) as trace:
        ada.page.wait_for_timeout(8_000)
    ada.close()
    return trace


def clicking(browser: Browser, house: ServerProcess, game: str) -> Trace:
    """The scripts while a person clicks at random in the middle of a game against three bots."""
    ada = Person(browser, house, motion="no-preference")
    middle = position_where(game, lambda position: position.turns >= MIDDLE[game])
    ada.open_table(game, [ME, BOT, BOT, BOT], pace=0.1, position=middle)
    wait(ada, lambda now: now["glow"])
    clicks = 0
    with traced(browser, ada.page) as trace:
        while clicks < CLICKS:
            wait(ada, lambda now: now["glow"])
            stand = ada.page.evaluate(STAND)
            click(ada, ada.random.choice(sorted(set(stand["glow"]))))
            wait(ada, partial(differs, stand))
            clicks += 1
    ada.close()
    return trace


def main() -> None:
    sizes()
    ServerProcess.is_forked = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServerProcess(Path(folder)).start()
        browser = launch(playwright)
        for game in ("causeway", "escape"):
            boards = [first_board(browser, house, game) for _ in range(5)]
            print(f"{game}: first board after {statistics.median(boards):.2f} s")
            times, work = frames(browser, house, game)
            cuts = statistics.quantiles(times, n=100)
            print(f"{game}: a frame every {cuts[49]:.1f} ms, 95% within {cuts[94]:.1f} ms")
            print(f"{game}: the page works {work:.1f} ms for a frame")
            print(f"{game}, watched: {watching(browser, house, game)}")
            print(f"{game}, {CLICKS} clicks: {clicking(browser, house, game)}")
        click = statistics.median(answer(browser, house))
        print(f"a click is answered on the board in {click:.0f} ms")
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
