"""Names and lines of chat: one line, nothing invisible, and pictures whole."""

from __future__ import annotations

from atlantis_games.server.plain_text import one_line

FAMILY = "👩‍👩‍👧‍👦"


def test_pictures_of_several_people_stay_whole() -> None:
    assert one_line(f" {FAMILY}  Ada ") == f"{FAMILY} Ada"
    assert one_line("👩🏽‍🚀") == "👩🏽‍🚀"
    assert one_line("🏳️‍🌈") == "🏳️‍🌈"


def test_what_is_invisible_or_reverses_a_line_goes() -> None:
    assert one_line("A\u200dd\u202ea\u200b") == "Ada"
    assert one_line("\u200d👧\u200d") == "👧"
