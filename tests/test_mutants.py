"""The mutants of `make mutants` still fit the kernels."""

from __future__ import annotations

import pytest

from mutants import GAMES, Mutant, all_mutants


@pytest.mark.parametrize("mutant", all_mutants(), ids=lambda one: f"{one.file} {one.rule}")
def test_the_text_that_a_mutant_replaces_is_there_once(mutant: Mutant) -> None:
    text = (GAMES / mutant.file).read_text("utf-8")
    assert text.count(mutant.old) == 1
    assert mutant.new != mutant.old
    compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")


def test_there_are_enough_of_them_for_each_game() -> None:
    games = [mutant.game for mutant in all_mutants()]
    assert len(games) >= 60
    assert min(games.count(game) for game in set(games)) >= 25
