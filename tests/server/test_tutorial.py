"""The lessons hold what they promise: every position, move and sentence in them exists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from atlantis_games import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.games import GAMES
from atlantis_games.server import tutorial as lessons
from atlantis_games.server.http_models import LessonStep
from atlantis_games.server.tutorial import tutorial

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("en", "de", "nl")
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def steps(game: Game) -> list[LessonStep]:
    return [step for lesson in tutorial(game) for step in lesson["steps"]]


def catalogue(game: Game, language: str) -> dict[str, str]:
    file = game.folder / "locales" / language / "lessons.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8"))
    return found


@games
def test_every_expected_move_is_legal_and_its_clicks_are_known(game: Game) -> None:
    for step in steps(game):
        choices = {choice["move"]: choice["clicks"] for choice in step["moves"]}
        for move in step["expect"]:
            assert choices[move], step["say"]


def sentences(game: Game) -> set[str]:
    """The keys of everything that the lessons say."""
    found = set()
    for lesson in tutorial(game):
        title = lesson["name"]
        said = {code for step in lesson["steps"] for code in (step["say"], step["decline"])}
        found |= {title, *(f"{title}.{code}" for code in said - {None})}
    return found


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_in_every_language_and_none_is_left_over(
    game: Game, language: str
) -> None:
    found = catalogue(game, language)
    assert found.keys() == sentences(game)
    assert all(text.strip() == text and text for text in found.values())


@games
def test_a_step_leads_to_the_next(game: Game) -> None:
    """Every frame follows from the one before by its log, and nothing happens without an answer."""
    for lesson in tutorial(game):
        for before, after in zip(lesson["steps"], lesson["steps"][1:], strict=False):
            moves = [entry["move"] for entry in after["log"]]
            assert moves[: len(before["expect"][:1])] == before["expect"][:1]
            if not moves:
                assert after["view"] == before["view"]
            logged = [entry for frame in after["between"] for entry in frame["log"]]
            assert logged == after["log"][: len(logged)]


@games
def test_lessons_cover_the_game_and_end_with_its_end(game: Game) -> None:
    names = [lesson["name"] for lesson in tutorial(game)]
    wanted = {
        "causeway": {"move", "take", "chain", "toll", "bridge", "buy", "pass", "end"},
        "escape": {"place", "move", "sink", "swim", "animals", "coral", "dolphins", "end"},
    }
    assert set(names) == wanted[game.name]
    last = tutorial(game)[-1]["steps"][-1]
    assert last["view"]["phase"] == "over"
    assert last["scores"] is not None
    assert last["scores"][0] == max(last["scores"])


@games
def test_the_rule_of_a_lesson_exists(game: Game) -> None:
    text = (ROOT / "docs" / "rules" / f"{game.name}.md").read_text("utf-8")
    for lesson in tutorial(game):
        assert f'<a id="{lesson["rule"]}"></a>' in text


@games
def test_a_lesson_can_be_sent_and_shows_no_secrets(game: Game) -> None:
    json.dumps(tutorial(game))
    for step in steps(game):
        for seat in step["view"]["seats"][1:]:
            assert "hand" not in seat
        for entry in step["log"]:
            assert entry["seen"] or not entry["values"]


def test_an_impossible_lesson_is_refused_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [
        {
            "name": "wrong",
            "rule": "1",
            "steps": [{"say": "hello", "expect": ["place a1"]}],
        }
    ]
    monkeypatch.setattr(lessons, "written", lambda game: wrong)
    with pytest.raises(BadRequest, match="hello: 'place a1' is not legal"):
        tutorial(GAMES["escape"])
