"""`atlantis puzzles`: positions in which one move is clearly best, found in games and listed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import GameName, Json, Language

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game
    from atlantis_games.core.match import Match
    from atlantis_games.core.texts import Texts
    from atlantis_games.study.puzzles import Puzzle


class Task(StrEnum):
    """What can be done with puzzles."""

    mine = "mine"
    list = "list"
    check = "check"


TaskName = Annotated[
    Task,
    typer.Argument(
        help="mine finds new ones; list shows them; check says which are none any more."
    ),
]


def puzzles(
    task: TaskName,
    game: GameName,
    matches: Annotated[
        list[Path] | None,
        typer.Argument(help="Match files to mine; without them, games between bots."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Where the puzzles are; without it, those that ship.")
    ] = None,
    count: Annotated[int, typer.Option(help="How many puzzles the file shall have.")] = 100,
    iterations: Annotated[
        int, typer.Option(help="Of the first search; the last one has eight times as many.")
    ] = 800,
    gap: Annotated[
        float, typer.Option(help="How much better the best move is, as a share of the win.")
    ] = 0.08,
    seed: Annotated[str, typer.Option(help="Another word deals other games.")] = "puzzles",
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Finds puzzles in games, lists them, or checks them after the bots have changed."""
    from atlantis_games.cli.language import chosen_language
    from atlantis_games.core.errors import BadRequest
    from atlantis_games.games import game_named
    from atlantis_games.study.mining import Standard
    from atlantis_games.study.puzzles import read_puzzles, shipped_puzzles

    chosen = game_named(game)
    texts = chosen.texts(chosen_language(language))
    if task is not Task.mine:
        there = read_puzzles(file, chosen) if file else [*shipped_puzzles(chosen)]
        if task is Task.check:
            check_all(there, Standard(iterations, gap), as_json)
        for one in there if task is Task.list else ():
            print_puzzle(one, texts, as_json)
        return
    if file is None:
        raise BadRequest("Say where the puzzles shall be written, as --file puzzles.jsonl.")
    mine_into(file, chosen, count, Standard(iterations, gap), found_in(chosen, matches, seed))


def found_in(game: Game, files: list[Path] | None, seed: str) -> Iterator[Match]:
    """The matches in some files, or games of bots."""
    from atlantis_games.cli.options import match_in
    from atlantis_games.study.mining import matches_of_bots

    if files:
        return (match for match in (match_in(file, 1) for file in files) if match.game is game)
    return matches_of_bots(game, seed)


def mine_into(
    file: Path, game: Game, count: int, standard: object, matches: Iterator[Match]
) -> None:
    """Adds puzzles to a file, each as soon as it is found."""
    from atlantis_games.cli.progress import progress_bar
    from atlantis_games.study.mining import Collection, Standard, mine
    from atlantis_games.study.puzzles import read_puzzles, write_puzzles

    assert isinstance(standard, Standard)
    collection = Collection(game, count, read_puzzles(file, game) if file.exists() else [])
    with progress_bar(file.name) as report:

        def keep(puzzle: Puzzle) -> None:
            write_puzzles(file, game, collection.puzzles)
            report(len(collection.puzzles), count)

        mine(collection, matches, standard, keep)
    write_puzzles(file, game, collection.puzzles)


def check_all(puzzles: list[Puzzle], standard: object, as_json: bool) -> None:
    """Says which puzzles are none any more; exit code 1 if there are such."""
    from atlantis_games.cli.progress import progress_bar
    from atlantis_games.study.mining import Standard, fault_of

    assert isinstance(standard, Standard)
    faults: dict[str, str] = {}
    with progress_bar("puzzles") as report:
        for number, puzzle in enumerate(puzzles):
            report(number, len(puzzles))
            if fault := fault_of(puzzle, standard):
                faults[puzzle.id] = fault
    if as_json:
        print(json.dumps({"checked": len(puzzles), "faults": faults}))
    else:
        for name, fault in faults.items():
            print(f"{name}  {fault}")
        print(f"{len(puzzles) - len(faults)} of {len(puzzles)} puzzles are as they should be.")
    if faults:
        raise typer.Exit(1)


def print_puzzle(puzzle: Puzzle, texts: Texts, as_json: bool) -> None:
    """A puzzle in a line."""
    from dataclasses import asdict

    if as_json:
        print(json.dumps(asdict(puzzle)))
        return
    theme = texts.fill(f"theme.{puzzle.theme}")
    level = texts.fill(f"level.{puzzle.level}") if puzzle.level else ""
    print(f"{puzzle.id}  {theme:14} {level:10} {puzzle.gap:6.1%}  {puzzle.best:16} {puzzle.text}")
