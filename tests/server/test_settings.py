"""Settings: flags, then variables, then defaults, and sentences for wrong values."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.settings import Settings, data_folder, read_settings

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"ATLANTIS_{name.upper()}", raising=False)


def test_flags_come_first_then_variables_then_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings().host == "127.0.0.1"
    for name, value in {"HOST": "0.0.0.0", "PORT": "9000", "DATA": "/x", "LIMITS": ""}.items():
        monkeypatch.setenv(f"ATLANTIS_{name}", value)
    settings = read_settings()
    assert (settings.host, settings.port, settings.data) == ("0.0.0.0", 9000, Path("/x"))
    assert settings.limits == 1.0
    settings = read_settings("localhost", 0, Path("/y"))
    assert (settings.host, settings.port, settings.data) == ("localhost", 0, Path("/y"))


def test_the_data_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/z")
    assert read_settings().data == data_folder() == Path("/z/atlantis")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "atlantis"


def test_the_database_is_in_the_data_folder_unless_another_is_named() -> None:
    assert Settings(data=Path("/x")).database_url == "sqlite+aiosqlite:////x/atlantis.db"
    assert Settings(database="postgresql+asyncpg://h/a").database_url.startswith("postgresql")


def test_an_origin_is_written_as_browsers_send_it() -> None:
    assert Settings(origin="https://example.org/").origin == "https://example.org"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("LIMITS", "-1", "ATLANTIS_LIMITS is a number above 0, not '-1'."),
        ("KEEP_DAYS", "long", "ATLANTIS_KEEP_DAYS is a number above 0, not 'long'."),
        ("IDLE_SECONDS", "nan", "ATLANTIS_IDLE_SECONDS is a number above 0, not 'nan'."),
        ("PORT", "ten", "ATLANTIS_PORT, or --port, is a number up to 65535, not 'ten'."),
        ("PORT", "70000", "ATLANTIS_PORT, or --port, is a number up to 65535, not '70000'."),
    ],
)
def test_a_wrong_value_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(f"ATLANTIS_{name}", value)
    with pytest.raises(BadRequest) as caught:
        read_settings()
    assert str(caught.value) == sentence


def test_every_setting_is_documented() -> None:
    text = DOCS.read_text("utf-8")
    for name in Settings.model_fields:
        assert f"| `ATLANTIS_{name.upper()}` |" in text
