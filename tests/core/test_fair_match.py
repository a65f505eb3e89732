"""Matches to whose dealing every device contributes: written, read, verified by outsiders too."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from atlantis_games import CHANCE, BadMatch, Game, Match
from atlantis_games.core.fair_dealer import FairDealer
from games.engines import all_games
from support.playing import any_choice

NAMES = ["Ann", "Ben", "Sprat"]
FILES = Path(__file__).parent.parent / "fixtures" / "fair-dealing"
VERIFIER = Path(__file__).parent.parent.parent / "examples" / "verify_deal.py"


def outsider() -> Any:
    """The example that checks a deal without our package."""
    spec = spec_from_file_location("verify_deal", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def played(game: Game, seed: str = "4" * 64, undos: float = 0.2) -> Match:
    """A random match of three, dealt with a nonce of Ann's and Ben's device; moves taken back."""
    rng, start = random.Random(seed), game.new(3)
    dealer = FairDealer(seed, "table", start)
    dealer.agree(NAMES, ["device " + "a" * 64, "seat 1", f"bot {dealer.derived_nonce(2)}"])
    match = Match(start, NAMES, dealer)
    while not match.position.is_over:
        if match.position.actor == CHANCE:
            match.deal()
            continue
        actor = match.position.actor
        match.play(any_choice(match.position, rng))
        if match.can_undo(actor) and rng.random() < undos:
            match.undo(actor)
    return match


@all_games
def test_a_fair_match_is_written_read_and_verified(game: Game) -> None:
    match = played(game)
    text = match.write()
    again = Match.read(text)
    again.verify()
    assert (again.log, again.seats, again.write()) == (match.log, match.seats, text)
    assert isinstance(again.dealer, FairDealer)
    assert text.startswith("Atlantis match 2\n")
    assert all(len(line) <= 120 for line in text.splitlines() if not line.startswith("nonce"))


@all_games
def test_files_of_the_first_version_of_fair_dealing_still_verify(game: Game) -> None:
    """The same files are verified by the page's tests, in TypeScript."""
    file = FILES / f"{game.name}.match"
    match = Match.load(file)
    match.verify()
    assert match.write() == file.read_text("utf-8")
    assert outsider().verify(match.write()) == match.events


@all_games
def test_taking_moves_back_does_not_change_what_chance_deals(game: Game) -> None:
    """The outcomes of the first events, which no move can change, are the same."""
    calm, nervous = played(game, undos=0.0), played(game, undos=0.9)
    assert any(move == "undo" for _, move in nervous.log)
    dealt = [[move for actor, move in match.log if actor == CHANCE] for match in (calm, nervous)]
    start = next(ply for ply, (actor, _) in enumerate(calm.log) if actor != CHANCE)
    assert dealt[0][:start] == dealt[1][:start]
    nervous.verify()


@all_games
def test_an_outsider_verifies_the_file_and_no_other(game: Game) -> None:
    match = played(game)
    text = match.write()
    assert outsider().verify(text) == match.events
    lines = VERIFIER.read_text("utf-8").splitlines()
    assert len(lines) <= 75
    assert not any("atlantis_games" in line for line in lines)
    dealt = [found for found in re.finditer(r"=(\d+)(?:-\d+)?/(\d+)", text) if found[2] != "1"]
    wrong = dealt[len(dealt) // 2]
    moved = f"={(int(wrong[1]) + int(wrong[2]) // 2) % int(wrong[2])}/{wrong[2]}"
    tampered = {
        "another nonce": text.replace("a" * 64, "b" * 64),
        "another name": text.replace("seat 2: Ben", "seat 2: Bob"),
        "another seed": text.replace("4" * 64, "5" * 64),
        "another table": text.replace("match: table", "match: tablet"),
        "a chosen nonce": re.sub("nonce 3: bot .*", "nonce 3: bot " + "0" * 64, text),
        "another outcome": text[: wrong.start()] + moved + text[wrong.end() :],
    }
    for what, changed in tampered.items():
        assert changed != text, what
        with pytest.raises(ValueError, match=r"commitment|chosen|follow"):
            outsider().verify(changed)
        with pytest.raises(BadMatch):
            Match.read(changed).verify()


@all_games
def test_invented_numbers_of_an_outcome_are_refused(game: Game) -> None:
    """They would satisfy an outsider who does not know the rules."""
    text = played(game).write()
    for share in (" =0-999/1000", " =0/1", " =", ""):
        changed = re.sub(r" =\d+(-\d+)?/\d+", share, text, count=1)
        if share:
            with pytest.raises(BadMatch, match="has the numbers"):
                Match.read(changed)
        else:
            Match.read(changed).verify()


@all_games
def test_an_imported_match_has_no_commitment(game: Game) -> None:
    match = Match.read(played(game).write())
    commitment = match.dealer.commitment if match.dealer else ""
    match.headers["imported"] = "yes"
    text = match.write()
    assert commitment not in text
    again = Match.read(text)
    again.verify()
    assert again.write() == text
