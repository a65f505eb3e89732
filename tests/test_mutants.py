"""The mutants of `make mutants` still fit the kernels, and a run that was stopped can go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutants import Mutant, all_mutants
from mutants.results import Results
from mutants.trial import Result


@pytest.mark.parametrize("mutant", all_mutants(), ids=lambda one: f"{one.file} {one.rule}")
def test_the_text_that_a_mutant_replaces_is_there_once(mutant: Mutant) -> None:
    text = mutant.path.read_text("utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.new != mutant.old
    compile(mutant.source(), mutant.file, "exec")


def test_there_are_enough_of_them_for_each_game() -> None:
    games = [mutant.game for mutant in all_mutants()]
    assert len(games) >= 60
    assert min(games.count(game) for game in set(games)) >= 25


def test_no_mutant_is_listed_twice() -> None:
    keys = [mutant.key for mutant in all_mutants()]
    assert len(keys) == len(set(keys))


def test_results_are_kept_as_they_come(tmp_path: Path) -> None:
    """Resuming runs what is missing, what survived, and what should have."""
    noticed, survivor, equal, wrongly_explained, missing = all_mutants()[:5]
    equal = equal._replace(why="it plays the same")
    wrongly_explained = wrongly_explained._replace(why="so it is said")
    file = tmp_path / "build" / "mutants.json"
    results = Results(file)
    results.add_usual(noticed.game, Result("", {"test": 0.5}, 2.0))
    results.add(noticed, Result("test_a", {}, 1.0))
    results.add(survivor, Result("", {}, 9.0))
    results.add(equal, Result("", {}, 9.0))
    results.add(wrongly_explained, Result("test_b", {}, 1.0))

    resumed = Results(file)
    assert resumed.usual == {noticed.game: {"test": 0.5}}
    mutants = [noticed, survivor, equal, wrongly_explained, missing]
    settled = [resumed.is_settled(mutant) for mutant in mutants]
    assert settled == [True, False, True, False, False]
    resumed.forget([noticed])
    assert not resumed.is_settled(noticed)
    assert resumed.is_settled(equal)
    assert resumed.usual == {}
