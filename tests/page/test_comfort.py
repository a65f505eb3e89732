"""Settings, sound, calls to a hidden tab, the first game, help, and the way back to a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from page.people import PICTURES, STAND, Person, play_by_clicking, wait
from page.positions import last_decision
from page.screens import SIZES, show
from support.server_process import ServerProcess

Somebody = Callable[..., Person]
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}
games = pytest.mark.parametrize("game", ["causeway", "escape"])

# Counts what the browser is asked for: sounds, badges and notifications.
COUNTS = """
window.asked = { contexts: 0, sounds: 0, shakes: 0, badges: 0, notes: [] };
const Context = window.AudioContext;
window.AudioContext = class extends Context {
  constructor() { super(); window.asked.contexts += 1; }
  createGain() { window.asked.sounds += 1; return super.createGain(); }
};
navigator.vibrate = () => { window.asked.shakes += 1; return true; };
navigator.setAppBadge = () => { window.asked.badges += 1; return Promise.resolve(); };
window.Notification = class {
  static permission = "granted";
  static requestPermission() { return Promise.resolve("granted"); }
  constructor(title) { window.asked.notes.push(title); }
  close() {}
};
"""
HIDE = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def asked(person: Person) -> dict[str, Any]:
    """What the browser was asked for, also just after the frame that is drawn next."""
    found: dict[str, Any] = person.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(asked))))"
    )
    return found


def test_settings_hold_at_once_and_are_remembered(somebody: Somebody) -> None:
    ada = somebody(motion="no-preference")
    ada.page.goto("/")
    ada.page.get_by_role("link", name="Settings").click()
    expect(ada.page).to_have_title("Settings · Atlantis")
    root = ada.page.locator("html")
    ada.page.get_by_label("Your name").fill("Ada")
    for name in ("Dark", "Easy to tell apart", "Fast"):
        ada.page.get_by_text(name, exact=True).click()
    for name in ("Animations", "Play sounds"):
        ada.page.get_by_role("checkbox", name=name).uncheck()
    expect(ada.page.get_by_label("Volume")).to_be_disabled()
    sharing = ada.page.get_by_role("checkbox", name="Give my finished games to research")
    expect(sharing).not_to_be_checked()
    with ada.page.expect_response("**/api/sharing"):
        sharing.check()
    ada.looks_well("settings-dark")
    ada.page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-palette", "distinct")
    expect(root).to_have_attribute("data-motion", "still")
    expect(ada.page.get_by_label("Your name")).to_have_value("Ada")
    expect(ada.page.get_by_role("radio", name="Fast")).to_be_checked()
    expect(ada.page.get_by_role("checkbox", name="Play sounds")).not_to_be_checked()
    expect(sharing).to_be_checked()
    with ada.page.expect_response("**/api/sharing"):
        sharing.uncheck()
    ada.page.get_by_text("Light", exact=True).click()
    ada.page.get_by_label("Language").select_option("de")
    expect(ada.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    ada.looks_well("settings-de")


def test_sounds_come_after_the_first_click_and_a_hidden_tab_calls(
    somebody: Somebody, server: ServerProcess
) -> None:
    ada = somebody(motion="no-preference")
    ada.context.add_init_script(COUNTS)
    ada.page.goto("/settings")
    assert asked(ada)["contexts"] == 0
    ada.page.get_by_role("checkbox", name="Notify me").check()
    assert asked(ada)["contexts"] == 1
    table = ada.open_table("causeway", [FRIEND, ME])
    ben = server.guest("Ben")
    ben.post(f"/api/tables/{table}/join")
    with ben.sit(table) as line:
        wait(ada, lambda now: now["ply"] > 0)
        assert asked(ada)["contexts"] == 0  # the page is a new one: nobody has clicked here yet
        ada.page.keyboard.press("Shift")
        ada.page.evaluate(HIDE, True)
        icon = ada.page.locator("link[rel='icon']")
        expect(icon).to_have_attribute("href", "/icon.svg")
        while line.until_turn()["view"]["actor"] == 0:
            line.play()
            if line.state["view"]["actor"] != 0:
                break
        expect(icon).to_have_attribute("href", "/icon-turn.svg")
        expect(ada.page).to_have_title("Your turn · Causeway")
        found = asked(ada)
        assert found["notes"][-1:] == ["Your turn"]
        assert found["badges"] > 0
        assert found["sounds"] > 0
        assert found["shakes"] > 0
        ada.page.evaluate(HIDE, False)
        expect(icon).to_have_attribute("href", "/icon.svg")


@games
def test_a_first_game_is_guided_once(somebody: Somebody, game: str) -> None:
    ada = somebody(tips=True)
    ada.open_table(game, [ME, BOT])
    tip = ada.page.locator("[data-tip]")
    expect(tip).to_be_visible()
    first = tip.get_attribute("data-tip")
    ada.looks_well(f"{game}-tip")
    ada.find("Got it").click()
    expect(tip).to_have_count(0)
    seen = {first}
    for _ in range(30):
        if tip.count():
            name = tip.get_attribute("data-tip")
            assert name not in seen, "a tip came twice"
            seen.add(name)
            ada.find("Got it").click()
        if len(seen) > 1 or ada.is_over():
            break
        play_by_clicking([ada], "button:stop", until_ply=ada.ply() + 1)
        wait(ada, lambda now: now["glow"] or now["over"])
    assert len(seen) > 1
    ada.open_table(game, [ME, BOT])
    wait(ada, lambda now: now["glow"])
    # Each was seen in this browser for good; another may come at its moment.
    assert not tip.count() or tip.get_attribute("data-tip") not in seen


# What a tip lies over, and what it pushes out of the window.
COVERED = """() => {
  const tip = document.querySelector("[data-tip]");
  const at = tip.getBoundingClientRect();
  const over = [...document.querySelectorAll("main :is([data-id], button, a, svg[role=group])")]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return !tip.contains(one) && one.checkVisibility() && box.left < at.right - 1
        && box.right > at.left + 1 && box.top < at.bottom - 1 && box.bottom > at.top + 1;
    });
  const needed = "[data-tip] button, .prompt b, .prompt .button, .cards button, [data-id]";
  const out = [...document.querySelectorAll(needed)].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility()
      && (box.top < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1);
  });
  return [...over, ...out].map((one) => one.outerHTML.slice(0, 90));
}"""


@games
def test_a_tip_covers_nothing(somebody: Somebody, game: str) -> None:
    """Nor does it push anything out of the window, at any size and in the longest language."""
    ada = somebody(tips=True, language="de-DE")
    ada.open_table(game, [ME, BOT])
    tip = ada.page.locator("[data-tip]")
    tip.wait_for()
    for width, height in [*SIZES, (1024, 730)]:
        show(ada, width, height, "light")
        ada.page.screenshot(path=PICTURES / f"tip-{game}-{width}x{height}.png")
        assert ada.page.evaluate(COVERED) == [], (width, height)


@games
def test_help_says_what_to_do_and_what_the_pictures_mean(somebody: Somebody, game: str) -> None:
    ada, ben = somebody(), somebody(size="phone")
    for person in (ada, ben):
        person.open_table(game, [ME, BOT])
        wait(person, lambda now: now["glow"])
        person.find("Help").click()
        sheet = person.page.get_by_role("dialog")
        expect(sheet.get_by_role("heading", name="What to do")).to_be_visible()
        picture = "kraken: sinks boats" if game == "escape" else "amphora"
        expect(sheet.get_by_text(picture)).to_be_visible()
        expect(sheet.get_by_role("link", name="Leave")).to_be_visible()
        sheet.get_by_role("button", name="Settings").click()
        expect(sheet.get_by_label("Volume")).to_be_visible()
        person.looks_well(f"{game}-help-{'wide' if person is ada else 'phone'}")
    expect(ada.page.get_by_text("Click anything that glows")).to_be_visible()
    expect(ben.page.get_by_text("Tap anything that glows")).to_be_visible()
    expect(ben.page.get_by_text("By keyboard")).to_have_count(0)


def test_a_running_game_comes_first_and_a_finished_one_says_who_won(
    somebody: Somebody,
) -> None:
    ada = somebody()
    position, move = last_decision("escape")
    with ada.sit(ada.open_table("escape", [ME, BOT], position=position)) as line:
        line.play(move)
    wait(ada, lambda now: now["over"])
    running = ada.open_table("causeway", [ME, BOT, BOT])
    wait(ada, lambda now: now["glow"])
    panels = ada.page.get_by_label("Players")
    for name in ("Sprat Bo", "Sprat Cleo"):
        expect(panels.get_by_text(name, exact=True)).to_be_visible()
    assert panels.locator("[data-face='sprat']").count() == 2
    ada.page.goto("/")
    first = ada.page.get_by_role("main").get_by_role("link").first
    expect(first).to_have_attribute("href", f"/table/{running}")
    expect(ada.page.get_by_role("region", name="Your games")).to_contain_text(" won")
    ada.looks_well("home-running")
    first.click()
    wait(ada, lambda now: now["glow"])
    assert ada.page.evaluate(STAND)["ply"] > 0


def test_the_rules_open_with_a_summary_and_know_other_words(somebody: Somebody) -> None:
    ada = somebody()
    ada.page.goto("/rules/escape")
    expect(ada.page.get_by_text("The game in five sentences.")).to_be_in_viewport()
    expect(ada.page.get_by_role("heading", name="In pictures")).to_be_visible()
    ada.looks_well("rules-summary")
    search = ada.page.get_by_role("searchbox")
    for query in ("octopus", "win", "ship", "drown", "Strudel", "draaikolk"):
        search.fill(query)
        expect(ada.page.get_by_role("status")).to_contain_text("found")
        assert ada.page.locator("main mark").count() > 0, query
