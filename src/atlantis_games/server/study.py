"""Positions that somebody studies: set up, played on, and what an engine thinks of them."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from atlantis_games.core.contract import CHANCE, SPECTATOR, Game
from atlantis_games.core.errors import BadRequest, IllegalMove
from atlantis_games.core.position import Position
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.messages import Choice
from atlantis_games.server.study_models import (
    AnswerBody,
    AnswerJudged,
    EngineBody,
    EngineLines,
    StudyBody,
    StudyPosition,
)
from atlantis_games.server.tables.bots import MAX_WAITING_HINTS, BotPlayers
from atlantis_games.server.tables.forks import position_in
from atlantis_games.server.tables.match_log import MatchLog, move_sentence
from atlantis_games.server.tables.views import choices, with_drawing
from atlantis_games.study.answers import Answer, judge_answer
from atlantis_games.study.lines import Judgement, judge_position

EVERYBODY_SEEN = -2  # eyes that see all hands


def studied(body: StudyBody) -> StudyPosition:
    """A position as text says it, perhaps a move later, with all that a board shows of it."""
    position = position_in(body.text, body.language)
    match = MatchLog(position)
    for move in body.moves:
        try:
            match.play(move)
        except IllegalMove as error:
            raise RequestRefused("illegal-move", reason=error.reason) from error
    position = match.position
    return {
        "game": position.game.name,
        "text": position.text,
        "players": position.players,
        "options": position.options,
        "actor": position.actor,
        "over": position.is_over,
        "scores": list(position.scores),
        "view": seen_with(position, body.eyes),
        "moves": named_choices(position),
        "odds": dict(position.odds) if position.actor == CHANCE else {},
        "log": match.all_entries(0, match.ply),
    }


def named_choices(position: Position) -> list[Choice]:
    """The legal moves, as far as they are known, each with the sentence about it."""
    if position.seen_by not in (None, position.actor):
        return []
    found = choices(position)
    for choice in found:
        sentence = move_sentence(position.game, choice["move"])
        choice["code"], choice["values"] = sentence["code"], sentence["values"]
    return found


def seen_with(position: Position, eyes: int) -> dict[str, Any]:
    """What a seat, those who watch, or somebody who knows everything sees."""
    if position.seen_by is not None:
        eyes = position.seen_by
    elif eyes >= position.players:
        raise BadRequest(f"There is no seat {eyes} at a table of {position.players}.")
    if eyes != EVERYBODY_SEEN:
        return with_drawing(position, position.view(eyes))
    view = dict(position.view(SPECTATOR))
    view["seats"] = [position.view(seat)["seats"][seat] for seat in range(position.players)]
    view["seat"] = position.actor if position.actor >= 0 else view["turn"]  # whose hand is shown
    return with_drawing(position, view)


def judged_text(body: EngineBody, stop: threading.Event) -> tuple[Game, Judgement]:
    """What an engine thinks of a text; reading it takes long enough to be done in a thread."""
    position = position_in(body.text)
    return position.game, judge_position(position, seconds=body.milliseconds / 1000, stop=stop)


async def engine_lines(bots: BotPlayers, body: EngineBody, payer: Payer) -> EngineLines:
    """What an engine thinks, at the cost of who asks: others' bots have their turn before.

    A new question of theirs ends the thought about the one before.
    """
    if bots.queue.count(payer) >= MAX_WAITING_HINTS:
        raise RequestRefused("slow-down", 429)
    with bots.latest_of(payer) as stop:
        game, found = await bots.think(payer, partial(judged_text, body, stop))
    return {
        "chances": list(found.chances),
        "visits": found.visits,
        "lines": [
            {
                "move": line.move,
                "share": line.share,
                "chances": list(line.chances),
                **move_sentence(game, line.move),
            }
            for line in found.lines[: body.lines]
        ],
    }


def judged_move(body: AnswerBody) -> tuple[Game, Answer]:
    """What is thought of an answer to a position that is read here, in a bot's thread."""
    position = position_in(body.text)
    return position.game, judge_answer(position, body.move, body.best, body.instead)


async def answer_judged(bots: BotPlayers, body: AnswerBody, payer: Payer) -> AnswerJudged:
    """What is thought of an answer to a position, at the cost of who asks."""
    if bots.queue.count(payer) >= MAX_WAITING_HINTS:
        raise RequestRefused("slow-down", 429)
    try:
        game, found = await bots.think(payer, partial(judged_move, body))
    except IllegalMove as error:
        raise RequestRefused("illegal-move", reason=error.reason) from error
    return {
        "right": found.is_right,
        "loss": found.loss,
        "best": found.best,
        "sentence": move_sentence(game, found.best),
        "why": [{"code": one["code"], "values": one["values"]} for one in found.why],
    }
