"""Bots at tables: levels, moves in threads of their own, and hints."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from concurrent.futures import ThreadPoolExecutor

from atlantis_games.bots import bot_named
from atlantis_games.bots.search import Candidate, Search
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.server.errors import RequestRefused, not_playing
from atlantis_games.server.limits import Buckets
from atlantis_games.server.metrics import BOT_SECONDS
from atlantis_games.server.tables.session import Session

WITHOUT_LEVELS = "greedy"  # plays for those who are away in a game that names no levels
HINT_SECONDS = 0.5
MAX_HINTS = 3  # moves in a hint
THREADS = 2  # in which bots think
THINKING_PER_SECOND = 0.5  # seconds, for each address
THINKING_AT_ONCE = 300.0


def level_for(game: Game, wanted: str) -> str:
    """A level of a game; the second weakest where none is named."""
    levels = list(game.levels)
    if not wanted and levels:
        return levels[:2][-1]
    if wanted not in game.levels:
        raise BadRequest(f"There is no level {wanted!r}; there are {', '.join(levels)}.")
    return wanted


def stand_in(game: Game) -> str:
    """The level that plays for a person who is away: the second strongest."""
    levels = list(game.levels)
    return levels[-2:][0] if levels else WITHOUT_LEVELS


def bot_move(position: Position, name: str) -> str:
    """The move of a bot at a table; the position is redacted for its seat."""
    return bot_named(name, position.game.name, secrets.randbits(48)).choose(position, None)


class BotPlayers:
    """Lets bots think, at the cost of the address that opened the table."""

    def __init__(self, limits: float) -> None:
        self.pool = ThreadPoolExecutor(THREADS, "bot")
        self.thinking_time = Buckets(THINKING_PER_SECOND * limits, THINKING_AT_ONCE * limits)

    def close(self) -> None:
        """Stops the threads."""
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def play(self, session: Session) -> None:
        """Plays for as long as it is a bot's turn."""
        table = session.table
        payer = table.address or table.id
        while table.state == "playing" and session.is_open and not session.is_broken:
            actor, ply = table.position.actor, table.ply
            if actor < 0 or not table.seats[actor].is_played_by_bot:
                return
            started = time.monotonic()
            while not self.thinking_time.take(payer, 0.0):  # as long as there is a debt
                await asyncio.sleep(0.5)
            level = table.seats[actor].level or stand_in(table.game)
            move, seconds = await self.think(table.position.redacted(actor), level)
            self.thinking_time.charge(payer, seconds)
            pause = table.setup.pace - (time.monotonic() - started)
            if pause > 0:
                await asyncio.sleep(pause)
            with contextlib.suppress(RequestRefused):  # the person has come back meanwhile
                if table.seats[actor].is_played_by_bot:
                    await session.play(actor, ply, move)

    async def think(self, position: Position, level: str) -> tuple[str, float]:
        """A bot's move and how long it took, in a thread with only what its seat may know."""

        def choose() -> tuple[str, float]:
            begin = time.perf_counter()
            move = bot_move(position, level)
            seconds = time.perf_counter() - begin
            BOT_SECONDS.inc(seconds)
            return move, seconds

        return await asyncio.get_running_loop().run_in_executor(self.pool, choose)

    async def hint(self, session: Session, seat: int) -> list[Candidate]:
        """What a search would do with what a seat may know, best first."""
        table = session.table
        if not table.setup.hints or table.setup.rated:
            raise RequestRefused("no-hints")
        if table.state != "playing":
            raise not_playing()
        if table.position.actor != seat:
            raise RequestRefused("not-your-turn")
        if not self.thinking_time.take(table.address or table.id, HINT_SECONDS):
            raise RequestRefused("slow-down")
        position = table.position.redacted(seat)
        search = Search(secrets.randbits(48), seconds=HINT_SECONDS)
        loop = asyncio.get_running_loop()
        return (await loop.run_in_executor(self.pool, search.think, position))[:MAX_HINTS]
