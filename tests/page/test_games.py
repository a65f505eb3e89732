"""Whole games in a real browser, by clicking on what glows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from page.people import Person, play_by_clicking, play_by_keyboard, tap, wait
from support.server_process import ServerProcess

Somebody = Callable[..., Person]
ways = pytest.mark.parametrize(("game", "shortcut"), [("causeway", ""), ("escape", "button:stop")])
SHORT = {"causeway": {}, "escape": {"stall_limit": "2"}}  # few rounds after the island is gone
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}


@ways
def test_a_whole_game_against_a_bot(somebody: Somebody, game: str, shortcut: str) -> None:
    ada = somebody()
    ada.open_table(game, [ME, BOT])
    play_by_clicking([ada], shortcut)
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    expect(ada.find("Rematch")).to_be_visible()
    log = ada.page.locator("[data-log]")
    assert log.get_by_role("listitem", include_hidden=True).count() > 50
    expect(log.locator(".turn").last).to_be_in_viewport()  # however long it has become
    ada.looks_well(f"{game}-end-wide-light")


def test_a_whole_game_on_one_screen_with_hands_hidden_between_turns(somebody: Somebody) -> None:
    ada = somebody(size="phone", theme="dark")
    ada.open_table("causeway", [ME | {"name": "Ada"}, ME | {"name": "Ben"}])
    ada.page.locator("[data-pass]").wait_for()
    assert ada.page.locator("[data-id^='card:']").count() == 0
    ada.looks_well("pass-phone-dark")
    play_by_clicking([ada])
    expect(ada.page.get_by_role("dialog")).to_be_visible()


def test_two_browsers_over_the_network(somebody: Somebody) -> None:
    ada, ben = somebody(seed=2), somebody(size="phone", seed=3)
    table = ada.open_table("causeway", [ME, FRIEND])
    link = ada.page.get_by_label("The link to this table", exact=True)
    expect(link).to_have_value(f"{ada.server.address}/table/{table}")
    ada.looks_well("waiting-wide-light")
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("textbox").first.fill("Ben")
    ben.find("Join in").click()
    ada.page.locator("[data-ply]").wait_for()
    ben.page.locator("[data-ply]").wait_for()
    play_by_clicking([ada, ben])
    for person in (ada, ben):
        expect(person.page.get_by_role("dialog")).to_be_visible()
    # Ben has joined through the page, whose number takes part in the dealing.
    expect(ben.page.locator("[data-verdict=ours]")).to_contain_text("Deal verified.")
    expect(ada.page.locator("[data-verdict=theirs]")).to_contain_text("Deal verified.")
    ada.find("Rematch").click()
    ada.page.wait_for_url(lambda url: table not in url and "/table/" in url)


def test_the_page_comes_back_by_itself_after_a_restart(
    somebody: Somebody, own_server: ServerProcess
) -> None:
    own_server.start()
    port = own_server.port
    ada = somebody(own_server)
    ada.open_table("causeway", [ME, BOT])
    play_by_clicking([ada], until_ply=80)
    wait(ada, lambda now: now["glow"])  # a bot would go on
    before = ada.ply()
    own_server.stop()
    expect(ada.page.locator("[data-offline]")).to_be_visible()
    own_server.start(port)
    expect(ada.page.locator("[data-offline]")).to_be_hidden()
    assert ada.ply() == before
    play_by_clicking([ada], until_ply=before + 10)


@ways
def test_a_whole_game_by_touch(somebody: Somebody, game: str, shortcut: str) -> None:
    ada = somebody(size="phone", seed=4)
    ada.open_table(game, [ME, BOT], options=SHORT[game])
    place_all(ada, game, lambda button: button.tap())
    play_by_clicking([ada], shortcut, press=tap)
    expect(ada.page.get_by_role("dialog")).to_be_visible()


@ways
def test_a_whole_game_by_keyboard(somebody: Somebody, game: str, shortcut: str) -> None:
    ada = somebody(seed=5)
    ada.open_table(game, [ME, BOT], options=SHORT[game])
    place_all(ada, game, lambda button: button.press("Enter"))
    play_by_keyboard(ada, shortcut)
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    expect(ada.page.get_by_role("dialog").locator(":focus")).to_be_visible()


def place_all(person: Person, game: str, press: Callable[[Locator], None]) -> None:
    """Leaves the placing of everybody to a bot, where there is any."""
    if game == "escape":
        press(person.find("Place all for me"))
        person.page.locator("[data-id='button:stop']").wait_for()


def test_a_refused_click_says_why_and_opens_the_rule(somebody: Somebody) -> None:
    ada = somebody()
    ada.open_table("causeway", [ME, BOT])
    ada.glowing().first.wait_for()
    held = ada.page.locator("[data-id^='card:']")
    while True:  # somewhere in a game there is a card that leads nowhere
        idle = [card for card in held.all() if card.get_attribute("tabindex") == "-1"]
        if idle:
            break
        play_by_clicking([ada], until_ply=ada.ply() + 1)
        wait(ada, lambda now: now["glow"])  # not while a bot decides, when every card is idle
    idle[0].click()
    toast = ada.page.get_by_role("status").get_by_role("button", name=re.compile("^Rule "))
    expect(toast).to_be_visible()
    toast.click()
    expect(ada.page.get_by_role("dialog")).to_be_visible()
    ada.looks_well("rule-sheet")


def test_undo_and_hint(somebody: Somebody) -> None:
    ada = somebody()
    ada.open_table("escape", [ME, BOT])
    while "button:stop" not in ada.page.evaluate(
        "[...document.querySelectorAll('[data-id]')].map(x => x.dataset.id)"
    ):
        play_by_clicking([ada], until_ply=ada.ply() + 1)
    ada.find("Hint").click()
    ada.find("Show the move").click()  # after a hint where to look
    play = ada.find("Play it")
    play.wait_for()
    ply = ada.ply()
    play.click()
    wait(ada, lambda now: now["ply"] > ply)
    ada.find("Undo").click()
    wait(ada, lambda now: now["ply"] > ply + 1)
