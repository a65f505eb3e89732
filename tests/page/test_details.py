"""What happens at the edges: refusals, broken lines, odd addresses, and people in a hurry."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from page.people import Person, wait
from support.server_process import ServerProcess

Somebody = Callable[..., Person]
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}
sizes = pytest.mark.parametrize("size", ["wide", "phone"])
MOVING = """(things) => (window.moving = document.getAnimations().filter((one) =>
  one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity
  && one.effect.target.matches(things))).length"""
ARRIVED = "() => window.moving.every((one) => one.playState !== 'running')"  # what moved then


def arrive(page: Page) -> None:
    """Waits until what was found moving has arrived, which by itself takes a minute."""
    for _ in range(600):
        if page.evaluate(ARRIVED):
            return
        page.wait_for_timeout(50)
    pytest.fail("it goes on moving")


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> str:
    """A finished match of Causeway."""
    ada = server.guest("Ada")
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        while not line.until_turn()["result"]:
            line.play()
    return table


def alert(person: Person) -> Locator:
    return person.page.get_by_role("alert")


# Refusals that are final


@sizes
def test_too_many_lines_from_one_address(
    somebody: Somebody, own_server: ServerProcess, size: str
) -> None:
    own_server.environment["ATLANTIS_LIMITS"] = "0.4"  # 40 lines
    own_server.start()
    ada = somebody(own_server, size=size)
    crowd = own_server.guest("Crowd")
    elsewhere = crowd.open("escape", "po")
    lines = [crowd.sit(elsewhere) for _ in range(40)]
    ada.open_table("escape", [ME, BOT])
    expect(alert(ada)).to_contain_text("Close tabs you don't need")
    ada.looks_well(f"trouble-too-many-{size}")
    for line in lines:
        line.socket.socket.shutdown(socket.SHUT_RDWR)  # without waiting for an answer
    while "atlantis_connections 0.0" not in crowd.http.get("/metrics").text:
        pass  # until the server has noticed
    ada.find("Try again").click()
    wait(ada, lambda now: now["glow"])


def test_a_match_by_older_rules(somebody: Somebody, own_server: ServerProcess) -> None:
    ada = somebody(own_server.start())
    table = ada.open_table("escape", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    own_server.stop()
    (file,) = own_server.data.glob("*.db")
    with sqlite3.connect(file) as database:
        database.execute("UPDATE tables SET rules = 0, checksum = NULL")
    own_server.start(own_server.port)
    expect(alert(ada)).to_contain_text("older rules")
    ada.page.goto(f"/table/{table}")
    expect(alert(ada)).to_contain_text("older rules")
    ada.looks_well("trouble-old-rules-wide")


# Addresses and links


def test_an_odd_address_of_a_rule_opens_the_rules(somebody: Somebody) -> None:
    ada = somebody()
    ada.page.goto("/rules/causeway#%")
    contents = ada.page.get_by_role("navigation", name="Contents")
    for name in ("Bridges", "Examples", "Options"):
        contents.get_by_role("link", name=name).click()
    for place in ("examples", "6"):
        ada.page.go_back()
        expect(ada.page.locator(f"[id='{place}']")).to_be_focused()
    ada.page.evaluate("location.hash = '#%C3'")
    ada.page.wait_for_timeout(100)


@pytest.mark.parametrize("can_copy", [True, False])
def test_copying_without_https_says_what_it_did(somebody: Somebody, can_copy: bool) -> None:
    ada = somebody()
    ada.page.add_init_script("delete Navigator.prototype.clipboard")
    if not can_copy:
        ada.page.add_init_script("document.execCommand = () => false")
    table = ada.open_table("escape", [ME, FRIEND])
    ada.find("Copy").click()
    if can_copy:
        expect(ada.find("Copied")).to_be_visible()
        expect(ada.find("Copied")).to_be_focused()
        ada.page.goto("/rules/escape")
        search = ada.page.get_by_role("searchbox")
        search.press("Control+V")
        expect(search).to_have_value(f"{ada.server.address}/table/{table}")
    else:
        expect(alert(ada)).to_contain_text("Copying doesn't work here")
        expect(ada.find("Copy")).to_be_visible()
        ada.looks_well("waiting-not-copied-wide")


# The start page


def test_a_cleared_number_is_no_number(somebody: Somebody) -> None:
    ada = somebody()
    ada.page.goto("/")
    ada.find("Choose opponents").nth(1).click()
    ada.find("More").click()
    ada.page.get_by_label("Quiet rounds").fill("")
    ada.find("Start").click()
    wait(ada, lambda now: now["glow"])
    ada.page.goto("/")
    ada.find("Play now").nth(1).click()
    wait(ada, lambda now: now["glow"])


def test_what_the_server_no_longer_takes_is_forgotten(somebody: Somebody) -> None:
    ada = somebody()
    ada.expected.append("400")
    ada.page.goto("/")
    bots = [
        {"kind": "you", "name": "", "level": "crab"},
        {"kind": "bot", "name": "", "level": "crab"},
    ]
    wish = {"seats": bots, "options": {"gone": "on"}, "clock": "none", "hints": True}
    for mode in ("bots", "screen"):
        keep = "([name, wish]) => localStorage.setItem(name, wish)"
        ada.page.evaluate(keep, [f"atlantis.wish.causeway.{mode}", json.dumps(wish)])
    ada.find("Play now").first.click()
    wait(ada, lambda now: now["glow"])
    ada.page.goto("/")
    for _ in range(2):
        ada.find("On one screen").first.click()
        ada.find("Start").click()
        expect(ada.page.get_by_role("dialog")).to_be_hidden()
    ada.page.locator("[data-pass]").wait_for()


def test_players_and_levels_are_those_of_the_server(somebody: Somebody) -> None:
    ada = somebody()

    def told(route: Route) -> None:
        answer: dict[str, Any] = route.fetch().json()
        for game in answer["games"]:
            game.update(players=[3, 4], levels=["sprat", "leviathan"])
        route.fulfill(json=answer)

    ada.page.route("**/api/games", told)
    ada.page.goto("/")
    ada.find("Choose opponents").first.click()
    expect(ada.page.get_by_role("radio")).to_have_count(2)
    levels = ada.page.get_by_role("dialog").locator("select").first.locator("optgroup option")
    assert levels.all_text_contents() == ["Sprat: for a first game", "leviathan"]


# At the table


def test_the_result_stays_closed(somebody: Somebody, server: ServerProcess, finished: str) -> None:
    ada = somebody()
    ada.page.goto(f"/table/{finished}")
    ada.find("Close").click()
    with server.guest("Ben").sit(finished) as line:
        line.hear()
        ada.page.wait_for_timeout(300)
    expect(ada.page.get_by_role("dialog")).to_be_hidden()
    ada.find("Result").click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()


@sizes
def test_a_line_of_chat_is_noticed_and_not_lost(
    somebody: Somebody, own_server: ServerProcess, size: str
) -> None:
    own_server.start()
    port = own_server.port
    ada = somebody(own_server, size=size)
    table = ada.open_table("escape", [ME, FRIEND])
    ben = own_server.guest("Ben")
    ben.post(f"/api/tables/{table}/join")
    ada.page.locator("[data-ply]").wait_for()
    with ben.sit(table) as line:
        line.send(type="chat", text="Ahoy!")
        if size == "wide":
            sign = ada.page.get_by_role("tab", name="Chat, 1 new message")
        else:
            sign = ada.find("Log and chat, 1 new message")
        sign.wait_for()
        ada.looks_well(f"chat-unread-{size}")
        sign.click()
    expect(ada.page.get_by_text("Ahoy!")).to_be_visible()
    expect(ada.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()
    ada.looks_well(f"chat-{size}")
    field = ada.page.get_by_label("Say something").last
    field.fill("Anybody there?")
    own_server.stop()
    expect(ada.find("Send").last).to_be_disabled()
    field.press("Enter")
    expect(field).to_have_value("Anybody there?")
    own_server.start(port)
    expect(ada.find("Send").last).to_be_enabled()
    field.press("Enter")
    expect(field).to_have_value("")
    expect(ada.page.get_by_text("Anybody there?").last).to_be_visible()


def test_water_rises_and_people_in_a_hurry_need_not_wait(somebody: Somebody) -> None:
    ada = somebody(motion="no-preference")
    ada.open_table("causeway", [BOT, BOT], pace=0.2)
    page = ada.page
    page.locator("[data-ply]").wait_for()
    page.evaluate("document.documentElement.style.setProperty('--glide', '60s')")
    for _ in range(1_000):
        if page.evaluate(MOVING, ".wave"):
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail("no water rises")
    page.keyboard.press("Shift")
    arrive(page)


def test_watching_can_be_paused_and_misses_nothing(somebody: Somebody) -> None:
    ada = somebody(motion="no-preference")
    table = ada.open_table("causeway", [BOT, BOT], pace=0.1)
    pause = ada.find("Pause")
    pause.wait_for()
    place, first = pause.bounding_box(), ada.ply()
    wait(ada, lambda now: now["ply"] > first + 5)  # there is something to show again by now
    assert pause.bounding_box() == place, "a tool moves from under the pointer"
    pause.click()
    go_on = ada.find("Resume")
    expect(go_on).to_be_visible()
    paused = ada.ply()
    with ada.server.guest("Cy").sit(table) as line:
        line.until_ply(paused + 40)
    assert ada.ply() == paused
    ada.find("Next move").click()
    wait(ada, lambda now: now["ply"] > paused)
    assert ada.ply() < paused + 40
    ada.looks_well("watching-paused")
    go_on.click()
    wait(ada, lambda now: now["ply"] >= paused + 40)


def test_the_settlement_can_be_hurried(somebody: Somebody, finished: str) -> None:
    ada = somebody(motion="no-preference")
    ada.page.add_init_script(
        "addEventListener('DOMContentLoaded', () =>"
        " document.documentElement.style.setProperty('--glide', '60s'))"
    )
    for way in ("key", "click"):
        ada.page.goto(f"/table/{finished}")
        ada.page.get_by_role("dialog").wait_for()
        assert ada.page.evaluate(MOVING, "dialog tr") > 0
        if way == "key":
            ada.page.keyboard.press("Shift")
        else:
            ada.page.locator("dialog h2").click()
        arrive(ada.page)


# Looking back


def test_a_review_shows_what_it_has_found_while_it_is_made(
    somebody: Somebody, server: ServerProcess, finished: str
) -> None:
    ada, path = somebody(), f"/api/tables/{finished}/review"
    server.guest().post(path)
    while (found := server.guest().get(path)["result"]) is None:
        ada.page.wait_for_timeout(100)
    judged = found["decisions"]
    worst = max(range(len(judged)), key=lambda number: judged[number]["loss"])
    begun = {**found, "decisions": judged[: worst + 1], "accounts": [], "events": []}
    begun["curve"] = found["curve"][: worst + 1]
    answer = {"done": worst, "total": len(judged), "failed": False, "result": None}
    asked: list[Route] = []
    ada.page.route("**/api/tables/*/review", lambda route: tell(route))

    def tell(route: Route) -> None:
        asked.append(route)
        if route.request.method == "POST" or len(asked) > 3:
            route.continue_()
        else:
            route.fulfill(json={**answer, "so_far": begun})

    ada.page.goto(f"/review/{finished}")
    mistake = ada.page.locator(f'a[href$="ply={judged[worst]["entry"] - 1}&review=1"]').first
    expect(mistake).to_be_visible()
    expect(ada.page.get_by_role("progressbar")).to_be_visible()
    expect(ada.page.get_by_role("table")).to_have_count(0)
    expect(ada.page.get_by_role("table").first).to_be_visible()
    expect(ada.page.get_by_role("progressbar")).to_have_count(0)
    expect(mistake).to_be_visible()


def test_a_review_is_not_asked_for_once_it_is_left(somebody: Somebody, finished: str) -> None:
    ada = somebody()
    asked: list[Route] = []

    def told(route: Route) -> None:
        if route.request.method == "GET":
            asked.append(route)
        else:
            route.continue_()

    ada.page.route("**/api/tables/*/review", told)
    ada.page.goto(f"/review/{finished}")
    while not asked:
        ada.page.wait_for_timeout(20)
    ada.page.get_by_role("link", name="Home").first.click()
    expect(ada.find("Play now").first).to_be_visible()
    nothing = {"so_far": None, "result": None}
    asked[0].fulfill(json={"done": 1, "total": 9, "failed": False, **nothing})
    ada.page.wait_for_timeout(1_500)
    assert len(asked) == 1


@sizes
def test_a_replay_leaves_keys_to_its_list_and_tells_what_fails(
    somebody: Somebody, server: ServerProcess, finished: str, size: str
) -> None:
    ada = somebody(size=size)
    ada.expected.append("500")
    guest, path = server.guest(), f"/api/tables/{finished}/positions?seat=0"
    pieces = (guest.get(f"{path}&first={first}&last={first + 49}") for first in range(0, 200, 50))
    paying = next(
        one["ply"]
        for one in chain.from_iterable(piece["views"] for piece in pieces)
        if one["view"]["phase"] == "pay" and one["view"]["actor"] == 0
    )
    ada.page.goto(f"/replay/{finished}?ply={paying}")
    slider = ada.page.get_by_role("slider")
    expect(slider).to_have_value(str(paying))
    eyes = ada.page.get_by_label("Seen by")
    eyes.focus()
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Home")
    expect(slider).to_have_value(str(paying))
    eyes.select_option("0")
    expect(ada.page.get_by_text(re.compile(r"\d of \d+ paid"))).to_be_visible()
    expect(ada.find("Pay for me")).to_have_count(0)
    ada.page.route("**/match", lambda route: route.fulfill(status=500, json={}))
    ada.find("Save as file").click()
    expect(ada.page.get_by_text("Something went wrong on the server")).to_be_visible()
    ada.looks_well(f"replay-trouble-{size}")


def test_a_replay_that_breaks_off_says_so(somebody: Somebody, finished: str) -> None:
    ada = somebody()
    ada.expected.append("500")
    later = re.compile(r"positions\?first=[1-9]")
    ada.page.route(later, lambda route: route.fulfill(status=500, json={}))
    ada.page.goto(f"/replay/{finished}")
    expect(alert(ada)).to_contain_text("Something went wrong on the server")
    ada.page.unroute(later)
    ada.find("Try again").click()
    expect(ada.page.get_by_role("slider")).to_be_visible()
