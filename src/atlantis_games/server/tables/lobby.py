"""All tables: those in use are in memory, the others in the store."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.core.position import Position
from atlantis_games.server.errors import RequestRefused, no_such_table
from atlantis_games.server.metrics import TABLES
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.tables.background import Background
from atlantis_games.server.tables.bots import BotPlayers
from atlantis_games.server.tables.loading import load_undamaged, new_table
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.scheduler import Scheduler
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, Table, TableSeat

if TYPE_CHECKING:
    from atlantis_games.server.jobs import Jobs

IS_ID = re.compile("[A-Za-z0-9_-]{1,40}").fullmatch


def new_table_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(9)


def nothing_else(table: Table) -> Changes:
    """What is written with a new table that belongs to nobody."""
    return Changes()


async def at_once(game: str) -> None:
    """Waits for no game: a server that has prepared all of them need not."""


class Lobby:
    """Adds, loads and unloads tables; there is at most one session for each."""

    def __init__(
        self,
        store: Store,
        limits: float = 1.0,
        game_ready: Callable[[str], Awaitable[None]] = at_once,
        jobs: Jobs | None = None,
    ) -> None:
        self.store = store
        self.game_ready = game_ready
        self.background = Background()
        self.bots = BotPlayers(limits, jobs)
        self.scheduler = Scheduler(self.bots, self.background)
        self.sessions: dict[str, Session] = {}
        self.loading: dict[str, asyncio.Task[Session]] = {}
        self.removing: set[str] = set()  # tables that nobody may load any more
        self.on_load: Callable[[Session], None] = lambda session: None
        self.on_presence: Callable[[Session], None] = lambda session: None
        self.on_note: Callable[[dict[str, Any]], None] = lambda note: None
        self.on_behind: Callable[[Session], None] = lambda session: None

    async def close(self) -> None:
        """Stops bots and clocks; what is stored stays."""
        await self.scheduler.close()
        await self.background.close()
        self.bots.close()

    async def add(
        self,
        start: Position,
        seats: list[TableSeat],
        setup: Setup,
        public: bool,
        also: Callable[[Table], Changes] = nothing_else,
        dealer: Dealer | None = None,
    ) -> Session:
        """Stores a new table, together with what else belongs to it, and keeps it in memory.

        Without a dealer every player contributes to the dealing.
        """
        table_id = new_table_id()
        names = [seat.name or "?" for seat in seats]
        match = MatchLog(start, names, dealer or FairDealer(None, table_id, start))
        table = Table(table_id, match, seats, setup, "waiting", public, time.time())
        changes = new_table(table)
        changes.add(also(table))
        await self.store.write(changes)
        return self.keep(Session(table, self.store))

    async def add_finished(self, table: Table, changes: Changes) -> Session:
        """Stores a finished table with everything that belongs to it, and keeps it in memory."""
        await self.store.write(changes)
        return self.keep(Session(table, self.store, table.ply))

    def keep(self, session: Session) -> Session:
        """Keeps a session in memory."""
        self.sessions[session.table.id] = session
        session.on_change = self.scheduler.schedule
        session.on_presence = self.on_presence
        session.on_note = self.on_note
        session.on_behind = self.on_behind
        session.reload = self.reload
        TABLES.set(len(self.sessions))
        return session

    async def session(self, table_id: str) -> Session:
        """A table by its id, from memory or from the store."""
        found = self.sessions.get(table_id)
        if found is not None and not found.is_broken and self.store.process:
            await self.refresh([found])
            found = self.sessions.get(table_id)
        if found is not None and not found.is_broken:
            return found
        if found is not None:
            self.unload(found)
        task = self.loading.get(table_id)
        if task is None:
            task = self.loading[table_id] = asyncio.create_task(self.load(table_id))
            task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def load(self, table_id: str) -> Session:
        """Reads a table from the store and lets it go on."""
        if not IS_ID(table_id) or table_id in self.removing:
            raise no_such_table()
        stored = await self.store.load(table_id)
        if stored is None:
            raise no_such_table()
        await self.game_ready(stored.table.game)
        table, snapshot_ply = load_undamaged(stored)
        session = self.keep(Session(table, self.store, snapshot_ply))
        self.scheduler.schedule(session)
        self.on_load(session)
        await session.begin()  # in case the server stopped between the last seat and the deal
        return session

    async def reload(self, session: Session) -> None:
        """Brings a session in memory to what is stored; its lock must be held."""
        try:
            stored = await self.store.load(session.table.id)
            if stored is None:
                raise no_such_table()
            table, session.snapshot_ply = load_undamaged(stored)
        except BaseException as error:
            session.is_broken = True
            if isinstance(error, RequestRefused):
                session.trouble = error
            self.unload(session)
            raise
        session.table.adopt(table)
        session.has_agreed = session.is_broken = False
        session.announce()

    async def refresh(self, sessions: list[Session]) -> None:
        """Brings sessions to what is stored, where another process has changed that."""
        versions = await self.store.versions(session.table.id for session in sessions)
        for session in sessions:
            version, table = versions.get(session.table.id), session.table
            if version is None:  # another process has removed it
                session.is_broken, session.trouble = True, no_such_table()
                self.unload(session)
            elif version.revision != table.revision or version.line > table.chat.last_number:
                await self.follow(session, version.entries, is_changed=True)
            elif version.entries > table.ply:
                await self.follow(session, version.entries, is_changed=False)

    async def follow(self, session: Session, entries: int, is_changed: bool) -> None:
        """Reads what another process has stored about a table."""
        async with session.lock:
            if session.is_broken or not session.is_open:
                return
            if is_changed:
                await self.reload(session)
            elif session.table.ply < entries:
                await session.read_on()
                session.announce(with_info=session.table.state == "over")
        if is_changed:
            await session.begin()  # if the last seat was taken

    def unload(self, session: Session) -> None:
        """Takes a table out of memory; the store has all of it."""
        session.is_open = False
        self.sessions.pop(session.table.id, None)
        self.scheduler.cancel(session.table.id)
        for watcher in list(session.table.watchers):
            watcher.notify()
        TABLES.set(len(self.sessions))

    def unload_idle(self, idle_seconds: float) -> None:
        """Takes tables out of memory that nobody has watched for a while."""
        now = time.monotonic()
        for session in list(self.sessions.values()):
            is_idle = not session.table.watchers and now - session.left_at > idle_seconds
            if is_idle and not session.lock.locked():
                self.unload(session)

    async def remove(self, table_ids: list[str]) -> int:
        """Removes stored tables, but none that is in memory; how many."""
        chosen = {one for one in table_ids if one not in self.sessions and one not in self.loading}
        if not chosen:
            return 0
        self.removing |= chosen
        try:
            await self.store.remove(sorted(chosen))
        finally:
            self.removing -= chosen
        return len(chosen)
