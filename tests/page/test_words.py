"""Whatever the games can say has words on the page, in English; vitest compares the languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from types import ModuleType

import pytest

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.contract import Game
from atlantis_games.core.match import Match
from atlantis_games.games import GAMES
from atlantis_games.games.causeway import reasons as causeway_refusals
from atlantis_games.games.escape import reasons as escape_refusals
from page.people import ROOT

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
REFUSALS: dict[str, ModuleType] = {"causeway": causeway_refusals, "escape": escape_refusals}


def words(game: Game, room: str) -> dict[str, set[str]]:
    """The keys of a room of the catalogue, each with the values that its sentence speaks of."""
    text = (ROOT / "web" / "src" / "words" / game.name / "en.ts").read_text("utf-8")
    found = re.findall(rf'^  "{game.name}\.{room}\.([\w-]+)":\s*(.+)$', text, re.MULTILINE)
    return {code: set(re.findall(r"\{(\w+)\}", sentence)) for code, sentence in found}


def missing(codes: Iterable[str], known: Iterable[str]) -> set[str]:
    return set(codes) - set(known)


@games
def test_every_move_can_be_told_and_advised(game: Game) -> None:
    log, moves = words(game, "log"), words(game, "move")
    assert not missing((action.code for action in game.notation), log)
    assert not missing((action.code for action in game.notation if action.clicks), moves)
    for action in game.notation:
        assert log[action.code] <= {"who", *action.values}
        assert moves.get(action.code, set()) <= {*action.values}


@games
def test_every_refusal_can_be_told_with_the_same_values(game: Game) -> None:
    sentences = REFUSALS[game.name].SENTENCES
    told = words(game, "refusal")
    assert set(told) == set(sentences)
    for code, (_, sentence) in sentences.items():
        assert told[code] <= set(re.findall(r"\{(\w+)\}", sentence)), code


@games
def test_whatever_is_to_decide_is_said(game: Game) -> None:
    phases = set()
    for seed in range(4):
        match = Match(game.new(2 + seed % 3), dealer=Dealer(str(seed)))
        chooser = random.Random(seed)
        match.deal()
        while not match.position.is_over and match.ply < 1_500:
            phases.add(match.position.view(match.position.actor)["phase"].replace(" ", "-"))
            match.play(chooser.choice(list(match.position.moves)))
            match.deal()
    assert not phases ^ set(words(game, "say"))


def test_buttons_in_the_documents_are_called_so_on_the_page() -> None:
    catalogue = (ROOT / "web" / "src" / "words" / "common" / "en.ts").read_text("utf-8")
    named = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs" / "playing.md").read_text("utf-8"))
    assert len(named) > 15
    for name in named:
        assert f'": "{" ".join(name.split())}"' in catalogue, name
