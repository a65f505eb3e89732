"""Studying positions: set up, played on, judged by an engine."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from atlantis_games.core.errors import BadRequest
from atlantis_games.games import GAMES
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.routes.requests import Address, AllServices, Guest
from atlantis_games.server.statistics import played_games
from atlantis_games.server.study import EVERYBODY_SEEN, answer_judged, engine_lines, studied
from atlantis_games.server.study_models import (
    AnswerBody,
    AnswerJudged,
    EngineBody,
    EngineLines,
    PositionTextAnswer,
    StatisticsAnswer,
    StudyBody,
    StudyPosition,
)

router = APIRouter()
Ply = Annotated[int, Query(ge=0, le=1_000_000)]
Eyes = Annotated[int, Query(ge=EVERYBODY_SEEN, le=7)]


@router.post("/api/study/position")
async def study_position(body: StudyBody, services: AllServices, guest: Guest) -> StudyPosition:
    """A position from its text, perhaps some moves later; what cannot be is refused."""
    await services.preparation.wait(*GAMES)
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(services.replays.thread, studied, body)


@router.post("/api/study/engine")
async def study_engine(
    body: EngineBody, services: AllServices, guest: Guest, address: Address
) -> EngineLines:
    """The best moves with winning chances for every seat, or what chance may bring."""
    await services.preparation.wait(*GAMES)
    return await engine_lines(services.lobby.bots, body, Payer(address, guest))


@router.post("/api/study/answer")
async def study_answer(
    body: AnswerBody, services: AllServices, guest: Guest, address: Address
) -> AnswerJudged:
    """Whether a move is as good as the best one, what it loses, and why in words."""
    await services.preparation.wait(*GAMES)
    return await answer_judged(services.lobby.bots, body, Payer(address, guest))


@router.get("/api/statistics")
async def statistics(services: AllServices, guest: Guest) -> StatisticsAnswer:
    """Your latest finished games, with luck and losses where they were reviewed."""
    return {"games": await played_games(services.store, guest)}


@router.get("/api/tables/{table_id}/text")
async def position_text(
    table_id: str, services: AllServices, ply: Ply = 0, eyes: Eyes = EVERYBODY_SEEN
) -> PositionTextAnswer:
    """A position of a finished match as text: all of it, or what a seat knew then."""
    position = await services.position_at(table_id, ply)
    if eyes >= position.players:
        raise BadRequest(f"There is no seat {eyes} at a table of {position.players}.")
    seen = position if eyes == EVERYBODY_SEEN else position.redacted(eyes)
    return {"text": seen.text}
