"""All tables: opened, loaded, kept going and put away."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from itertools import count
from typing import Any

import numpy as np
import sqlalchemy as sql

from atlantis_games.bots import bot_named
from atlantis_games.bots.search import Candidate, Search
from atlantis_games.core.contract import OVER as GAME_OVER
from atlantis_games.core.contract import Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import entry
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.server import store
from atlantis_games.server.archive import Archive
from atlantis_games.server.chronicle import Chronicle
from atlantis_games.server.errors import Refused, no_such_table
from atlantis_games.server.limits import Buckets
from atlantis_games.server.metrics import BOT_SECONDS, TABLES, log, note
from atlantis_games.server.protocol import TableBody
from atlantis_games.server.settings import Settings
from atlantis_games.server.table import OVER, PLAYING, WAITING, Seat, Setup, Table

STAND_IN = "dolphin"  # plays for somebody who is away
HINT_SECONDS = 0.5
HINTS = 3  # moves in a hint
THINKERS = 2  # threads in which bots think
BROOM_SECONDS = 60.0
GARBAGE_ROUNDS = 10  # sweeps between two looks for garbage in circles


class Hall:
    """Every table there is; those in use are in memory."""

    def __init__(self, kept: store.Store, settings: Settings) -> None:
        self.store = kept
        self.settings = settings
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self.thinking: dict[str, asyncio.Task[None]] = {}  # per table, the bot to move
        self.alarms: dict[str, asyncio.TimerHandle] = {}  # per table, the clock that runs
        self.pool = ThreadPoolExecutor(THINKERS, "bot")
        self.archive = Archive(self)
        self.bot_time = Buckets(0.5 * settings.limits, 300.0 * settings.limits)
        self.chores: set[asyncio.Task[Any]] = set()
        self.closing = False

    def do(self, chore: Any) -> asyncio.Task[Any]:
        """Starts something in the background and keeps hold of it."""
        task = asyncio.create_task(chore)
        self.chores.add(task)
        task.add_done_callback(self.chore_done)
        return task

    def chore_done(self, task: asyncio.Task[Any]) -> None:
        """Tells of a background task that went wrong."""
        self.chores.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    async def close(self) -> None:
        """Stops bots and clocks; what is stored stays."""
        self.closing = True
        self.archive.stop()
        for alarm in self.alarms.values():
            alarm.cancel()
        for task in [*self.thinking.values(), *self.chores]:
            task.cancel()
        await asyncio.gather(*self.thinking.values(), *self.chores, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.archive.close()

    # Opening

    async def open(self, body: TableBody, guest: str, name: str, address: str) -> Table:
        """A new table as somebody wishes it."""
        game = game_named(body.game)
        start = game.new(len(body.seats), **body.options)
        seats = []
        for wish in body.seats:
            if wish.kind == "bot":
                if wish.level not in game.levels:
                    levels = ", ".join(game.levels)
                    raise BadRequest(f"There is no level {wish.level!r}; there are {levels}.")
                seats.append(Seat("bot", wish.level.capitalize(), wish.level))
            elif wish.kind == "person":
                seats.append(Seat("person", wish.name or name, guest=guest))
            else:
                seats.append(Seat("open"))
        clock = body.clock.model_dump() if body.clock else None
        setup = Setup(start.options, clock, body.hints, body.rated, body.pace)
        table = await self.add(start, seats, setup, body.public)
        table.address = address
        await table.begin()
        return table

    async def add(self, start: Position, seats: list[Seat], setup: Setup, public: bool) -> Table:
        """Stores a new table and keeps it in memory."""
        table_id = secrets.token_urlsafe(9)
        dealer = Dealer(None, table_id)
        match = Chronicle(start, [seat.name or "?" for seat in seats], dealer)
        table = Table(table_id, match, seats, setup, self.store, WAITING, public, time.time())
        await self.store.write(*self.rows_of(table))
        self.take_in(table)
        return table

    def rows_of(self, table: Table) -> list[store.Change]:
        """A new table and its seats, for the store."""
        row = {
            "id": table.id,
            "game": table.game.name,
            "rules": table.game.version,
            "setup": json.dumps(asdict(table.setup)),
            "seed": table.dealer.seed if table.dealer else "",
            "state": table.state,
            "public": table.public,
            "created": table.created,
            "touched": table.created,
        }
        seats = [
            {"table_id": table.id, "seat": number, **asdict(seat)}
            for number, seat in enumerate(table.seats)
        ]
        return [(sql.insert(store.TABLES), [row]), (sql.insert(store.SEATS), seats)]

    def take_in(self, table: Table) -> None:
        """Puts a table into memory."""
        self.tables[table.id] = table
        table.on_change = self.see_to
        TABLES.set(len(self.tables))

    async def table(self, table_id: str) -> Table:
        """A table by its id, from memory or from the store."""
        found = self.tables.get(table_id)
        if found is not None and not found.broken:
            return found
        if found is not None:
            self.put_away(found)
        task = self.loading.get(table_id)
        if task is None:
            task = self.loading[table_id] = asyncio.create_task(self.load(table_id))
            task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def load(self, table_id: str) -> Table:
        """Reads a table from the store and lets it go on."""
        if not table_id.isascii() or len(table_id) > 40:
            raise no_such_table()
        stored = await self.store.load(table_id)
        if stored is None:
            raise no_such_table()
        table = restored(stored, self.store)
        self.take_in(table)
        self.see_to(table)
        await table.begin()  # in case the server stopped between the last seat and the deal
        return table

    def put_away(self, table: Table) -> None:
        """Takes a table out of memory; the store has all of it."""
        self.tables.pop(table.id, None)
        for waiting in (self.thinking.pop(table.id, None), self.alarms.pop(table.id, None)):
            if waiting is not None:
                waiting.cancel()
        for watcher in list(table.watchers):
            watcher.notice()
        TABLES.set(len(self.tables))

    # Who is next

    def see_to(self, table: Table) -> None:
        """After every change: lets a bot think, or a clock run."""
        if self.tables.get(table.id) is not table:
            return  # put away; another may stand in its place
        alarm = self.alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        actor = table.position.actor
        if self.closing or table.state != PLAYING or actor < 0:
            return
        seat = table.seats[actor]
        if seat.is_played_by_bot:
            running = self.thinking.get(table.id)
            if running is None or running.done():
                task = self.thinking[table.id] = asyncio.create_task(self.let_bots_play(table))
                task.add_done_callback(partial(self.bot_stopped, table.id))
        elif table.setup.clock is not None:
            left = table.time_left(actor)
            loop = asyncio.get_running_loop()
            self.alarms[table.id] = loop.call_later(left, self.time_is_up, table, actor, table.ply)

    def bot_stopped(self, table_id: str, task: asyncio.Task[None]) -> None:
        """Forgets a bot's task, and tells if it went wrong."""
        if self.thinking.get(table_id) is task:
            del self.thinking[table_id]
        if not task.cancelled() and task.exception() is not None:
            log.error("a bot failed", exc_info=task.exception())

    async def let_bots_play(self, table: Table) -> None:
        """Plays for as long as it is a bot's turn and anybody could be interested."""
        while table.state == PLAYING and not table.broken:
            actor, ply = table.position.actor, table.ply
            if actor < 0 or not table.seats[actor].is_played_by_bot:
                return
            started = time.monotonic()
            payer = table.address or table.id
            while not self.bot_time.take(payer, 0.0):  # as long as there is a debt
                await asyncio.sleep(0.5)
            level = table.seats[actor].level or STAND_IN
            move, seconds = await self.think(table.position.redacted(actor), level)
            self.bot_time.charge(payer, seconds)
            pause = table.setup.pace - (time.monotonic() - started)
            if pause > 0:
                await asyncio.sleep(pause)
            with contextlib.suppress(Refused):  # the person has come back meanwhile
                if table.seats[actor].is_played_by_bot:
                    await table.play(actor, ply, move)

    async def think(self, position: Position, level: str) -> tuple[str, float]:
        """A bot's move and how long it took, in a thread with only what its seat may know."""

        def choose() -> tuple[str, float]:
            begin = time.perf_counter()
            bot = bot_named(level, position.game.name, secrets.randbits(48))
            move = position.game.outcomes.automatic_move(position) or bot.choose(position, None)
            seconds = time.perf_counter() - begin
            BOT_SECONDS.inc(seconds)
            return move, seconds

        return await asyncio.get_running_loop().run_in_executor(self.pool, choose)

    def time_is_up(self, table: Table, seat: int, ply: int) -> None:
        """A bot takes over for whoever has run out of time."""
        if table.ply == ply and table.state == PLAYING and not self.closing:
            self.do(self.set_away(table, seat, True))

    async def set_away(self, table: Table, seat: int, away: bool) -> None:
        """A bot takes a seat over, or hands it back."""
        if table.seats[seat].kind != "person" or table.seats[seat].away == away:
            return
        await self.store.write(seat_change(table.id, seat, away=away))
        table.seats[seat].away = away
        if not away and seat == table.position.actor:
            table.think_anew()
        table.tell_everyone()

    # People

    async def join(self, table: Table, guest: str, name: str, wanted: int | None) -> int:
        """Gives somebody an open seat; who has one already keeps it."""
        async with table.lock:
            own = table.seats_of(guest)
            if own:
                return own[0]
            free = [n for n, seat in enumerate(table.seats) if seat.kind == "open"]
            if wanted is not None:
                free = [seat for seat in free if seat == wanted]
            if table.state != WAITING or not free:
                raise Refused("full", "There is no free seat at this table.", 409)
            seat = free[0]
            change = seat_change(table.id, seat, kind="person", name=name, guest=guest)
            await self.store.write(change, store.touch(table.id, WAITING))
            table.seats[seat] = Seat("person", name, guest=guest)
        table.tell_everyone()
        await table.begin()
        return seat

    async def leave(self, table: Table, guest: str) -> None:
        """Frees somebody's seats before the start; later a bot plays on."""
        own = table.seats_of(guest)
        if not own:
            raise Refused("no-seat", "You have no seat at this table.", 409)
        for seat in own:
            if table.state == WAITING:
                async with table.lock:
                    if table.state != WAITING or table.seats[seat].guest != guest:
                        continue  # left in another tab meanwhile
                    change = seat_change(table.id, seat, kind="open", name="", guest=None)
                    await self.store.write(change)
                    table.seats[seat] = Seat("open")
                table.tell_everyone()
            elif table.state == PLAYING:
                await self.set_away(table, seat, True)

    async def rematch(self, table: Table, guest: str) -> Table:
        """The same people again, everybody one seat on; the same table whoever asks."""
        if table.state != OVER or any(s.kind == "person" and not s.guest for s in table.seats):
            raise Refused("not-over", "Only a game that was played here can be had again.", 409)
        if not table.seats_of(guest):
            raise Refused("no-seat", "Only who played here can ask for a rematch.", 403)
        async with table.lock:
            if table.rematch is None:
                seats = [Seat(seat.kind, seat.name, seat.level, seat.guest) for seat in table.seats]
                seats = seats[1:] + seats[:1]
                setup = Setup(**{**asdict(table.setup), "headers": {}})
                start = table.game.new(len(seats), **setup.options)
                following = await self.add(start, seats, setup, table.public)
                following.address = table.address
                link = sql.update(store.TABLES).where(store.TABLES.c.id == table.id)
                await self.store.write((link.values(rematch=following.id), []))
                table.rematch = following.id
        table.tell_everyone()
        following = await self.table(table.rematch)
        await following.begin()
        return following

    async def hint(self, table: Table, seat: int) -> list[Candidate]:
        """What the strongest bot would do with what a seat may know."""
        if not table.setup.hints or table.setup.rated:
            raise Refused("no-hints", "This table gives no hints.")
        if table.state != PLAYING or table.position.actor != seat:
            raise Refused("no-hints", "A hint is given when it is your turn.")
        if not self.bot_time.take(table.address or table.id, HINT_SECONDS):
            raise Refused("slow-down", "Too many hints; wait a little.")
        position = table.position.redacted(seat)
        searcher = Search(secrets.randbits(48), seconds=HINT_SECONDS)
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self.pool, searcher.think, position)
        return found[:HINTS]

    # Keeping order

    async def sweep_forever(self) -> None:
        """Puts idle tables away, and now and then removes old ones that were never finished."""
        for round_number in count(1):
            await asyncio.sleep(min(BROOM_SECONDS, self.settings.idle_seconds))
            try:
                await self.sweep()
            except Exception:  # the database is away: the next round may find it again
                log.exception("sweeping failed")
            if round_number % GARBAGE_ROUNDS == 0:
                gc.collect()

    async def sweep(self) -> None:
        """The same once."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            idle = not table.watchers and now - table.left_at > self.settings.idle_seconds
            if idle and not table.lock.locked():
                self.put_away(table)
        self.archive.forget_failures()
        old = await self.store.forget_before(time.time() - self.settings.keep_days * 86_400)
        for name in old:
            if name in self.tables:
                self.put_away(self.tables[name])
        if old:
            note("removed old tables", count=len(old))


def seat_change(table_id: str, seat: int, **values: Any) -> store.Change:
    """A change of one seat, for the store."""
    columns = store.SEATS.c
    which = sql.update(store.SEATS).where(columns.table_id == table_id, columns.seat == seat)
    return which.values(**values), []


def restored(stored: store.Stored, kept: store.Store) -> Table:
    """A table out of the store: from its last snapshot on, the log is replayed."""
    row = stored.row
    game: Game = game_named(row.game)
    if row.rules != game.version:
        raise Refused(
            "old-rules", f"This match was played by version {row.rules} of the rules.", 410
        )
    setup = Setup(**json.loads(row.setup))
    seats = [Seat(s.kind, s.name, s.level, s.guest, s.away) for s in stored.seats]
    start = game.new(len(seats), **setup.options)
    dealer = Dealer(row.seed, setup.headers.get("match", row.id)) if row.seed else None
    log_entries = [entry(actor, move) for actor, move, _, _, _ in stored.entries]
    at, position = 0, None
    snapshot = stored.snapshot
    if snapshot is not None and len(snapshot.state) == game.record.itemsize:
        at = snapshot.ply
        position = Position(game, np.frombuffer(snapshot.state, game.record).copy())
    match = Chronicle.resume(
        start,
        [seat.name or "?" for seat in seats],
        dealer,
        log_entries,
        [audience for _, _, audience, _, _ in stored.entries],
        at,
        position,
    )
    match.deeds[:0] = [deed for _, _, _, _, deed in stored.entries[:at]]
    table = Table(
        row.id, match, seats, setup, kept, row.state, row.public, row.created, row.rematch
    )
    table.kept_ply = at
    for actor, _, _, spent, _ in stored.entries:
        if actor >= 0:
            table.used[actor] += spent / 1000
    table.chat = [
        {"seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
        for line in stored.chat
    ]
    table.chat_count = stored.chat[-1].number + 1 if stored.chat else 0
    if match.position.actor == GAME_OVER:
        table.state = OVER
    return table
