"""Bots at tables: levels, moves in threads of their own, and hints."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from atlantis_games.analysis.words import reasons_for, sentences
from atlantis_games.bots import Bot
from atlantis_games.bots.bot_process import MOVE_SECONDS
from atlantis_games.bots.search import Candidate
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.server.errors import RequestRefused, not_playing
from atlantis_games.server.fair_queue import FairQueue, Payer, Share
from atlantis_games.server.limits import Buckets
from atlantis_games.server.metrics import BOT_SECONDS
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.storing import retried
from atlantis_games.server.tables.table import Table
from atlantis_games.server.thoughts import (
    Task,
    hint_moves,
    hint_task,
    move_task,
    new_bot,
    stand_in_move,
)
from atlantis_games.study.daily import DailyBot

if TYPE_CHECKING:
    from atlantis_games.server.jobs import Jobs

T = TypeVar("T")
WITHOUT_LEVELS = "greedy"  # plays for those who are away in a game that names no levels
MAX_HINTS = 3  # moves in a hint
MAX_WAITING_HINTS = 2  # of a guest, thoughts of bots at the own tables included
# One thread more than an address can have, so that others' bots begin to think at once.
SHARE = Share(threads=3, of_address=2, of_guest=1)
SHARE_OF_JOBS = Share(threads=64, of_address=8, of_guest=2)  # threads that only wait
THINKING_PER_SECOND = 0.5  # seconds, for each address and each guest; more only if nobody waits
THINKING_AT_ONCE_OF_ADDRESS = 20.0
THINKING_AT_ONCE_OF_GUEST = 10.0


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


def bot_for(table: Table, level: str) -> Bot:
    """The bot of a level at a table; in a challenge its choices depend on the position only."""
    daily = table.setup.daily
    return DailyBot(table.game, level, daily) if daily else new_bot(table.game, level)


class Advice(NamedTuple):
    """Moves for somebody who asks for a hint, best first, where to look, and why."""

    moves: list[Candidate]
    theme: str
    why: list[dict[str, Any]]  # codes and values of sentences


def advice(position: Position, moves: list[Candidate]) -> Advice:
    """Where to look for the first of some moves, and why it is better than the second."""
    coach = position.game.coach
    if coach is None or len(moves) < 2:
        return Advice(moves, "", [])
    reasons = reasons_for(position, moves[0].move, moves[1].move)
    theme = coach.theme(position, moves[0].move, reasons)
    return Advice(moves, theme, sentences(reasons))


def payer_of(table: Table) -> Payer:
    """Who pays for the bots of a table: its host, and the address of the first who came."""
    return Payer(table.address, table.host or "")


class BotPlayers:
    """Lets bots think, at the cost of those who opened the table or ask for a hint."""

    def __init__(self, limits: float, jobs: Jobs | None = None) -> None:
        self.jobs = jobs  # where others may think too
        self.studied: dict[Payer, threading.Event] = {}  # stops a thought about a position
        rate = THINKING_PER_SECOND * limits
        self.queue = FairQueue(
            "bot",
            SHARE if jobs is None else SHARE_OF_JOBS,
            Buckets(rate, THINKING_AT_ONCE_OF_GUEST * limits),
            Buckets(rate, THINKING_AT_ONCE_OF_ADDRESS * limits),
        )

    def close(self) -> None:
        """Stops the threads."""
        self.queue.close()

    @contextlib.contextmanager
    def latest_of(self, payer: Payer) -> Iterator[threading.Event]:
        """Stops what somebody asked for before; the event that stops this one."""
        before, stop = self.studied.get(payer), threading.Event()
        if before is not None:
            before.set()
        self.studied[payer] = stop
        try:
            yield stop
        finally:
            if self.studied.get(payer) is stop:
                del self.studied[payer]

    async def play(self, session: Session) -> None:
        """Plays for as long as it is a bot's turn."""
        table = session.table
        bots: dict[tuple[int, str], Bot] = {}  # which go on with their thoughts during a turn
        while table.state == "playing" and session.is_open and not session.is_broken:
            actor, ply = table.position.actor, table.ply
            if actor < 0 or not table.seats[actor].is_played_by_bot:
                return
            started = time.monotonic()
            is_away = bool(table.seats[actor].away)
            level = stand_in(table.game) if is_away else table.seats[actor].level
            bot = bots.setdefault((actor, level), bot_for(table, level))
            position = table.position.redacted(actor)  # a bot has only what its seat may know
            work: Callable[[], str] = (
                partial(stand_in_move, position, bot)
                if is_away
                else partial(bot.choose, position, MOVE_SECONDS)
            )
            if self.jobs is not None:
                job = f"bot {table.id} {ply} {actor}"  # the same for all who wait for it
                work = self.asked(job, move_task(position, level, is_away, table.setup.daily))
            move = await self.think(payer_of(table), work)
            pause = table.setup.pace - (time.monotonic() - started)
            if pause > 0:
                await asyncio.sleep(pause)
            with contextlib.suppress(RequestRefused):  # the person has come back meanwhile
                if table.seats[actor].is_played_by_bot:
                    await session.play(actor, ply, move)

    def asked(self, job: str, task: Task) -> Callable[[], Any]:
        """Work for a thread: to wait until a worker has done a job."""
        assert self.jobs is not None
        loop, jobs = asyncio.get_running_loop(), self.jobs
        return lambda: asyncio.run_coroutine_threadsafe(jobs.result(job, task), loop).result()

    async def think(self, payer: Payer, work: Callable[[], T]) -> T:
        """What a bot thinks of, in a thread when its turn has come."""

        def counted() -> T:
            begin = time.perf_counter()
            found = work()
            if self.jobs is None:  # else the worker counts
                BOT_SECONDS.inc(time.perf_counter() - begin)
            return found

        return await self.queue.run(payer, counted)

    @retried
    async def decide_for(self, session: Session, seat: int, ply: int, payer: Payer) -> None:
        """Plays a bot's choice for a person, where the game calls the decision routine."""
        table = session.table
        if session.has_acted(seat, ply):
            return
        async with session.lock:
            await session.check(seat, ply)
        if table.setup.rated or not table.game.outcomes.is_routine(table.position):
            raise RequestRefused("decide-yourself")
        if self.queue.count(payer) >= MAX_WAITING_HINTS:
            raise RequestRefused("slow-down")
        position = table.position.redacted(seat)  # a bot has only what its seat may know
        bot = new_bot(table.game, stand_in(table.game))
        work: Callable[[], str] = partial(bot.choose, position, MOVE_SECONDS)
        if self.jobs is not None:
            work = self.asked(f"decide {table.id} {ply}", move_task(position, stand_in(table.game)))
        move = await self.think(payer, work)
        if not session.has_acted(seat, ply):  # asked twice
            await session.play(seat, ply, move)

    async def hint(self, session: Session, seat: int, payer: Payer) -> Advice:
        """What a search would do with what a seat may know, and why."""
        table = session.table
        if not table.setup.hints or table.setup.rated:
            raise RequestRefused("no-hints")
        if table.state != "playing":
            raise not_playing()
        if table.position.actor != seat:
            raise RequestRefused("not-your-turn")
        if self.queue.count(payer) >= MAX_WAITING_HINTS:
            raise RequestRefused("slow-down")
        position = table.position.redacted(seat)
        if self.jobs is None:
            found = await self.think(payer, partial(hint_moves, position))
        else:
            work = self.asked(f"hint {secrets.token_hex(12)}", hint_task(position))
            found = [Candidate(**one) for one in await self.think(payer, work)]
        return await self.think(payer, partial(advice, position, found[:MAX_HINTS]))
