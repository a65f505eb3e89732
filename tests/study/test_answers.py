"""Answers to positions, and why a move is better than another."""

from __future__ import annotations

import pytest

import atlantis_games as atlantis
from atlantis_games import BadRequest, Game, IllegalMove
from atlantis_games.analysis.words import explained, reasons_for, sentences
from atlantis_games.core.contract import Difference
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import GAMES
from atlantis_games.study.answers import judge_answer
from atlantis_games.study.puzzles import shipped_puzzles

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
POSITION = (
    "causeway 2 / path ring1 flag2 crown3 ring4 ~ crown5 olive7 / blue A:1 B:3 hand 2xring crown"
    " flag tiles 5 3 / white A:4 hand flag olive"
)


def test_what_a_move_wins_is_said() -> None:
    position = atlantis.position(POSITION)
    both = {move for move in position.moves if move.startswith(("A", "B"))}
    assert len(both) >= 2
    for good in both:
        for bad in both - {good}:
            for reason in reasons_for(position, good, bad):
                assert f"why.{reason.code}" in GAMES["causeway"].texts("en")


def test_nothing_is_said_of_a_move_beside_itself() -> None:
    position = atlantis.position(POSITION)
    move = next(iter(position.moves))
    assert reasons_for(position, move, move) == []


@games
def test_every_reason_has_its_sentence_for_and_against_in_every_language(game: Game) -> None:
    """The reasons of shipped puzzles, and every reason that has an English sentence."""
    assert game.coach is not None
    said = {code for code in game.texts("en").sentences if code.startswith("why.")}
    for puzzle in shipped_puzzles(game)[:8]:
        reasons = explained(puzzle.position, puzzle.best, puzzle.second)
        said |= {f"why.{one['code']}" for one in reasons}
        position = puzzle.position
        before = position.play(puzzle.best), position.play(puzzle.second)
        for one in game.coach.differences(*before, position.actor):
            said |= {f"why.{one.code}", f"why.{one.code}.but"}
    for language in LANGUAGES:
        assert said <= set(game.texts(language).sentences)


def test_what_speaks_against_a_move_is_said_as_such() -> None:
    reasons = [Difference("tiles", {"n": 3}, 3.0), Difference("cards", {"n": 1}, -1.6)]
    assert [one["code"] for one in sentences(reasons)] == ["tiles", "cards.but"]


def test_the_solution_is_right_and_the_second_best_move_is_not() -> None:
    puzzle = shipped_puzzles(GAMES["causeway"])[0]
    right = judge_answer(puzzle.position, puzzle.best, puzzle.best, puzzle.second)
    assert (right.is_right, right.loss, right.best) == (True, 0.0, puzzle.best)
    wrong = judge_answer(puzzle.position, puzzle.second, puzzle.best)
    assert not wrong.is_right
    assert wrong.best == puzzle.best


def test_without_a_known_solution_the_best_move_is_looked_for() -> None:
    position = atlantis.position(POSITION)
    answers = [judge_answer(position, move) for move in position.moves]
    assert any(answer.is_right for answer in answers)
    assert len({answer.best for answer in answers}) == 1
    assert all(answer.loss >= 0 for answer in answers)
    assert answers[0] == judge_answer(position, next(iter(position.moves)))


def test_an_answer_that_cannot_be_is_refused() -> None:
    position = atlantis.position(POSITION)
    with pytest.raises(IllegalMove):
        judge_answer(position, "pay 7")
    with pytest.raises(BadRequest, match="Nobody decides"):
        judge_answer(atlantis.new_game("causeway"), "pass")
    with pytest.raises(BadRequest, match="Only seat 1 knows"):
        judge_answer(position.redacted(1), "A ring")
