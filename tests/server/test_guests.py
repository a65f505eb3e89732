"""Tokens and names of guests."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_games.server import guests
from atlantis_games.server.guests import COOKIE, NAMELESS, Guests, secret_key


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert (len(key), secret_key(tmp_path)) == (32, key)
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0


def test_a_token_is_recognized_only_with_its_signature() -> None:
    known = Guests(b"key")
    token = known.new_token()
    guest = known.guest_with(token)
    assert guest is not None
    assert guest not in token
    assert Guests(b"other").guest_with(token) is None
    for wrong in (None, "", token + "0", token.split(".")[0], "é" * 20, "a" * 1000):
        assert known.guest_with(wrong) is None
    assert known.guest_of({"authorization": f"Bearer {token}"}, {}) == guest
    assert known.guest_of({}, {COOKIE: token}) == guest
    assert known.guest_of({"authorization": "Bearer x"}, {COOKIE: token}) is None


def test_only_so_many_names_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MAX_NAMES", 2)
    known = Guests(b"key")
    for name in ("Ada", "Ben", "Cy"):
        known.set_name(name.lower(), name)
    assert [known.name_of(guest) for guest in ("ada", "ben", "cy")] == [NAMELESS, "Ben", "Cy"]
