"""Tokens and names of guests."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_games.core.errors import BadRequest
from atlantis_games.server import guests
from atlantis_games.server.guests import COOKIE, NAMELESS, Guests, secret_key


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


def test_the_key_is_made_once_and_refused_when_it_is_damaged(tmp_path: Path) -> None:
    """A key that was cut short would sign tokens that anybody can forge."""
    key, file = secret_key(tmp_path), tmp_path / "secret.key"
    assert (len(key), file.stat().st_mode & 0o777) == (32, 0o600)
    assert secret_key(tmp_path) == key
    assert [one.name for one in tmp_path.iterdir()] == ["secret.key"]
    for damaged in (b"", key[:31], key + b"x"):
        file.write_bytes(damaged)
        with pytest.raises(BadRequest, match="is damaged: expected 32 bytes"):
            secret_key(tmp_path)
    file.write_bytes(key)
    file.chmod(0o644)
    assert secret_key(tmp_path) == key
    assert file.stat().st_mode & 0o777 == 0o600
