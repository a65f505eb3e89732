"""The boards at every size, and what a newcomer sees on them in the first minute."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from page.people import Person, play_by_clicking, wait
from page.positions import position_where
from page.screens import MIDDLE, SIZES, show

Somebody = Callable[..., Person]
ME, BOT = {"kind": "person"}, {"kind": "bot", "level": "sprat"}
LOOK = """() => {
  const board = document.querySelector("main svg[role=group]").getBoundingClientRect();
  const tiles = [...document.querySelectorAll("main svg[role=group] [data-id]")]
    .map((one) => (one.querySelector("path.shape, rect") ?? one).getBoundingClientRect())
    .map((box) => Math.min(box.width, box.height)).filter((size) => size > 0);
  const small = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || element.closest(".unseen, ol, ul.unseen, [hidden]")) continue;
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || getComputedStyle(element).visibility === "hidden") continue;
    const scale = element.getScreenCTM ? Math.abs(element.getScreenCTM().d) : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < 11.9) small.push([text.data.trim(), size]);
  }
  const clipped = [...document.querySelectorAll(".players .name")]
    .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent);
  const hidden = [...document.querySelectorAll("[role=toolbar] button")].filter((tool) => {
    const at = tool.getBoundingClientRect();
    return at.width > 0 && (at.right > innerWidth + 1 || at.width < 24 || at.height < 24);
  }).map((tool) => tool.getAttribute("aria-label"));
  const prompt = document.querySelector(".prompt b").getBoundingClientRect();
  const page = document.documentElement;
  return {
    share: Math.max(board.width / innerWidth, board.height / innerHeight),
    least: Math.min(board.width, board.height),
    tile: tiles.length ? Math.min(...tiles) : 0, small, clipped, hidden,
    fits: page.scrollWidth <= innerWidth + 1 && page.scrollHeight <= innerHeight + 1,
    prompt: prompt.top >= 0 && prompt.bottom <= innerHeight && prompt.height > 0,
    font: parseFloat(getComputedStyle(page).fontSize),
  };
}"""


@pytest.mark.parametrize("game", ["causeway", "escape"])
def test_the_board_can_be_played_at_every_size(somebody: Somebody, game: str) -> None:
    """`test_every_screen.py` looks at the same with axe."""
    ada = somebody()
    position = position_where(game, lambda position: position.turns >= MIDDLE[game])
    ada.open_table(game, [ME, BOT, BOT, BOT], position=position)
    wait(ada, lambda now: now["glow"])
    for width, height in SIZES:
        show(ada, width, height, "light")
        seen = ada.page.evaluate(LOOK)
        where = (width, height, seen)
        assert seen["fits"], where
        assert seen["prompt"], where
        assert seen["least"] >= min(340, 0.7 * min(width, height)), where
        assert seen["tile"] >= 16, where
        assert seen["small"] == [], where
        assert seen["clipped"] == [], where
        assert seen["hidden"] == [], where  # such as Help, in which one leaves
        assert (seen["font"] > 16) == (width == 1920), where


def test_the_first_minute_of_escape(somebody: Somebody) -> None:
    ada = somebody()
    ada.open_table("escape", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    page = ada.page
    expect(page.get_by_text("saves the most people on the coral islands wins")).to_be_visible()
    expect(page.locator("svg text", has_text="Safe")).to_have_count(4)
    letters = page.locator("svg text.row").all_text_contents()
    assert sorted(letters) == sorted("abcdefghijklm" * 2)
    # A coral island answers a click: in the caption, and by the server's reason.
    page.locator("svg text", has_text="Safe").first.click(force=True)
    expect(page.locator(".caption")).to_contain_text("safe for good")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"\S"))).to_be_visible()
    reef = page.locator(".reef").first.evaluate("(reef) => getComputedStyle(reef).fill")
    red, green, _ = map(int, re.findall(r"\d+", reef)[:3])
    assert green > red
    # One person, then all.
    ply = ada.ply()
    ada.find("Place for me").click()
    wait(ada, lambda now: now["ply"] > ply and now["glow"])
    ada.find("Place all for me").click()
    strip = page.get_by_role("list", name="Parts of the turn")
    expect(strip.get_by_role("listitem")).to_have_count(3)
    expect(strip.locator("[aria-current=step]")).to_contain_text("Move")
    # A place may be chosen first, and the prompt follows.
    spot = choose_place_first(ada)
    expect(page.get_by_text("Who goes there?")).to_be_visible()
    page.keyboard.press("Escape")
    assert spot


def choose_place_first(person: Person) -> str:
    """Clicks a piece of island with nobody on it to which somebody may go."""
    for hexagon in person.page.locator("svg[role=group] .hill, svg[role=group] .flatland").all():
        box = hexagon.bounding_box()
        assert box is not None
        person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.35)
        if person.page.get_by_text("Who goes there?").count():
            return str(box)
        person.page.keyboard.press("Escape")
    return ""


def test_the_chart_can_be_looked_at_closely(somebody: Somebody) -> None:
    """By buttons, dragging and the wheel; the edges name what is seen."""
    ada = somebody(size="phone")
    ada.open_table("escape", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    svg = ada.page.locator("main svg[role=group]")
    whole = box_of(svg.get_attribute("viewBox"))
    assert edge_names(ada) >= {"a1", "a7", "b10", "g1", "g11", "h12", "m4"}
    ada.find("Closer").click()
    near = box_of(svg.get_attribute("viewBox"))
    assert near[2] < whole[2] / 1.5
    closer = edge_names(ada)
    assert closer
    assert not closer & {"a1", "g1", "g11", "m4"}
    middle = middle_of(ada)
    ply = ada.ply()
    ada.page.mouse.move(*middle)
    ada.page.mouse.down()
    ada.page.mouse.move(middle[0] + 60, middle[1] + 40, steps=4)
    ada.page.mouse.up()
    moved = box_of(svg.get_attribute("viewBox"))
    assert moved[0] < near[0]
    assert moved[1] < near[1]
    assert ada.ply() == ply  # a drag is no click
    ada.page.mouse.wheel(0, -300)
    ada.page.wait_for_timeout(100)
    assert box_of(svg.get_attribute("viewBox"))[2] < moved[2]
    ada.find("Whole board").click()
    assert box_of(svg.get_attribute("viewBox")) == whole


def test_two_fingers_zoom_and_one_moves_the_chart(somebody: Somebody) -> None:
    """With the touch events of a real screen, as Chromium turns them into pointers."""
    ada = somebody(size="phone")
    ada.open_table("escape", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    svg = ada.page.locator("main svg[role=group]")
    ply = ada.ply()
    x, y = middle_of(ada)
    whole = box_of(svg.get_attribute("viewBox"))
    # One above the other, where a page might scroll instead.
    fingers(ada, [[(x, y - 20 - n), (x, y + 20 + n)] for n in range(0, 81, 8)])
    near = box_of(svg.get_attribute("viewBox"))
    assert whole[2] / 5 < near[2] < whole[2] / 2.5
    # What lay between the fingers still does.
    assert abs((near[0] + near[2] / 2) - (whole[0] + whole[2] / 2)) < whole[2] / 20
    fingers(ada, [[(x + n, y + n / 2)] for n in range(0, 61, 6)])
    moved = box_of(svg.get_attribute("viewBox"))
    assert moved[0] < near[0] - 10
    assert moved[1] < near[1] - 5
    assert moved[2] == pytest.approx(near[2])
    # Both fingers together move it as well.
    fingers(ada, [[(x - 50, y - n), (x + 50, y - n)] for n in range(0, 61, 6)])
    lower = box_of(svg.get_attribute("viewBox"))
    assert lower[1] > moved[1] + 5
    assert lower[2] == pytest.approx(near[2], rel=0.1)
    assert ada.page.evaluate("scrollY + visualViewport.scale") == 1
    assert ada.ply() == ply  # neither is a tap
    expect(ada.find("Move")).to_have_count(0)
    fingers(ada, [[(x - 120 + n, y), (x + 120 - n, y)] for n in range(0, 101, 10)])
    assert box_of(svg.get_attribute("viewBox"))[2] > lower[2] * 1.5
    # A tap is one again.
    hexagon = svg.locator(".flatland").first.bounding_box()
    assert hexagon is not None
    ada.page.touchscreen.tap(
        hexagon["x"] + hexagon["width"] / 2, hexagon["y"] + hexagon["height"] / 2
    )
    expect(ada.find("Move")).to_be_visible()


def fingers(person: Person, ways: list[list[tuple[float, float]]]) -> None:
    """Puts fingers on the screen, moves them from place to place, and lifts them."""
    session = person.context.new_cdp_session(person.page)

    def touch(kind: str, points: list[tuple[float, float]]) -> None:
        named = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": named})

    touch("touchStart", ways[0])
    for points in ways[1:]:
        touch("touchMove", points)
    touch("touchEnd", [])
    session.detach()


def middle_of(person: Person) -> tuple[float, float]:
    """The middle of the board, in pixels."""
    frame = person.page.locator("main svg[role=group]").bounding_box()
    assert frame is not None
    return frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2


EDGE_NAMES = """() => {
  const at = (one) => one.getBoundingClientRect();
  const letters = [...document.querySelectorAll("svg text.row")];
  return [...document.querySelectorAll("svg text.number")].map((number) => {
    const box = at(number);
    const apart = (row) => Math.abs(at(row).top + at(row).height / 2 - box.bottom);
    const row = letters.reduce((best, one) => (apart(one) < apart(best) ? one : best));
    return row.textContent + number.textContent;
  });
}"""


def edge_names(person: Person) -> set[str]:
    """The hexes that the edges of the chart name, each by a letter and a number beside it."""
    return set(person.page.evaluate(EDGE_NAMES))


def box_of(text: Any) -> list[float]:
    return [float(number) for number in str(text).split()]


def test_the_first_minute_of_causeway(somebody: Somebody) -> None:
    ada = somebody()
    ada.open_table("causeway", [ME, BOT])
    wait(ada, lambda now: now["glow"])
    page = ada.page
    expect(page.get_by_text("Most points win: take the tiles behind you")).to_be_visible()
    numbers = page.locator("svg text.number").all_text_contents()
    assert numbers == [str(space) for space in range(5, 54, 5)]
    assert page.locator("svg .tag.quiet").count() == 1  # the water in the middle of the path
    assert page.locator("svg .halo").count() == 3  # those that may set out
    prompt, hand = page.locator(".prompt b").bounding_box(), page.locator(".cards").bounding_box()
    assert prompt is not None
    assert hand is not None
    assert 0 < hand["y"] - prompt["y"] < 90
    # The mainland is whole: nothing of it beyond the board.
    land = page.locator("svg .land").last.bounding_box()
    board = page.locator("main svg[role=group]").bounding_box()
    assert land is not None
    assert board is not None
    assert land["x"] + land["width"] <= board["x"] + board["width"]
    assert land["y"] + land["height"] <= board["y"] + board["height"]
    while not page.locator("[data-id='button:end']").count():
        play_by_clicking([ada], until_ply=ada.ply() + 1)
        wait(ada, lambda now: now["glow"])
    end = page.locator("[data-id='button:end']")
    expect(end).to_have_class(re.compile("primary"))


@pytest.mark.parametrize("language", ["de-DE", "nl-NL"])
def test_options_are_not_clipped(somebody: Somebody, language: str) -> None:
    ada = somebody(size="phone", language=language)
    for number in (0, 1):
        ada.page.goto("/")
        ada.page.locator("main article, main section").first.wait_for()
        ada.find("Gegner wählen" if language == "de-DE" else "Tegenstanders kiezen").nth(
            number
        ).click()
        ada.find("Mehr" if language == "de-DE" else "Meer").click()
        clipped = ada.page.evaluate(
            """() => [...document.querySelectorAll("dialog .options select")].flatMap((select) => {
              const copy = select.cloneNode(true);
              copy.style.cssText = "position:absolute;visibility:hidden;max-width:none;width:auto";
              select.parentElement.append(copy);
              const needed = copy.offsetWidth;
              copy.remove();
              return needed > select.offsetWidth + 1 ? [select.textContent] : [];
            })"""
        )
        assert clipped == []


def test_the_ring_round_the_focus_can_be_seen(somebody: Somebody) -> None:
    ada = somebody()
    ada.page.goto("/")
    ada.find("Play now").first.focus()
    ada.page.keyboard.press("Shift+Tab")
    ada.page.keyboard.press("Tab")
    ring, paper = ada.page.evaluate(
        """() => [getComputedStyle(document.activeElement).outlineColor,
                  getComputedStyle(document.body).backgroundColor]"""
    )
    assert contrast(ring, paper) >= 3


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
