"""Nothing moves while somebody points; nothing of the hand lies below a low window's edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from atlantis_games import Position
from page.people import STAND, Person, wait
from page.positions import position_where
from page.screens import show

Somebody = Callable[..., Person]
ME, BOT = {"kind": "person"}, {"kind": "bot", "level": "crab"}
LOW, UPRIGHT = (640, 360), (390, 844)  # a laptop at 200 %, a phone
WIDE = [(900, 700), (1024, 768), (1280, 720)]  # old and new laptops

# Where the buttons beside the board are (without the little way that a card rises), which of them
# lie beyond an edge, how far one has to scroll, and how large the board is.
PLACES = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  const [places, beyond] = [{}, []];
  for (const one of document.querySelectorAll("main .side button")) {
    if (!one.checkVisibility()) continue;
    const box = one.getBoundingClientRect();
    const up = new DOMMatrix(getComputedStyle(one).transform).f;
    const name = one.dataset.id ?? one.getAttribute("aria-label") ?? one.textContent.trim();
    places[name] = [Math.round(box.x), Math.round(box.y - up)];
    if (box.bottom - up > innerHeight + 1 || box.right > innerWidth + 1) beyond.push(name);
  }
  const side = document.querySelector("main .side");
  const board = document.querySelector("main svg[role=group]").getBoundingClientRect();
  done({ places, beyond, scroll: side.scrollHeight - side.clientHeight,
    board: [Math.round(board.width), Math.round(board.height)] });
}, 20)))"""


def is_paying(position: Position) -> bool:
    """Whether several tiles and cards could pay, or a bridge be laid."""
    seat: dict[str, Any] = position.view(0)["seats"][0]
    moves = " ".join(position.moves)
    return "pay" in moves and "bridge" in moves and len(seat["tiles"]) > 2


def is_rescuing(position: Position) -> bool:
    """Whether people are to be brought off a sinking piece."""
    return bool(position.view(0)["phase"] == "relocate")


def is_picking(position: Position) -> bool:
    """Whether the spinner shows an animal that may go anywhere: the longest question."""
    return bool(position.view(0)["phase"] == "pick an animal")


def is_moving(position: Position) -> bool:
    """Whether people and boats are moved, or figures."""
    return position.turns > 8 and position.view(0)["phase"] in ("move", "start")


POSITIONS = {"causeway": [is_moving, is_paying], "escape": [is_moving, is_rescuing, is_picking]}


@pytest.mark.parametrize("game", list(POSITIONS))
def test_nothing_moves_that_is_pointed_at(somebody: Somebody, game: str) -> None:
    ada = somebody(language="de-DE")  # the longest words
    problems = []
    boards: list[
        list[list[int]]
    ] = []  # how large the board is on laptops: every tile moves when that changes
    for is_wanted in POSITIONS[game]:
        position = position_where(game, is_wanted)
        ada.open_table(game, [ME, BOT, BOT, BOT], position=position)
        wait(ada, lambda now: now["glow"])
        boards.append([])
        for size in WIDE:
            show(ada, *size, "light")
            boards[-1].append(ada.page.evaluate(PLACES)["board"])
        for size in (LOW, UPRIGHT):
            show(ada, *size, "light")
            where = f"{is_wanted.__name__} {size}"
            problems += [f"{where} {one}" for one in unsteady(ada, size)]
    assert boards == boards[:1] * len(boards)
    assert problems == [], "\n".join(problems)


def unsteady(ada: Person, size: tuple[int, int]) -> list[str]:
    """What moves or is hidden: as it is, with half and with a whole hint, with a bridge begun."""
    found = pointed_at(ada, size, "")
    for hint in ("a hint", "the hint"):
        ada.page.keyboard.press("h")
        sign = ".prompt .hint" if hint == "a hint" else ".prompt .hint:has-text('%')"
        ada.page.locator(sign).wait_for()
        found += pointed_at(ada, size, hint)
    ada.page.keyboard.press("Escape")
    bridge = ada.page.locator("[data-id='button:bridge']")
    if bridge.count() and bridge.is_enabled():
        before = ada.page.evaluate(PLACES)
        bridge.dispatch_event("click")
        found += compared(before, ada.page.evaluate(PLACES), size, "a bridge")
        found += pointed_at(ada, size, "a bridge")
        ada.page.keyboard.press("Escape")
    return found


def pointed_at(ada: Person, size: tuple[int, int], state: str) -> list[str]:
    """What changes when one thing of each kind is pointed at."""
    ada.page.mouse.move(3, 3)
    before = ada.page.evaluate(PLACES)
    found = compared(before, before, size, state)
    kinds = {id_.split(":")[0]: id_ for id_ in ada.page.evaluate(STAND)["glow"]}
    for id_ in kinds.values():
        thing = ada.page.locator(f'[data-id="{id_}"]').first
        thing.dispatch_event("pointerenter", {"pointerType": "mouse"})
        found += compared(before, ada.page.evaluate(PLACES), size, f"{state} {id_}")
        thing.dispatch_event("pointerleave", {"pointerType": "mouse"})
    return found


def compared(
    before: dict[str, Any], now: dict[str, Any], size: tuple[int, int], state: str
) -> list[str]:
    """What has moved, and in a low window also what cannot be seen."""
    found = [
        f"{state}: {name} moves from {place} to {now['places'][name]}"
        for name, place in before["places"].items()
        if name in now["places"] and far(place, now["places"][name])
    ]
    if before["board"] != now["board"]:
        found.append(f"{state}: the board changes from {before['board']} to {now['board']}")
    if size == LOW and (now["beyond"] or now["scroll"] > 1):
        found.append(f"{state}: beyond the edge {now['beyond']}, {now['scroll']} px")
    return found


def far(one: list[int], other: list[int]) -> bool:
    """Whether two places are more than a rounding apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > 1
