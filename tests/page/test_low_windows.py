"""Every screen in low windows: a phone held sideways, and a laptop at 200 % zoom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from page.people import Person, wait

Somebody = Callable[..., Person]
ME, BOT, FRIEND = {"kind": "person"}, {"kind": "bot", "level": "sprat"}, {"kind": "open"}
LOW = {"sideways": (844, 390), "zoomed": (640, 360)}


@pytest.mark.parametrize(("size", "theme"), [("sideways", "dark"), ("zoomed", "light")])
def test_every_screen_passes_axe(somebody: Somebody, size: str, theme: str) -> None:
    ada = somebody(theme=theme)
    width, height = LOW[size]
    ada.page.set_viewport_size({"width": width, "height": height})
    for path in ("/", "/settings", "/learn/causeway", "/rules/escape#4.1"):
        ada.page.goto(path)
        expect(ada.page.get_by_role("heading").first).to_be_visible()
        ada.looks_well(f"low{path.split('#')[0].replace('/', '-')}-{size}-{theme}")
    for game in ("causeway", "escape"):
        ada.open_table(game, [ME, BOT, BOT, BOT])
        wait(ada, lambda now: now["glow"])
        ada.looks_well(f"low-{game}-{size}-{theme}")
        ada.page.get_by_role("button", name="Help").first.click()
        expect(ada.page.get_by_role("dialog")).to_be_visible()
        ada.looks_well(f"low-{game}-help-{size}-{theme}")
    ada.open_table("escape", [ME, FRIEND])
    ada.page.locator("[data-rules]").wait_for()
    ada.looks_well(f"low-waiting-{size}-{theme}")
    ada.open_table("causeway", [ME, ME])
    ada.page.locator("[data-pass]").wait_for()
    ada.looks_well(f"low-pass-{size}-{theme}")
