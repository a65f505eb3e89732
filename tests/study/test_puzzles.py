"""Puzzles: those that ship, those that are mined, and the one of a day."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atlantis_games import BadRequest, Game, Match
from atlantis_games.cli.main import app
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import GAMES
from atlantis_games.study.mining import Collection, Standard, matches_of_bots, mine
from atlantis_games.study.puzzles import (
    FILE,
    Puzzle,
    daily_puzzle,
    header_of,
    puzzle_named,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)

MATCHES = Path(__file__).parent.parent / "matches"
games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
EASY = Standard(iterations=24, gap=0.01, quick=8, worst=0.0, sure=1.0)


@games
def test_a_hundred_puzzles_ship_and_each_can_be_shown_and_solved(game: Game) -> None:
    puzzles = shipped_puzzles(game)
    assert len(puzzles) >= 100
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert game.coach is not None
    for puzzle in puzzles:
        position = puzzle.position
        assert position.game is game
        assert position.seen_by == position.actor, "only what the solver may know"
        assert {puzzle.best, puzzle.second} <= set(position.moves)
        assert puzzle.best != puzzle.second
        assert puzzle.gap >= 0.08
        assert puzzle.theme in game.coach.THEMES
        assert puzzle.level in (*game.levels, "")
        assert position.text == puzzle.text


@games
def test_every_theme_has_a_name_and_a_hint_in_every_language(game: Game) -> None:
    assert game.coach is not None
    for language in LANGUAGES:
        for theme in game.coach.THEMES:
            assert f"theme.{theme}" in game.texts(language)
            assert f"theme.{theme}.hint" in game.texts(language)


@games
def test_a_day_has_one_puzzle_and_none_comes_twice_before_all_have_come(game: Game) -> None:
    count = len(shipped_puzzles(game))
    first = -(-datetime.date(2026, 11, 17).toordinal() // count) * count
    days = [datetime.date.fromordinal(first + day) for day in range(count)]
    assert len({daily_puzzle(game, day).id for day in days}) == count
    assert daily_puzzle(game, days[0]) == daily_puzzle(game, days[0])


@games
def test_a_puzzle_is_found_by_its_name(game: Game) -> None:
    puzzle = shipped_puzzles(game)[0]
    assert puzzle_named(game, puzzle.id) is puzzle
    with pytest.raises(BadRequest, match="no puzzle 'x'"):
        puzzle_named(game, "x")


@games
def test_puzzles_are_mined_from_games_of_bots(game: Game) -> None:
    collection = Collection(game, 1)
    found: list[Puzzle] = []
    mine(collection, matches_of_bots(game, "a test"), EASY, found.append)
    assert collection.puzzles == found
    (puzzle,) = found
    position = puzzle.position
    assert {puzzle.best, puzzle.second} <= set(position.moves)
    assert not collection.add(puzzle), "it is full"


def test_a_collection_has_no_puzzle_twice_and_not_only_easy_ones() -> None:
    game = GAMES["causeway"]
    easiest, hard = next(iter(game.levels)), ""
    themes = ("tiles", "tolls", "block", "chain")

    def puzzle(number: int, level: str) -> Puzzle:
        return Puzzle(str(number), "", "a", "b", 0.5, 0.1, themes[number % 4], level)

    collection = Collection(game, 8)
    assert [collection.add(puzzle(number, easiest)) for number in range(4)] == [True] * 2 + [
        False
    ] * 2
    assert not collection.add(puzzle(0, hard)), "it is there"
    added = [collection.add(puzzle(number, hard)) for number in (4, 8, 12, 16)]
    assert added == [True, True, True, False], "enough of one theme"


def test_the_command_mines_files_and_lists_what_it_found(tmp_path: Path) -> None:
    file = tmp_path / FILE
    match = MATCHES / "causeway-debt.match"
    runner = CliRunner()
    wanted = ["--iterations", "24", "--gap", "0.01", "--count", "1", "--file", str(file)]
    done = runner.invoke(app, ["puzzles", "mine", "causeway", str(match), *wanted])
    assert done.exit_code == 0, done.output
    assert json.loads(file.read_text("utf-8").splitlines()[0])["puzzles"] == "causeway"
    assert Match.load(match).game is GAMES["causeway"]
    listed = runner.invoke(app, ["puzzles", "list", "causeway", "--json", "--file", str(file)])
    assert listed.exit_code == 0
    assert len(listed.output.splitlines()) == len(read_puzzles(file, GAMES["causeway"]))
    shown = runner.invoke(app, ["puzzles", "list", "causeway", "--language", "de"])
    assert len(shown.output.splitlines()) >= 100


def test_the_command_checks_puzzles_and_names_those_that_are_none(tmp_path: Path) -> None:
    """Two that ship, and one of them with another solution."""
    game = GAMES["causeway"]
    good, other = shipped_puzzles(game)[:2]
    wrong = replace(other, best=other.second, second=other.best)
    file = tmp_path / FILE
    runner = CliRunner()
    wanted = ["puzzles", "check", "causeway", "--iterations", "400", "--file", str(file)]
    write_puzzles(file, game, [good])
    fine = runner.invoke(app, wanted)
    assert (fine.exit_code, "1 of 1 puzzles" in fine.output) == (0, True), fine.output
    write_puzzles(file, game, [good, wrong])
    found = runner.invoke(app, [*wanted, "--json"])
    assert found.exit_code == 1
    assert list(json.loads(found.output.splitlines()[-1])["faults"]) == [wrong.id]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a file of puzzles"),
        ("{}", "is not a file of puzzles"),
        ('{"puzzles": "escape", "version": 1, "format": 1}', "puzzles of escape"),
        ('{"puzzles": "causeway", "version": 99, "format": 1}', "version 99 of the rules"),
        ('{"puzzles": "causeway", "version": 1, "format": 1}\n{"id": 3}', "not a file of puzzles"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / FILE
    file.write_text(text, "utf-8")
    with pytest.raises(BadRequest, match=sentence):
        read_puzzles(file, GAMES["causeway"])


def test_puzzles_are_written_as_they_are_read(tmp_path: Path) -> None:
    game = GAMES["causeway"]
    file = tmp_path / FILE
    write_puzzles(file, game, shipped_puzzles(game))
    assert tuple(read_puzzles(file, game)) == shipped_puzzles(game)
    assert file.read_text("utf-8").startswith(header_of(game))
