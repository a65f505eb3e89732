"""Several processes on one database: what they tell each other, beside what they store.

Nothing here decides anything: who was first is decided by the database. A notification that is lost
is made good by reading the store again, now and then and whenever a process connects.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import asyncpg
import orjson
import sqlalchemy as sql

from atlantis_games.server.jobs import Jobs
from atlantis_games.server.metrics import PROCESSES, log, note
from atlantis_games.server.store.news import CHANNEL, MAX_PAYLOAD
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Presence, Table

HEARTBEAT = 3.0  # seconds
SILENCE = 12.0  # seconds after which a process counts as gone
MAX_ANSWER = 10.0  # seconds after which the database counts as away
BETWEEN_LOOKS = 5.0  # seconds between looks at the store, in case a notification was lost
BEFORE_NEXT_TRY = 0.5  # seconds, when the database is away
FAILURES = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
NOTIFY = "SELECT pg_notify($1, $2)"

Note = dict[str, Any]


class Cluster:
    """Listens to the other processes, and tells them what they cannot read in the store."""

    def __init__(self, lobby: Lobby, jobs: Jobs) -> None:
        self.lobby = lobby
        self.jobs = jobs
        self.store = lobby.store
        self.process = lobby.store.process
        self.outgoing: list[Note] = []
        self.wake = asyncio.Event()
        self.heard: dict[str, float] = {}  # when each of the others was heard last
        self.task: asyncio.Task[None] | None = None
        lobby.on_load = self.ask
        lobby.on_presence = self.tell_presence
        lobby.on_note = self.tell
        lobby.on_behind = self.catch_up

    def start(self) -> None:
        """Begins to listen, and to work on jobs."""
        self.jobs.workers.start(between_looks=BETWEEN_LOOKS)
        self.task = asyncio.create_task(self.listen_forever())

    async def close(self) -> None:
        """Stops listening, and gives back jobs."""
        await self.jobs.workers.close()
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task

    async def listen_forever(self) -> None:
        """Listens, on a new connection after every failure."""
        while True:
            try:
                await self.listen()
            except FAILURES as error:
                log.warning("the other processes cannot be heard: %s", type(error).__name__)
            except Exception:
                log.exception("listening failed")
            await asyncio.sleep(BEFORE_NEXT_TRY)

    async def listen(self) -> None:
        """Listens and tells until the connection breaks."""
        url = sql.make_url(self.store.url).set(drivername="postgresql", query={})
        address = url.render_as_string(hide_password=False)
        connection = await asyncpg.connect(address, timeout=MAX_ANSWER, command_timeout=MAX_ANSWER)
        try:
            await connection.add_listener(CHANNEL, self.hear)
            for session in list(self.lobby.sessions.values()):
                self.ask(session)
                self.tell_presence(session)
            looked = 0.0
            while True:
                self.tell({"kind": "alive"})
                await self.send(connection)
                if time.monotonic() - looked > BETWEEN_LOOKS:
                    await self.look()
                    looked = time.monotonic()
                with suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT):
                        await self.wake.wait()
        finally:
            with suppress(Exception):
                self.outgoing = [{"kind": "gone"}]
                await self.send(connection)
            connection.terminate()

    async def send(self, connection: Any) -> None:
        """Sends what has gathered."""
        self.wake.clear()
        notes, self.outgoing = self.outgoing, []
        for portion in portions(notes):
            payload = orjson.dumps({"from": self.process, "notes": portion}).decode()
            await connection.execute(NOTIFY, CHANNEL, payload)

    async def look(self) -> None:
        """Compares what is in memory with the store, and forgets processes that are silent."""
        now = time.monotonic()
        for process in [name for name, at in self.heard.items() if now - at > SILENCE]:
            self.forget(process)
        PROCESSES.set(1 + len(self.heard))
        watched = [one for one in self.lobby.sessions.values() if one.table.watchers]
        try:
            await self.lobby.refresh(watched)
            await self.jobs.count()
        except Exception as error:  # the database is away: it may be back at the next look
            log.warning("the store cannot be read: %s", type(error).__name__)

    def forget(self, process: str) -> None:
        """Whoever was connected through a process is not there any more."""
        if self.heard.pop(process, None) is not None:
            note("process gone", process=process)
        for session in list(self.lobby.sessions.values()):
            if process in session.table.elsewhere:
                self.set_presence(session, process, None)

    # Telling

    def tell(self, one: Note) -> None:
        """Tells the others something, soon."""
        self.outgoing.append(one)
        self.wake.set()

    def ask(self, session: Session) -> None:
        """Asks who else is at a table, and since when somebody thinks."""
        self.tell({"kind": "who", "table": session.table.id})

    def tell_presence(self, session: Session) -> None:
        """Tells who is connected with a table here, and for how long somebody has thought."""
        table = session.table
        here = {one.guest for one in table.watchers if one.guest and table.seats_of(one.guest)}
        strangers = [one.guest for one in table.watchers if not table.seats_of(one.guest)]
        watching = strangers.count(None) + len(set(strangers) - {None})
        self.tell(
            {
                "kind": "presence",
                "table": table.id,
                "guests": sorted(here),
                "watching": watching,
                "ply": table.ply,
                "thought": table.clock.thinking(),
                "in_turn": table.clock.used_in_turn,
            }
        )

    # Hearing

    def hear(self, connection: object, pid: int, channel: str, payload: str) -> None:
        """Takes a notification."""
        news = orjson.loads(payload)
        process = news["from"]
        for one in news.get("notes", ()):
            if one["kind"] in ("job", "done"):
                self.jobs.hear(one)
                return
        if process == self.process:
            return
        self.heard[process] = time.monotonic()
        for table_id, entries, is_changed in news.get("tables", ()):
            session = self.lobby.sessions.get(table_id)
            if session is not None and not is_changed and is_idle(session.table):
                session.entries_elsewhere = max(session.entries_elsewhere, entries)
                continue  # nobody would see it here: read when somebody comes or asks
            if session is not None or table_id in self.lobby.loading:
                self.lobby.background.start(self.follow(table_id, entries, is_changed))
        for one in news.get("notes", ()):
            self.hear_note(process, one)

    async def follow(self, table_id: str, entries: int, is_changed: bool) -> None:
        """Reads what another process has stored about a table that is in memory here."""
        loading = self.lobby.loading.get(table_id)
        try:
            if loading is not None:  # perhaps it was read before the change
                await self.lobby.refresh([await asyncio.shield(loading)])
                return
            session = self.lobby.sessions.get(table_id)
            if session is not None and (is_changed or session.table.ply < entries):
                await self.lobby.follow(session, entries, is_changed)
        except Exception as error:  # looked at again soon
            log.warning("a table cannot be followed: %s", type(error).__name__)

    def catch_up(self, session: Session) -> None:
        """Reads what was not worth reading while nobody was at a table here."""
        entries = session.entries_elsewhere
        self.lobby.background.start(self.follow(session.table.id, entries, False))

    def hear_note(self, process: str, one: Note) -> None:
        """Takes what another process has told."""
        if one["kind"] == "gone":
            self.forget(process)
        session = self.lobby.sessions.get(one.get("table", ""))
        if session is None:
            return
        table = session.table
        match one["kind"]:
            case "who":
                if table.watchers or table.setup.clock:
                    self.tell_presence(session)
            case "presence":
                if one["ply"] == table.ply:
                    table.clock.thought_elsewhere(one["thought"], one["in_turn"])
                presence = Presence(frozenset(one["guests"]), one["watching"])
                self.set_presence(session, process, presence)
            case "reaction":
                table.reactions.show(one["seat"], one["reaction"])
                session.announce_chat()
            case "promise":
                table.next_promises[one["guest"]] = one["promise"]

    def set_presence(self, session: Session, process: str, presence: Presence | None) -> None:
        """Shows who is connected through another process."""
        table = session.table
        before = table.guests_here, table.onlookers
        table.set_elsewhere(process, presence)
        if before != (table.guests_here, table.onlookers):
            session.views.forget_info()
            table.arrivals += 1
            session.notify_watchers(with_state=False)


def is_idle(table: Table) -> bool:
    """Whether nobody here needs the latest move: none who looks, no clock, no bot."""
    is_played = any(seat.is_played_by_bot for seat in table.seats)
    return not table.watchers and table.setup.clock is None and not is_played


def portions(notes: list[Note]) -> Iterator[list[Note]]:
    """Notes, as many at a time as one notification takes."""
    portion: list[Note] = []
    size = 0
    for one in notes:
        more = len(orjson.dumps(one)) + 1
        if portion and size + more > MAX_PAYLOAD:
            yield portion
            portion, size = [], 0
        portion.append(one)
        size += more
    if portion:
        yield portion
