"""Playing by clicking: what clicks are answered with, what others do, and the end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from atlantis_games.games import GAMES
from atlantis_games.server.notation import encoded_notation
from page.people import Person, play_by_clicking, wait
from support.deltas import applied

Somebody = Callable[..., Person]
ME, BOT = {"kind": "person"}, {"kind": "bot", "level": "sprat"}
IDS = "() => [...new Set([...document.querySelectorAll('main [data-id]')].map(x => x.dataset.id))]"
games = pytest.mark.parametrize("game", ["causeway", "escape"])


class SocketLog:
    """Between page and server: keeps moves from the server, and remembers what is said."""

    def __init__(self, person: Person) -> None:
        self.state: dict[str, Any] = {}
        self.moves: list[str] = []  # that the page wanted to make
        self.asked: list[list[str]] = []  # clicks that the page did not understand
        self.reasons: list[dict[str, Any]] = []
        self.holds_moves = False
        person.page.route_web_socket("**/socket*", self.connect)

    def connect(self, page: WebSocketRoute) -> None:
        """Passes messages on, both ways."""
        server = page.connect_to_server()
        page.on_message(lambda text: self.from_page(page, server, text))
        server.on_message(lambda text: self.from_server(page, text))

    def notation(self, game: str) -> dict[str, Any]:
        """The table of moves that deltas refer to."""
        found: dict[str, Any] = json.loads(encoded_notation(GAMES[game]))
        return found

    def from_page(self, page: WebSocketRoute, server: WebSocketRoute, text: Any) -> None:
        """A move may be held back and refused, so that the position stays as it is."""
        message = json.loads(text)
        if message["type"] == "why":
            self.asked.append(message["clicks"])
        if message["type"] == "move" and self.holds_moves:
            self.moves.append(message["move"])
            refused = {"code": "stale", "text": "", "rule": "", "values": {}}
            page.send(json.dumps({"type": "error", **refused}))
        else:
            server.send(text)

    def from_server(self, page: WebSocketRoute, text: Any) -> None:
        """Keeps the latest state and every reason."""
        message = json.loads(text)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "delta":
            self.state = applied(self.state, message, self.notation(self.state["table"]["game"]))
        elif message["type"] == "why":
            self.reasons.append(message)
        page.send(text)


def fits(choice: dict[str, Any], clicks: list[str]) -> bool:
    """Whether a move has all of these clicks, of which one may be the place where it ends."""
    return all(click in choice["clicks"] or click == choice.get("at") for click in clicks)


def click_everything(ada: Person, log: SocketLog) -> int:
    """Clicks every thing that has an id, and all over the board; how many clicks were refused."""
    ids = ada.page.evaluate(IDS)
    refused = 0
    for id_ in ids:
        thing = ada.page.locator(f'[data-id="{id_}"]').first
        refused += is_refused(ada, log, partial(thing.dispatch_event, "click"))
    box = ada.page.locator(".board").first.bounding_box()
    assert box is not None
    for row in range(1, 9):
        for column in range(1, 13):
            x = box["x"] + box["width"] * (column + row % 2 / 2) / 14
            y = box["y"] + box["height"] * row / 9
            refused += is_refused(ada, log, partial(ada.page.mouse.click, x, y))
    return refused


def is_refused(ada: Person, log: SocketLog, click: Callable[[], None]) -> bool:
    """Clicks, compares the answer with the legal moves, and clears what was chosen."""
    log.moves.clear()
    log.asked.clear()
    log.reasons.clear()
    click()
    ada.page.evaluate("() => new Promise(requestAnimationFrame)")
    legal = log.state["moves"]
    for move in log.moves:
        assert any(choice["move"] == move for choice in legal), move
    for clicks in log.asked:
        assert not any(fits(choice, clicks) for choice in legal), (clicks, "is legal")
        for _ in range(300):
            if log.reasons:
                break
            ada.page.wait_for_timeout(10)
        assert log.reasons[-1]["code"] != "legal", clicks
        expect(ada.page.locator(".toast")).to_be_visible()
    was_refused = bool(log.asked)
    ada.page.keyboard.press("Escape")
    return was_refused


@games
def test_every_click_is_answered_truly(somebody: Somebody, game: str) -> None:
    ada = somebody(seed=5)
    log = SocketLog(ada)
    ada.open_table(game, [ME, BOT])
    refused = 0
    for _ in range(4):
        wait(ada, lambda now: now["glow"])
        log.holds_moves = True
        refused += click_everything(ada, log)
        log.holds_moves = False
        for _ in range(5):  # on to another position
            wait(ada, lambda now: now["glow"])
            ply = ada.ply()
            move = ada.random.choice(log.state["moves"])
            make(ada, move["clicks"])
            wait(ada, partial(is_later, ply))
    assert refused > 5


def is_later(ply: int, now: dict[str, Any]) -> bool:
    """Whether something has happened since."""
    return bool(now["ply"] > ply)


def make(ada: Person, clicks: list[str]) -> None:
    """Makes a move by its clicks, but for those that need not be made."""
    ada.page.keyboard.press("Escape")
    ply = ada.ply()
    for id_ in clicks:
        target = ada.page.locator(f'[data-id="{id_}"]')
        if ada.ply() != ply or target.count() == 0:
            continue
        if target.first.get_attribute("aria-pressed") != "true":
            target.first.dispatch_event("click")
            ada.page.evaluate("() => new Promise(requestAnimationFrame)")


def test_a_spin_and_a_symbol_have_a_step_and_a_banner_and_are_shown_again(
    somebody: Somebody,
) -> None:
    ada = somebody(motion="no-preference")
    ada.page.add_init_script("localStorage.setItem('atlantis.speed', 'slow')")
    log = SocketLog(ada)
    ada.open_table("escape", [ME, BOT])
    while not any(choice["move"].startswith("sink") for choice in log.state.get("moves", [])):
        wait(ada, lambda now: now["glow"])
        if not any(choice["move"].startswith("sink") for choice in log.state["moves"]):
            ply = ada.ply()
            names = {choice["move"]: choice["clicks"] for choice in log.state["moves"]}
            make(ada, names.get("stop") or ada.random.choice(list(names.values())))
            wait(ada, partial(is_later, ply))
    wait(ada, lambda now: now["glow"])
    banner = ada.page.locator("[data-banner]")
    hexes = log.state["view"]["hexes"]
    taken = {hex_["hex"] for hex_ in hexes if sum(hex_.get("people", []))}
    sinking = {choice["move"].split()[1]: choice["clicks"] for choice in log.state["moves"]}
    empty = next(clicks for name, clicks in sinking.items() if name not in taken)
    make(ada, empty)
    expect(banner).to_contain_text("!")  # the symbol, before the spin
    expect(banner).not_to_contain_text("spinner")
    expect(banner).to_contain_text("The spinner:")
    expect(ada.page.locator("[data-log] .turn").last).to_contain_text("sinks")
    expect(ada.page.locator("[data-log] .round").first).to_have_text("Round 1")
    expect(banner).to_have_count(0)
    again = ada.find("What happened?")
    expect(again).to_be_enabled()
    again.dispatch_event("click")
    expect(banner).to_contain_text("!")


def test_undo_back_and_a_place_chosen_first(somebody: Somebody) -> None:
    ada = somebody()
    log = SocketLog(ada)
    ada.open_table("causeway", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    # Browser Back closes a sheet, and nothing else.
    address = ada.page.url
    ada.find("Help").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    ada.page.go_back()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    assert ada.page.url == address
    ada.find("Help").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    # A place to which several ways lead asks with which; one way asks first.
    ends: dict[str, list[str]] = {}
    for choice in log.state["moves"]:
        if "at" in choice:
            ends.setdefault(choice["at"], []).append(choice["move"])
    place = next(iter(ends))
    ada.page.locator(f'[data-id="{place}"]').first.dispatch_event("click")
    prompt = ada.page.locator(".prompt b").first
    expect(prompt).to_have_text("Make this move?" if len(ends[place]) == 1 else "With which card?")
    assert ada.ply() == log.state["ply"]
    ada.page.keyboard.press("Escape")
    # What is undone leaves no marks, and one line in the log.
    ply = ada.ply()
    clicks = next(one["clicks"] for one in log.state["moves"] if one["move"].startswith("bridge"))
    make(ada, clicks)
    wait(ada, partial(is_later, ply))
    expect(ada.page.locator(".mark")).not_to_have_count(0)
    ada.find("Undo").click()
    expect(ada.page.locator(".mark")).to_have_count(0)
    lines = ada.page.locator("[data-log] .turn")
    expect(lines).to_have_count(1)
    lines.locator("summary").click()
    expect(lines.locator("ol li")).to_have_count(1)


def test_the_end_a_replay_and_a_review(somebody: Somebody) -> None:
    ada = somebody(motion="no-preference")
    ada.page.add_init_script("localStorage.setItem('atlantis.speed', 'instant')")
    table = ada.open_table("causeway", [ME, BOT])
    guest = ada.context.request
    play_by_clicking([ada], shortcut="button:pass")
    sheet = ada.page.get_by_role("dialog")
    # The end: who, why, what each line counts, the own best decisions, and the next seat.
    expect(sheet.locator("[data-ending]")).to_contain_text("so the game ended")
    expect(sheet).to_contain_text("1 for every card in hand")
    expect(sheet.locator("[data-next-seat]")).to_have_text("You play White next.")
    won = sheet.get_by_role("heading", name="You win!").count()
    assert sheet.locator("[data-celebration]").count() == won
    expect(sheet.locator("[data-best-share]")).to_contain_text("of your decisions were the best")
    ada.looks_well("ending-wide")
    # The replay begins at the first decision; turns are listed, and stepped through.
    ada.page.goto(f"/replay/{table}")
    output = ada.page.locator("output")
    expect(output).not_to_have_text(re.compile(r"^0 /"))
    turns = ada.page.locator("[data-log] .turn")
    expect(turns).not_to_have_count(0)
    ends = [int(str(one.get_attribute("data-turn"))) for one in turns.locator(".go").all()]
    ada.find("By move").click()
    ada.find("Next turn").click()
    expect(output).to_contain_text(re.compile(rf"^{ends[0]} /"))
    turns.nth(3).locator(".go").click()
    expect(output).to_contain_text(re.compile(rf"^{ends[3]} /"))
    # "Seen by" shows the board at once, and that player's hand with it.
    ada.page.get_by_role("combobox", name="Seen by").select_option("0")
    hand = ada.page.get_by_role("region", name="What is yours")
    expect(hand.locator("[data-id^='card:']")).not_to_have_count(0)
    expect(ada.page.locator(".drawing.loading")).to_have_count(0)
    ada.looks_well("replay-wide")
    # A mistake opens in the position before it, with the better move drawn.
    review = guest.get(f"/api/tables/{table}/review").json()["result"]
    worst = max(review["decisions"], key=lambda one: one["loss"])
    ada.page.goto(f"/review/{table}")
    expect(ada.page.get_by_text("percentage points of winning chance:")).to_be_visible()
    ada.looks_well("review-wide")
    ada.page.locator(f'a[href$="ply={worst["entry"] - 1}&review=1"]').first.click()
    expect(ada.page.locator("[data-judged]")).to_contain_text("Better:")
    if worst["best"][0] in "ABC":
        expect(ada.page.locator(".route").first).to_be_attached()
    ada.looks_well("mistake-wide")
