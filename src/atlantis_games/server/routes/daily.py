"""The challenge of the day: what it is, one's own table for it, and how the best bot did."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from atlantis_games.server.errors import too_many
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.messages import TableInfo
from atlantis_games.server.routes.puzzles import game_of
from atlantis_games.server.routes.requests import Address, AllServices, Guest
from atlantis_games.server.study_models import DailyAnswer, DailyBody
from atlantis_games.server.tables.opening import Opener
from atlantis_games.server.tables.views import table_info
from atlantis_games.study.daily import challenge_of, day_named, strongest, today

router = APIRouter()
Day = Annotated[str, Query(max_length=10)]


@router.get("/api/daily/{game}")
async def daily_challenge(
    game: str, services: AllServices, guest: Guest, day: Day = ""
) -> DailyAnswer:
    """The challenge of a day, your table for it, and once that is over how the best bot did."""
    challenge = challenge_of(game_of(game), day_named(day) if day else today())
    row = await services.challenges.table_of(challenge, guest)
    answer: DailyAnswer = {
        "game": game,
        "day": challenge.day.isoformat(),
        "players": challenge.players,
        "seat": challenge.seat,
        "level": challenge.level,
        "table": row.id if row else "",
        "scores": [],
        "best": [],
        "strongest": strongest(challenge.game),
    }
    if row is not None and row.state == "over":
        await services.preparation.wait(game)
        table = (await services.lobby.session(row.id)).table
        answer["scores"] = list(table.position.scores)
        answer["best"] = services.challenges.best_of(challenge)
    return answer


@router.post("/api/daily/{game}", status_code=201)
async def play_daily(
    game: str, body: DailyBody, services: AllServices, guest: Guest, address: Address
) -> TableInfo:
    """Your table for today's challenge: opened now, or the one that you have already."""
    challenge = challenge_of(game_of(game), today())
    await services.preparation.wait(game)
    challenges = services.challenges
    async with challenges.lock:
        row = await challenges.table_of(challenge, guest)
        if row is not None:
            return table_info((await services.lobby.session(row.id)).table)
        if not services.new_tables.take(address):
            raise too_many()
        opener = Opener(guest, await services.name_of(guest), address)
        async with services.quotas.room_for_table(Payer(address, guest), False) as owner:
            session = await challenges.open(challenge, opener, body.pace, owner.owns)
    challenges.best_of(challenge)  # it is played while the guest plays
    return table_info(session.table)
