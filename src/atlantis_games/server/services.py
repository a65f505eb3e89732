"""What the routes share: the store, the lobby, guests and limits, from start to stop."""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from itertools import count
from typing import TYPE_CHECKING

from atlantis_games.core.position import Position
from atlantis_games.server.errors import RequestRefused, too_many
from atlantis_games.server.guests import Guests, secret_key
from atlantis_games.server.jobs import Jobs
from atlantis_games.server.limits import Buckets, address_buckets
from atlantis_games.server.metrics import log, note
from atlantis_games.server.pictures import Pictures
from atlantis_games.server.preparation import Preparation
from atlantis_games.server.quotas import Quotas
from atlantis_games.server.settings import Settings
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.tables.daily import Challenges
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.replays import Replays
from atlantis_games.server.tables.reviews import Reviews
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.sweeping import Sweeper

if TYPE_CHECKING:
    from atlantis_games.server.cluster import Cluster

SWEEP_SECONDS = 60.0
SWEEPS_PER_COLLECTION = 10  # of garbage in circles
MAX_SOCKETS = 100  # of an address


def clustered(lobby: Lobby, jobs: Jobs) -> Cluster:
    """What connects the processes; only there the driver of PostgreSQL is needed."""
    from atlantis_games.server.cluster import Cluster

    return Cluster(lobby, jobs)


class Services:
    """Everything that lives as long as the server."""

    def __init__(self, settings: Settings, network: str = "") -> None:
        limits = settings.limits
        self.settings = settings
        self.network = network  # the address by which others in the network find the server
        self.guests = Guests(secret_key(settings.data))
        process = secrets.token_hex(6) if settings.is_clustered else ""
        self.store = Store(settings.database_url, process)
        self.preparation = Preparation()
        self.jobs = Jobs(self.store, settings.workers) if process else None
        self.lobby = Lobby(self.store, limits, self.preparation.wait, self.jobs)
        self.cluster = clustered(self.lobby, self.jobs) if self.jobs else None
        self.reviews = Reviews(self.store, self.lobby.background, limits, self.jobs)
        self.challenges = Challenges(self.lobby)
        self.replays = Replays()
        self.pictures = Pictures()
        self.quotas = Quotas(self.lobby, self.guests.sign, limits)
        self.new_tables = Buckets(0.2 * limits, 60 * limits)
        self.new_guests = Buckets(0.5 * limits, 60 * limits)
        self.seats_of_guests = Buckets(0.1 * limits, 10 * limits)
        self.seats_of_addresses = Buckets(0.5 * limits, 60 * limits)
        self.messages = address_buckets(limits)
        self.sockets: dict[str, int] = {}  # open ones, per address
        self.max_sockets = int(MAX_SOCKETS * limits)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Opens the store and keeps order until the server stops."""
        await self.store.open()
        if self.cluster is not None:
            await self.store.check_key(self.guests.fingerprint)
        self.preparation.start()
        if self.cluster is not None:
            self.cluster.start()
        sweeper = asyncio.create_task(self.sweep_forever())
        note("started", version=version("atlantis-games"))
        yield
        sweeper.cancel()
        self.preparation.stop()
        self.reviews.stop()
        if self.cluster is not None:
            await self.cluster.close()
        await self.lobby.close()
        self.reviews.close()
        self.replays.close()
        self.pictures.stop()
        await self.store.close()
        note("stopped")

    async def sweep_forever(self) -> None:
        """Unloads idle tables, removes old ones, and now and then collects garbage."""
        settings, sweeper = self.settings, Sweeper(self.lobby)
        for sweep in count(1):
            await asyncio.sleep(min(SWEEP_SECONDS, settings.idle_seconds))
            try:
                self.reviews.forget_failures()
                self.pictures.rest()
                await sweeper.sweep(settings.idle_seconds, settings.keep_days)
            except Exception:  # the database is away: it may be back at the next sweep
                log.exception("sweeping failed")
            if sweep % SWEEPS_PER_COLLECTION == 0:
                gc.collect()

    async def set_name(self, guest: str, name: str) -> None:
        """Remembers what a guest wants to be called, in every process."""
        self.guests.set_name(guest, name)
        if self.cluster is not None:
            await self.store.write(Changes().set_name(guest, name, time.time()))

    async def name_of(self, guest: str) -> str:
        """What a guest wants to be called."""
        stored = await self.store.name_of(guest) if self.cluster is not None else None
        return stored or self.guests.name_of(guest)

    async def finished(self, table_id: str) -> Session:
        """A table whose match is over: only then it may be replayed, reviewed or saved."""
        session = await self.lobby.session(table_id)
        if session.table.state != "over":
            raise RequestRefused("not-over", 409)
        return session

    async def position_at(self, table_id: str, ply: int) -> Position:
        """A position of a finished match, by how many entries led to it; the last one if more."""
        found = await self.replays.all_positions((await self.finished(table_id)).table)
        return found[min(ply, len(found) - 1)]

    @asynccontextmanager
    async def socket_of(self, address: str) -> AsyncIterator[None]:
        """Counts an open socket of an address; too many are refused."""
        open_already = self.sockets.get(address, 0)
        self.sockets[address] = open_already + 1
        try:
            if open_already >= self.max_sockets:
                raise too_many()
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]
