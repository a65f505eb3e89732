"""A game's own texts over HTTP."""

from __future__ import annotations

import json

import pytest

from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import GAMES
from support.server_process import ServerProcess


@pytest.mark.parametrize("game", GAMES)
def test_a_games_texts_are_those_of_its_folder(server: ServerProcess, game: str) -> None:
    ada = server.guest()
    for language in LANGUAGES:
        expected: dict[str, object] = {}
        for file in sorted((GAMES[game].folder / "locales" / language).glob("*.json")):
            expected |= json.loads(file.read_text("utf-8"))
        assert ada.get(f"/api/games/{game}/texts/{language}") == expected


def test_unknown_games_and_languages_are_not_found(server: ServerProcess) -> None:
    ada = server.guest()
    game = next(iter(GAMES))
    for path, code in (
        ("/api/games/chess/texts/en", "no-such-game"),
        ("/api/tutorial/chess", "no-such-game"),
        (f"/api/games/{game}/texts/xx", "no-such-language"),
        (f"/api/games/{game}/texts/..", "not-found"),
    ):
        assert ada.get(path, expect=404)["code"] == code
