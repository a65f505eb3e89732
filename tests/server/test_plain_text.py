"""Names and lines of chat: one line, nothing invisible, and pictures whole."""

from __future__ import annotations

import pytest

from atlantis_games.server.plain_text import one_line

FAMILY = "👩‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("A\u202eda", "Ada"),
        ("\u3164\u115f\u1160\uffa0", ""),
        ("A\u2800d\u034fa", "Ada"),
        ("A\ufe0fd\U000e0101a\u180b", "Ada"),
        ("e\u0301", "é"),
        ("Z" + "\u0300" * 40, "Z\u0300\u0300"),
        ("Ångström Žižek 李 山田 ไทย हिन्दी", "Ångström Žižek 李 山田 ไทย हिन्दी"),
        ("\u200b\u2060", ""),
    ],
)
def test_a_line_shows_all_that_is_in_it(written: str, shown: str) -> None:
    assert one_line(written) == shown


def test_pictures_of_several_people_stay_whole() -> None:
    assert one_line(f" {FAMILY}  Ada ") == f"{FAMILY} Ada"
    assert one_line("👩🏽‍🚀") == "👩🏽‍🚀"
    assert one_line("🏳️‍🌈") == "🏳️‍🌈"


def test_what_is_invisible_or_reverses_a_line_goes() -> None:
    assert one_line("A\u200dd\u202ea\u200b") == "Ada"
    assert one_line("\u200d👧\u200d") == "👧"
