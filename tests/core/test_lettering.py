"""Text as outlines."""

from __future__ import annotations

import pytest

from atlantis_games.core.pictures.lettering import (
    FACES,
    can_letter,
    letters,
    outline,
    shortened,
    width_of,
    wrapped,
)


@pytest.mark.parametrize("face", FACES)
def test_every_face_has_the_letters_of_all_languages(face: str) -> None:
    for text in ("0123456789", "Causeway", "Größe", "ĳsvrij één", "a–b … ×"):
        assert can_letter(text, face), text
        assert outline(text, face).width > 0
    assert outline("", face).shape == ""


def test_what_needs_shaping_or_pictures_is_not_lettered() -> None:
    for text in ("🦀", "مرحبا", "שלום", "e\u0301\u0331", "नमस्ते"):
        assert not can_letter(text), text
    assert can_letter("e\u0301"), "which is one letter in the usual form"


def test_text_is_cut_to_the_room_there_is() -> None:
    assert shortened("Ada", 20, 100) == "Ada"
    cut = shortened("Wilhelmina von Hohenstein", 20, 150)
    assert cut.endswith("…")
    assert width_of(cut, 20) <= 150
    lines = wrapped("one two three four five six seven", 20, 110, "sans", 2)
    assert len(lines) == 2
    assert all(width_of(each, 20) <= 110 for each in lines)
    assert wrapped("", 20, 100, "sans", 2) == []


def test_anchors_move_a_text_by_its_width() -> None:
    starts = [letters("abc", 100, 0, 10, "#000", anchor=anchor) for anchor in ("start", "end")]
    first, last = (float(text.split("translate(")[1].split()[0]) for text in starts)
    assert first - last == pytest.approx(width_of("abc", 10), abs=0.02)
