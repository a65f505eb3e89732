"""What workers do: a bot's move, a hint, a review. Tasks and results are plain values."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from atlantis_games.analysis.accounts import Analysis
from atlantis_games.analysis.judge import analyse
from atlantis_games.bots import Bot, bot_named
from atlantis_games.bots.bot_process import MOVE_SECONDS
from atlantis_games.bots.position_json import position_as_json, position_of
from atlantis_games.bots.search import Candidate, Search
from atlantis_games.core.contract import Game
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.study.daily import DailyBot

HINT_SECONDS = 0.5
STAND_IN_ITERATIONS = 200  # for another move than one that can be made once
REVIEW_ITERATIONS = 800  # of the search, for each decision

Task = dict[str, Any]
Progress = Callable[[int, int], None]


def new_bot(game: Game, name: str) -> Bot:
    """A bot for a table, whose choices nobody can foresee."""
    return bot_named(name, game.name, secrets.randbits(48))


def stand_in_move(position: Position, bot: Bot) -> str:
    """The move of a bot that plays for a person who is away.

    What the person has only once in the match is still there when they come back, unless there is
    nothing else to do.
    """
    game, move = position.game, bot.choose(position, MOVE_SECONDS)
    others = [one for one, action in position.moves.items() if not game.notation[action].is_once]
    if move in others or not others:
        return move
    found = Search(secrets.randbits(48), STAND_IN_ITERATIONS).think(position)
    return next((candidate.move for candidate in found if candidate.move in others), others[0])


def hint_moves(position: Position) -> list[Candidate]:
    """What a search would do, best first."""
    return Search(secrets.randbits(48), seconds=HINT_SECONDS).think(position)


def move_task(position: Position, level: str, is_away: bool = False, daily: str = "") -> Task:
    """The task to choose a move with what a seat may know, perhaps in the challenge of a day."""
    kind = "stand-in" if is_away else "move"
    known = position_as_json(position)
    return {"kind": kind, "level": level, "position": known, "daily": daily}


def hint_task(position: Position) -> Task:
    """The task to find good moves with what a seat may know."""
    return {"kind": "hint", "position": position_as_json(position)}


def review_task(table_id: str, match: Match) -> Task:
    """The task to judge a finished match."""
    return {"kind": "review", "table": table_id, "match": match.write()}


def reviewed(match: Match, progress: Progress, so_far: Analysis) -> dict[str, Any]:
    """A match judged, as plain values; what is found grows meanwhile."""
    return analyse(match, REVIEW_ITERATIONS, progress=progress, analysis=so_far).as_dict()


def done(task: Task, progress: Progress, so_far: Analysis) -> Any:
    """The result of a task, as plain values; that of a review grows meanwhile."""
    if task["kind"] == "review":
        return {"made": reviewed(Match.read(task["match"]), progress, so_far)}
    position = position_of(task["position"])
    if task["kind"] == "hint":
        return [asdict(candidate) for candidate in hint_moves(position)]
    daily = task.get("daily")
    bot = (
        DailyBot(position.game, task["level"], daily)
        if daily
        else new_bot(position.game, task["level"])
    )
    if task["kind"] == "stand-in":
        return stand_in_move(position, bot)
    return bot.choose(position, MOVE_SECONDS)
