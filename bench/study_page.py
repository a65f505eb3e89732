"""How quick study is in a real browser: python bench/study_page.py (first: make page)

Of a whole match between bots: until the engine's first line stands on the analysis board after a
step, how smoothly a replay is stepped through at 20 moves a second, and how long a review takes.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright

from atlantis_games import Dealer, Match
from atlantis_games.bots.registry import bot_named
from atlantis_games.games import GAMES
from browser_trace import traced
from page.people import Person, launch
from support.server_process import Guest, ServerProcess

RATE = 20  # moves a second
STEPS = 100
# Milliseconds from a key until the new position's lines are there; the old ones go at once.
FIRST_LINE = """() => new Promise((done) => {
  const begin = performance.now();
  const old = document.querySelector("[data-lines]").innerHTML;
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" }));
  let isCleared = false;
  const look = () => {
    const lines = document.querySelector("[data-lines]");
    isCleared ||= lines.innerHTML !== old;
    if (isCleared && lines.querySelector("b")) done(performance.now() - begin);
    else requestAnimationFrame(look);
  };
  look();
})"""
# Presses a key so many times, and answers the gaps between frames and how often a board was late.
WALK = """([steps, pause]) => new Promise((done) => {
  const gaps = []; let last = performance.now(), late = 0, pressed = 0;
  const frame = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  const timer = setInterval(() => {
    if (document.querySelector(".loading")) late += 1;
    if (pressed++ === steps) { clearInterval(timer); done({ gaps, late }); return; }
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  }, pause);
})"""


def import_match(guest: Guest, game: str) -> str:
    """A whole match of two bots as a table of the server."""
    match = Match(GAMES[game].new(2), ["Ada", "Ben"], Dealer("1"))
    match.deal()
    bot = bot_named("greedy", game)
    while not match.position.is_over:
        match.play(bot.choose(match.position, None))
        match.deal()
    text = {"Content-Type": "text/plain"}
    return str(guest.http.post("/api/matches", content=match.write(), headers=text).json()["id"])


def first_lines(person: Person, game: str, table: str) -> list[float]:
    """Milliseconds until the engine's first line, after each of some steps."""
    person.page.goto(f"/study/{game}?table={table}&ply=30")
    person.page.locator("[data-lines] b").first.wait_for()
    return [float(person.page.evaluate(FIRST_LINE)) for _ in range(15)]


def walk(browser: Browser, person: Person, table: str) -> str:
    """A replay stepped through by a held key."""
    person.page.goto(f"/replay/{table}")
    person.page.locator("main svg[role=group]").wait_for()
    with traced(browser, person.page) as trace:
        found: dict[str, Any] = person.page.evaluate(WALK, [STEPS, 1_000 / RATE])
    gaps = statistics.quantiles(found["gaps"], n=100)
    return (
        f"a frame every {gaps[49]:.1f} ms, 99% within {gaps[98]:.1f} ms,"
        f" {found['late']} of {STEPS} boards late; {trace}"
    )


def review(person: Person, table: str) -> tuple[float, float]:
    """Seconds until a review shows first results, and all."""
    begin = time.perf_counter()
    person.page.goto(f"/review/{table}")
    person.page.locator("figure, table").first.wait_for()
    first = time.perf_counter() - begin
    person.page.get_by_role("table").first.wait_for(timeout=300_000)
    return first, time.perf_counter() - begin


def main() -> None:
    ServerProcess.is_forked = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = ServerProcess(Path(folder)).start()
        browser = launch(playwright)
        for game in GAMES:
            table = import_match(house.guest("Ada"), game)
            ada = Person(browser, house)
            lines = first_lines(ada, game, table)
            print(
                f"{game}: the engine's first line after {statistics.median(lines):.0f} ms,"
                f" at most {max(lines):.0f} ms"
            )
            print(f"{game}, {RATE} moves a second: {walk(browser, ada, table)}")
            first, whole = review(ada, table)
            print(f"{game}: a review begins to show after {first:.1f} s, is done after {whole:.1f}")
            ada.close()
        browser.close()
        house.stop()


if __name__ == "__main__":
    main()
