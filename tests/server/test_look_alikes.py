"""Names that pass for another at one table get a number; those in match files are cleaned."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from atlantis_games.server.http_models import MAX_NAME
from atlantis_games.server.look_alikes import LOOK_ALIKES, skeleton, told_apart
from support.server_process import GAME, ServerProcess

MATCHES = Path(__file__).parents[1] / "matches"
CYRILLIC_ADA = "\u0410d\u0430"
GREEK_BOB = "\u0392\u03bfb"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", CYRILLIC_ADA),
        ("Bob", GREEK_BOB),
        ("Ada", "ada"),
        ("Ada", "\uff21da"),  # full width
        ("Ada", "\U0001d400da"),  # mathematical
        ("Ada", "A\u0323da"),  # a dot below
        ("Ada", "A d a"),
        ("Ilse", "llse"),
        ("Bob", "B0b"),
        ("Arne", "Ame"),
        ("\u0421\u0430\u0448\u0430", "\u0421a\u0448a"),  # Sasha in Cyrillic, and with Latin letters
    ],
)
def test_look_alikes_have_one_skeleton(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ada", "Ida"),
        ("Ben", "Bea"),
        ("\u0938\u0940\u0924\u093e", "\u0938\u0924\u094d\u092f"),  # Sita and Satya in Devanagari
        ("\u5c0f\u660e", "\u5c0f\u7ea2"),
        ("\U0001f30a", "\U0001f9ad"),
    ],
)
def test_other_names_have_another(name: str, other: str) -> None:
    assert skeleton(name) != skeleton(other)


def test_every_look_alike_is_one_foreign_letter() -> None:
    letters = "".join(LOOK_ALIKES.values())
    assert len(set(letters)) == len(letters)
    assert all(unicodedata.category(one).startswith("L") and ord(one) > 127 for one in letters)


def test_a_number_tells_apart_and_fits() -> None:
    assert told_apart("Ada", ["Ben"], MAX_NAME) == "Ada"
    assert told_apart("Ada", ["Ada", "Ada (2)"], MAX_NAME) == "Ada (3)"
    long = "x" * MAX_NAME
    assert told_apart(long, [long], MAX_NAME) == "x" * (MAX_NAME - 4) + " (2)"


def test_nobody_passes_for_another_at_a_table(server: ServerProcess) -> None:
    ada = server.guest("Ada")
    table = ada.open(GAME, "pooo")
    for name in (CYRILLIC_ADA, "Ada"):
        server.guest(name).post(f"/api/tables/{table}/join")
    server.guest("Ben").post(f"/api/tables/{table}/join")
    names = [seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]]
    assert names == ["Ada", f"{CYRILLIC_ADA} (2)", "Ada (3)", "Ben"]


def brought(server: ServerProcess, text: str) -> tuple[int, dict[str, object]]:
    """What becomes of a match file."""
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    answer = server.guest().http.post("/api/matches", content=text.encode(), headers=headers)
    return answer.status_code, answer.json()


def test_names_in_match_files_lose_what_cannot_be_seen(server: ServerProcess) -> None:
    text = (MATCHES / "causeway-stalemate.match").read_text("utf-8")
    unseen = re.sub("^seat 1: .*$", "seat 1: A\u3164da\u034f \u2800", text, count=1, flags=re.M)
    assert unseen != text
    status, table = brought(server, unseen)
    assert status == 201
    assert table["seats"][0]["name"] == "Ada"  # type: ignore[index]
    status, table = brought(server, re.sub("^seat 1: .*$", "seat 1: \u3164", text, flags=re.M))
    assert (status, table["seats"][0]["name"]) == (201, "Seat 1")  # type: ignore[index]
