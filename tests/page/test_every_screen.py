"""Every screen at every size and in both themes: axe, type that can be read, nothing cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from page.people import Person
from page.screens import SIZES, every_screen, show
from support.server_process import ServerProcess

Somebody = Callable[..., Person]
# Colours depend on the theme and places on the size: each is looked at, not each pair.
AXE = {(1280, 720): "light", (844, 390): "dark", (640, 360): "light", (390, 844): "dark"}
PARTS = 4  # so that several processes can share the work
ZOOMED = (320, 256)  # a laptop at 400 %
BOARDS = ("-start", "-table", "-replay", "replay-judged", "-lesson")

LOOK = """() => {
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && !element.closest(".unseen, [hidden]")
      && getComputedStyle(element).clipPath === "none" && element.checkVisibility();
  };
  const small = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !shown(element)) continue;
    const scale = element.getScreenCTM ? Math.abs(element.getScreenCTM().d) : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < 11.9) small.push([text.data.trim(), Math.round(size * 10) / 10]);
  }
  // What can be pressed lies in the window, or where scrolling brings it.
  const cut = [...document.querySelectorAll("main :is(button, a, select, input)")].filter((one) => {
    if (!shown(one) || document.querySelector("dialog[open]")) return false;
    const box = one.getBoundingClientRect();
    for (let around = one.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (around === document.documentElement) break;
      if (overflowX === "auto" || overflowY === "auto") return false;
      if (overflowX !== "hidden" && overflowY !== "hidden") continue;
      const frame = around.getBoundingClientRect();
      if (box.right > frame.right + 1 || box.bottom > frame.bottom + 1) return true;
      if (box.left < frame.left - 1 || box.top < frame.top - 1) return true;
    }
    return box.left < -1 || box.right > innerWidth + 1;
  }).map((one) => one.getAttribute("aria-label") ?? one.textContent.trim());
  // Only tables and texts of programs may be moved sideways.
  for (const one of document.querySelectorAll("body *")) {
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "auto"
      && !one.matches("pre, :has(> table), .buttons")) cut.push(`sideways ${one.className}`);
  }
  const page = document.documentElement;
  const [overflow, high] = [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight];
  return { small, cut, overflow, high };
}"""

# What must be seen without scrolling where a board is shown.
MAIN = (
    "main .prompt b, main .prompt .buttons .button, main .cards button,"
    " main .steps button, main input[type=range], main .controls p, main .actions button,"
    " main .options :is(select, button)"
)
AT_BOARD = """(main) => {
  const board = document.querySelector("main svg[role=group]").getBoundingClientRect();
  const hidden = [...document.querySelectorAll(main)].filter((one) => {
    if (!one.checkVisibility()) return false;
    const box = one.getBoundingClientRect();
    let [top, bottom] = [0, innerHeight];
    for (let around = one.parentElement; around; around = around.parentElement) {
      const { overflowY, display } = getComputedStyle(around);
      if (overflowY === "visible" || display === "contents") continue;
      const frame = around.getBoundingClientRect();
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return box.top < top - 2 || box.bottom > bottom + 2 || box.right > innerWidth + 1;
  }).map((one) => one.getAttribute("aria-label") ?? one.textContent.trim());
  return { height: board.height / innerHeight, width: board.width / innerWidth, hidden };
}"""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen(somebody: Somebody, server: ServerProcess, part: int) -> None:
    guest = server.guest("Ada")
    ada = somebody(language="de-DE")  # the longest words
    ada.expected.append("404")
    problems: list[Any] = []
    for name in every_screen(ada, guest, part=slice(part, None, PARTS)):
        for width, height in [*SIZES, ZOOMED]:
            show(ada, width, height, AXE.get((width, height), "light"))
            where = f"{name} {width}x{height}"
            if (width, height) in AXE:
                problems += [f"{where}: {problem}" for problem in ada.axe()]
            problems += [f"{where}: {problem}" for problem in measured(ada, name, width, height)]
    assert problems == [], "\n".join(problems)


def measured(person: Person, name: str, width: int, height: int) -> list[str]:
    """What is too small, cut off or hidden on a screen."""
    seen = person.page.evaluate(LOOK)
    found = [f"small type: {small}" for small in seen["small"]]
    found += [f"cut off: {cut}" for cut in seen["cut"]]
    if seen["overflow"] > 1:
        found.append(f"{seen['overflow']} px too wide")
    if name.endswith(BOARDS) and (width, height) != ZOOMED:
        board = person.page.evaluate(AT_BOARD, MAIN)
        found += [f"hidden: {hidden}" for hidden in board["hidden"]]
        if seen["high"] > 1:
            found.append(f"{seen['high']} px too high")
        if height < 400 and (board["height"] < 0.95 or board["width"] < 0.5):
            found.append(f"the board has {board}")
    return found
