"""The lessons of a game: real positions, reached and judged by the rules, for a page to show.

A game's `tutorial.toml` lists lessons. A lesson begins where its `reach` leads, a list of moves
separated by commas, or where the lesson named in `after` ended. What chance does may be written
like any other move; what is not written is dealt from `seed`. A step says something, waits for one
of the moves in `expect`, if there are any, and then plays what stands in `then`: the other seat's
moves, chance, and everything else that is not worth a click. `say` and `decline`, which answers any
other legal move, are the ends of keys: a page looks up `LESSON.SAY` in the game's `lessons.json`.
`rule` is the section of the rules that a lesson is about. A game without the file has no lessons.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from subprocess import PIPE
from typing import Any

from atlantis_games.core.contract import CHANCE, Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadRequest
from atlantis_games.games import game_named
from atlantis_games.server.http_models import Lesson, LessonFrame, LessonStep
from atlantis_games.server.messages import encode
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.views import choices, with_drawing

LEARNER = 0  # the seat that the lessons are shown to


@cache
def encoded_tutorial(game: Game) -> str:
    """The lessons of a game as JSON."""
    return encode(tutorial(game))


@cache
def uncompiled_tutorial(game: Game) -> str:
    """The same from a process that compiles nothing, which is quicker on the very first day."""
    command = [sys.executable, "-m", "atlantis_games.server.tutorial", game.name]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return subprocess.run(command, env=environment, stdout=PIPE, check=True).stdout.decode()


def tutorial(game: Game) -> list[Lesson]:
    """Every lesson of a game, its steps with all that a page needs to show and to check them."""
    ends: dict[str, MatchLog] = {}
    lessons: list[Lesson] = []
    frames: list[LessonFrame] = []
    before = ""
    for lesson in written(game):
        match = beginning(game, lesson, ends)
        if lesson.get("after") != before:
            frames = []
        steps = []
        for asked in lesson["steps"]:
            steps.append(step(match, asked, frames))
            frames = answer(match, asked)
        before = str(lesson["name"])
        ends[before] = match
        lessons.append({"name": before, "rule": lesson["rule"], "steps": steps})
    return lessons


def written(game: Game) -> list[dict[str, Any]]:
    """The lessons as they stand in the game's file."""
    file = game.folder / "tutorial.toml"
    if not file.is_file():
        return []
    lessons: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))["lessons"]
    return lessons


def beginning(game: Game, lesson: dict[str, Any], ends: dict[str, MatchLog]) -> MatchLog:
    """A match in the position where a lesson begins."""
    start = game.new(lesson.get("players", 2))
    match = MatchLog(start, dealer=Dealer(lesson.get("seed", "learn")))
    if "after" in lesson:
        for actor, move in ends[lesson["after"]].log:
            match.enter(actor, move)
    for _ in go_on(match, lesson.get("reach", "")):
        pass
    return match


def go_on(match: MatchLog, moves: str) -> Iterator[None]:
    """Plays moves and deals what chance does in between; pauses when a seat is to decide."""
    for move in filter(None, (text.strip() for text in moves.split(","))):
        while match.position.actor == CHANCE and move not in match.position.moves:
            deal_once(match)
        if match.position.actor != CHANCE:
            yield
        match.play(move)
    match.deal()
    yield


def deal_once(match: MatchLog) -> None:
    """Lets chance act a single time."""
    match.play(match.next_outcome()[0])


def step(match: MatchLog, asked: dict[str, Any], frames: list[LessonFrame]) -> LessonStep:
    """What is shown and said, what may be done, and the frames that led here."""
    position = match.position
    return {
        "say": asked["say"],
        "decline": asked.get("decline"),
        "view": shown(match),
        "moves": choices(position.redacted(LEARNER)) if position.actor == LEARNER else [],
        "expect": asked.get("expect", []),
        "log": [entry for frame in frames for entry in frame["log"]],
        "between": frames[:-1],  # the last frame is this step itself
        "scores": list(position.scores) if position.is_over else None,
    }


def answer(match: MatchLog, asked: dict[str, Any]) -> list[LessonFrame]:
    """Plays the move that a step waits for and what follows it; a frame for every pause."""
    position = match.position
    expect = asked.get("expect", [])
    for move in expect:
        if move not in position.redacted(LEARNER).moves:
            raise BadRequest(f"{asked['say']}: {move!r} is not legal: {position.why_not(move)}")
    moves = ",".join([*expect[:1], asked.get("then", "")])
    frames: list[LessonFrame] = []
    ply = match.ply
    for _ in go_on(match, moves):
        if match.ply > ply:
            log = match.entries_for(LEARNER, ply, match.ply)
            frames.append({"view": shown(match), "log": log})
            ply = match.ply
    return frames


def shown(match: MatchLog) -> dict[str, Any]:
    """What the learner sees now."""
    return with_drawing(match.position, match.position.view(LEARNER))


if __name__ == "__main__":
    sys.stdout.buffer.write(encoded_tutorial(game_named(sys.argv[1])).encode())
