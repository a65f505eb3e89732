"""Puzzles: the list, each of them, and today's."""

from __future__ import annotations

import datetime

from fastapi import APIRouter

from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.study_models import PuzzleAbout, PuzzleAnswer, PuzzleList
from atlantis_games.study.puzzles import Puzzle, daily_puzzle, shipped_puzzles

router = APIRouter()


@router.get("/api/puzzles/{game}")
async def puzzle_list(game: str) -> PuzzleList:
    """The puzzles of a game, easy ones first, and today's."""
    found = game_of(game)
    puzzles = shipped_puzzles(found)
    today = datetime.datetime.now(datetime.UTC).date()
    levels = [*found.levels, ""]
    listed = sorted(puzzles, key=lambda one: (levels.index(one.level), one.id))
    return {
        "game": game,
        "puzzles": [about(one) for one in listed],
        "date": today.isoformat(),
        "daily": daily_puzzle(found, today).id if puzzles else "",
    }


@router.get("/api/puzzles/{game}/{puzzle_id}")
async def one_puzzle(game: str, puzzle_id: str) -> PuzzleAnswer:
    """A puzzle with its solution."""
    found = game_of(game)
    puzzle = next((one for one in shipped_puzzles(found) if one.id == puzzle_id), None)
    if puzzle is None:
        raise RequestRefused("no-such-puzzle", 404)
    return {
        **about(puzzle),
        "game": game,
        "text": puzzle.text,
        "best": puzzle.best,
        "second": puzzle.second,
        "chances": puzzle.chances,
        "gap": puzzle.gap,
        "clicks": list(found.notation[found.numbers[puzzle.best]].clicks),
    }


def game_of(name: str) -> Game:
    """A game of this server."""
    if name not in GAMES:
        raise RequestRefused("no-such-game", 404, {"game": name})
    return GAMES[name]


def about(puzzle: Puzzle) -> PuzzleAbout:
    """What the list says of a puzzle."""
    return {"id": puzzle.id, "theme": puzzle.theme, "level": puzzle.level}
