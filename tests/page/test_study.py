"""The analysis board: positions, variations, the engine, and playing on."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import expect

from page.people import Person

Somebody = Callable[..., Person]
POSITION = (
    "causeway 2 / path ring1 flag2 crown3 ring4 ~ crown5 olive7 / blue A:1 B:3 hand 2xring crown"
    " flag tiles 5 3 / white A:4 hand flag olive"
)


def test_variations_grow_from_the_board_and_from_the_engine(somebody: Somebody) -> None:
    ada = somebody()
    page = ada.page
    page.goto(f"/study/causeway?position={quote(POSITION)}")
    lines = page.locator("[data-lines] button")
    expect(lines.first).to_contain_text("%")
    expect(page.locator("[data-chances]")).to_have_attribute("aria-label", re.compile("Blue .*%"))
    chosen = lines.first.locator("span").inner_text()
    lines.first.click()
    tree = page.locator("[data-tree] li")
    expect(tree).to_have_count(1)
    page.get_by_role("button", name="Back").click()
    expect(lines.filter(has_text=chosen).first).to_be_visible()
    page.get_by_role("button", name="Pause the engine").click()  # so that no line changes its place
    lines.filter(has_not_text=chosen).first.click()
    expect(tree).to_have_count(2)
    page.get_by_label("A note about this position").fill("sharper")
    page.get_by_label("A note about this position").blur()
    expect(tree.filter(has_text="sharper")).to_have_count(1)

    page.goto(f"/study/causeway?position={quote(POSITION)}")  # it is kept on this device
    expect(tree).to_have_count(2)
    page.get_by_role("button", name="Remove this variation").click()
    expect(tree).to_have_count(1)


def test_a_finished_match_is_analysed_and_played_on(somebody: Somebody) -> None:
    ada = somebody()
    table = ada.open_table("causeway", [{"kind": "bot", "level": "sprat"}] * 2, pace=0)
    line = ada.sit(table)
    line.until(lambda message: message.get("table", {}).get("state") == "over")
    line.socket.close()
    page = ada.page
    page.goto(f"/study/causeway?table={table}&ply=80")
    expect(page.locator("[data-lines] button").first).to_contain_text("%")
    assert page.locator("[data-tree] li").count() > 5
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile("/table/"))
    page.locator("[data-ply]").wait_for()


def test_a_position_that_cannot_be_says_why(somebody: Somebody) -> None:
    ada = somebody(language="de-DE")
    ada.expected.append("400")
    ada.page.goto("/study/causeway?position=" + quote("causeway 2 / path ring1 / blue A:1 B:1"))
    expect(ada.page.get_by_text("Auf Feld 1 stehen zwei Figuren.")).to_be_visible()


def test_chance_is_dealt_or_chosen(somebody: Somebody) -> None:
    ada = somebody()
    page = ada.page
    page.goto("/study/escape?position=" + quote("escape 2 / swim c1 blue / phase spin"))
    page.get_by_role("button", name="Deal").click()
    expect(page.locator("[data-tree] li")).not_to_have_count(0)
