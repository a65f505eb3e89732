"""Puzzles: positions in which one move is clearly best, as they are kept in a game's folder."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position

FILE = "puzzles.jsonl"  # in a game's folder: a line about the set, then a puzzle in each
FORMAT = 1


@dataclass(frozen=True)
class Puzzle:
    """A position as the seat to decide knows it, and its solution."""

    id: str
    text: str  # the position
    best: str  # the move to find
    second: str  # the best of the others
    chances: float  # share of the win that the seat may expect with the best move
    gap: float  # how much less it may expect with the second
    theme: str
    level: str  # the weakest opponent that finds the move; empty if none does

    @property
    def position(self) -> Position:
        """The position itself."""
        from atlantis_games.core.diagram import read_position

        return read_position(self.text)


def puzzle_id(text: str) -> str:
    """The name of the puzzle with this position."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def header_of(game: Game) -> str:
    """The first line of a file of puzzles."""
    return json.dumps({"puzzles": game.name, "version": game.version, "format": FORMAT})


def read_puzzles(file: Path, game: Game) -> list[Puzzle]:
    """The puzzles in a file; BadRequest if they are not for this game and these rules."""
    try:
        first, *lines = file.read_text("utf-8").splitlines()
        header = json.loads(first)
        name, version, form = header["puzzles"], header["version"], header["format"]
        puzzles = [Puzzle(**json.loads(line)) for line in lines]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadRequest(f"{file} is not a file of puzzles that can be read.") from error
    if (name, form) != (game.name, FORMAT):
        raise BadRequest(f"{file} has puzzles of {name}, format {form}, not of {game.name}.")
    if version != game.version:
        raise BadRequest(
            f"{file} has puzzles for version {version} of the rules of {game.title}, which are now"
            f" at version {game.version}: mine them again."
        )
    return puzzles


def write_puzzles(file: Path, game: Game, puzzles: Iterable[Puzzle]) -> None:
    """Writes a file of puzzles."""
    lines = [header_of(game), *(json.dumps(asdict(puzzle)) for puzzle in puzzles)]
    file.write_text("\n".join(lines) + "\n", "utf-8")


@cache
def shipped_puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game; none for a game without them."""
    file = game.folder / FILE
    return tuple(read_puzzles(file, game)) if file.exists() else ()


def puzzle_named(game: Game, name: str) -> Puzzle:
    """A shipped puzzle by its id."""
    for puzzle in shipped_puzzles(game):
        if puzzle.id == name:
            return puzzle
    raise BadRequest(f"{game.title} has no puzzle {name!r}.")


def daily_puzzle(game: Game, day: datetime.date) -> Puzzle:
    """The puzzle of a day: the same for everybody, and none twice before all had their turn."""
    puzzles = shipped_puzzles(game)
    if not puzzles:
        raise BadRequest(f"{game.title} has no puzzles.")
    turn, number = divmod(day.toordinal(), len(puzzles))
    order = sorted(puzzles, key=lambda one: hashlib.sha256(f"{turn} {one.id}".encode()).digest())
    return order[number]
