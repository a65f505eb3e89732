"""Every code that a game sends has a sentence in English; vitest compares the languages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from atlantis_games.core.contract import Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.match import Match
from atlantis_games.games import GAMES
from page.people import ROOT

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
PACKAGE = ROOT / "src" / "atlantis_games"


def forms(sentence: str | dict[str, str]) -> list[str]:
    """A sentence, or each of its plural forms."""
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def texts(game: Game, group: str) -> dict[str, set[str]]:
    """The codes of a group of a game's texts, each with the names of its sentence's values."""
    file = PACKAGE / "games" / game.name / "locales" / "en" / "game.json"
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return {
        key.removeprefix(f"{group}."): set(re.findall(r"\{(\w+)\}", " ".join(forms(sentence))))
        for key, sentence in found.items()
        if key.startswith(f"{group}.")
    }


@games
def test_every_move_has_a_line_for_the_log_and_one_for_hints(game: Game) -> None:
    log, moves = texts(game, "log"), texts(game, "move")
    for action in game.notation:
        assert log[action.code] <= {"who", *action.values}
        if action.clicks:
            assert moves[action.code] <= {*action.values}


@games
def test_every_reason_has_a_sentence_and_every_sentence_a_reason(game: Game) -> None:
    rules: dict[str, str] = vars(game.reasons)["RULES"]
    assert set(texts(game, "reason")) == set(rules)


def decisions(game: Game) -> Iterator[Match]:
    """Positions of a few random games in which somebody decides, by every preset."""
    presets = sorted({"standard", *game.presets})
    for seed in range(4):
        options = {"preset": presets[seed % len(presets)]}
        match = Match(game.new(2 + seed % 3, **options), dealer=Dealer(str(seed)))
        chooser = random.Random(seed)
        match.deal()
        while not match.position.is_over and match.ply < 1_500:
            yield match
            match.play(chooser.choice(list(match.position.moves)))
            match.deal()


@games
def test_every_phase_has_a_prompt_and_every_prompt_a_phase(game: Game) -> None:
    found = {
        game.views.prompt(match.position.view(match.position.actor), match.position.moves)[0]
        for match in decisions(game)
    }
    assert found == set(texts(game, "prompt"))


@games
def test_the_values_of_reasons_are_those_of_their_sentences(game: Game) -> None:
    sentences = texts(game, "reason")
    chooser = random.Random(1)
    for match in decisions(game):
        position = match.position
        action = chooser.randrange(len(game.notation))
        if game.notation[action].text not in position.moves:
            reason = game.reasons.why_not(position, action)
            assert sentences.get(reason.code, set()) <= set(reason.values), reason


def test_buttons_in_the_documents_are_called_so_on_the_page() -> None:
    shared = (PACKAGE / "locales" / "en").glob("*.json")
    known = {
        form
        for file in shared
        for sentence in json.loads(file.read_text("utf-8")).values()
        for form in forms(sentence)
    }
    named = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs" / "playing.md").read_text("utf-8"))
    assert len(named) > 15
    for name in named:
        assert " ".join(name.split()) in known, name
