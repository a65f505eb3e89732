"""Whose decision it is: clocks that run out, seats taken back, choices that stay, and fingers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, WebSocketRoute, expect

from page.people import Person, play_by_clicking, wait
from page.test_playing import SocketLog, is_later

Somebody = Callable[..., Person]
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_a_clock_that_ran_out_is_in_the_log_and_any_click_takes_the_seat_back(
    somebody: Somebody,
) -> None:
    ada, ben, cy = somebody(), somebody(language="de-DE"), somebody(language="nl-NL")
    clock = {"kind": "move", "seconds": 5}
    table = ada.open_table("causeway", [ME, BOT], clock=clock, pace=5)
    wait(ada, lambda now: now["glow"])
    play_by_clicking([ada], until_ply=ada.ply() + 1)  # with the first move the clocks start
    notes = ada.page.locator("[data-log] .note")
    expect(notes).to_have_text("Ada's clock ran out. A bot plays on.")
    prompt = ada.page.locator(".prompt b").first
    expect(prompt).to_have_text("A bot is playing for you. Click to take over.")
    expect(ada.page).not_to_have_title("Your turn · Causeway")
    assert ada.glowing().count() == 0
    ada.looks_well("clock-ran-out-wide-light")
    # Also who comes later reads it, in their own language.
    for person, sentence in (
        (ben, "Die Uhr von Ada ist abgelaufen. Ein Bot spielt weiter."),
        (cy, "De klok van Ada is afgelopen. Een bot speelt verder."),
    ):
        person.page.goto(f"/table/{table}")
        expect(person.page.locator("[data-log] .note").first).to_have_text(sentence)
    # A click on the open sea is enough, and is not answered with a reason.
    ada.page.locator("main svg[role=group]").click(position={"x": 3, "y": 3})
    expect(notes.last).to_have_text("Ada is back.")
    expect(prompt).not_to_have_text("A bot is playing for you. Click to take over.")
    expect(ada.page.locator(".toast")).to_have_count(0)
    ada.page.reload()
    expect(notes.first).to_have_text("Ada's clock ran out. A bot plays on.")


def tap(person: Person) -> str:
    """Taps something that glows on the chart, in its middle; its id."""
    target = person.page.locator("svg [data-id][tabindex='0']").first
    name = str(target.get_attribute("data-id"))
    spot = target.bounding_box()
    assert spot is not None
    person.page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    return name


def test_a_finger_is_asked_before_it_places_and_sinks_unless_the_setting_is_off(
    somebody: Somebody,
) -> None:
    ada = somebody(size="phone")
    log = SocketLog(ada)
    ada.open_table("escape", [ME, BOT])
    prompt = ada.page.locator(".prompt b").first

    def asks_first(do_it: Locator) -> None:
        """A tap changes nothing yet; the button then does it."""
        wait(ada, lambda now: now["glow"])
        ply = ada.ply()
        tap(ada)
        expect(prompt).to_have_text("Make this move?")
        assert ada.ply() == ply
        do_it.tap()
        wait(ada, partial(is_later, ply))

    move = ada.find("Move")
    asks_first(move)
    # Cancel leaves everything as it was.
    wait(ada, lambda now: now["glow"])
    ply = ada.ply()
    tap(ada)
    ada.find("Cancel").tap()
    expect(prompt).not_to_have_text("Make this move?")
    assert ada.ply() == ply
    ada.find("Place all for me").tap()
    stop = ada.page.locator("[data-id='button:stop']")
    stop.wait_for()
    stop.tap()
    wait(ada, lambda now: any(id_.startswith("hex:") for id_ in now["glow"]))
    assert log.state["moves"][0]["move"].startswith("sink")
    asks_first(move)
    # With the setting off a tap is a move.
    ada.page.goto("/settings")
    ada.page.get_by_role("checkbox", name="Ask before a tap").uncheck()
    ada.open_table("escape", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    ply = ada.ply()
    tap(ada)
    wait(ada, partial(is_later, ply))


def test_a_choice_stays_when_people_come_and_a_slow_click_counts(somebody: Somebody) -> None:
    ada = somebody(size="phone")
    table = ada.open_table("causeway", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    page = ada.page
    card = page.locator("[data-id^='card:'][tabindex='0']").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    with ada.server.guest("Cy").sit(table):
        expect(page.get_by_text("1 person is watching")).to_be_visible()
        expect(card).to_have_attribute("aria-pressed", "true")
        # What a move would do is read before it is made, and stays until the button is released.
        figure = page.locator("svg [data-id^='figure:'][tabindex='0']").first
        figure.hover()
        detail = page.locator(".prompt .detail")
        expect(detail).to_be_visible()
        figure.hover()  # the sentence may have moved the board
        ply, before = ada.ply(), detail.text_content()
        page.mouse.down()
        page.evaluate(FRAME)
        assert detail.text_content() == before
        page.mouse.up()
        wait(ada, partial(is_later, ply))


def test_you_on_another_seat_swaps_with_the_bot_there(somebody: Somebody) -> None:
    ada = somebody()
    log = SocketLog(ada)
    ada.page.goto("/")
    ada.find("Choose opponents").first.click()
    seats = ada.page.get_by_role("dialog").locator("li select")
    expect(seats.nth(0)).to_have_value("you")
    level = seats.nth(1).input_value()
    seats.nth(1).select_option("you")
    expect(seats.nth(0)).to_have_value(level)
    expect(seats.nth(1)).to_have_value("you")
    ada.find("Start").click()
    ada.page.wait_for_url(re.compile("/table/"))
    ada.page.locator("[data-ply]").wait_for()
    assert log.state["seats"] == [1]
    assert [seat["kind"] for seat in log.state["table"]["seats"]][:2] == ["bot", "person"]


def test_a_bot_that_cannot_place_is_asked_only_once(somebody: Somebody) -> None:
    """The line breaks at every such question, as when the bot fails on the server."""
    ada = somebody()
    asked: list[int] = []

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "decide":
                asked.append(message["ply"])
                page.close(code=1011)
                server.close()
            else:
                server.send(text)

        page.on_message(from_page)

    ada.page.route_web_socket("**/socket*", connect)
    ada.open_table("escape", [ME, BOT])
    for count in (1, 2):  # a second press is a second question
        ada.find("Place all for me").click()
        expect(ada.find("Place all for me")).to_have_count(0)
        expect(ada.find("Place all for me")).to_be_visible()
        assert len(asked) == count
