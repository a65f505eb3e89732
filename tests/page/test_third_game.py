"""A game of another distribution, which brings no board, is played on the page."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from page.people import Person, play_by_clicking
from support.server_process import ServerProcess
from support.tiny_game import GAME


def test_the_page_shows_its_drawing_and_its_moves_as_buttons(
    somebody: Callable[..., Person], tiny_server: ServerProcess
) -> None:
    """From the home page's card to the end of a match, with nothing but what the game brings."""
    person = somebody(tiny_server)
    page = person.page
    page.goto("/")
    expect(page.get_by_text("High Card").first).to_be_visible()
    person.open_table(GAME, [{"kind": "person"}, {"kind": "bot", "level": "easy"}])
    expect(page.locator("pre")).to_contain_text("on the table")
    moves = page.locator("button[data-id^='move:play']")
    expect(moves.first).to_contain_text("play the")
    assert 1 <= moves.count() <= 3
    play_by_clicking([person])
    expect(page.locator("[data-over]").first).to_be_visible()
    expect(page.get_by_text("Rounds").first).to_be_visible()


def test_the_page_speaks_its_languages(
    somebody: Callable[..., Person], tiny_server: ServerProcess
) -> None:
    person = somebody(tiny_server, language="de-DE")
    person.open_table(GAME, [{"kind": "person"}, {"kind": "bot", "level": "hard"}])
    moves = person.page.locator("button[data-id^='move:play']")
    expect(moves.first).to_contain_text("spielen")
