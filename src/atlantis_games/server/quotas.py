"""How much one guest and one address may keep on the server at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.store import Changes
from atlantis_games.server.store.rows import OwnerRow, Usage
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.storing import TABLE_BYTES, stored_bytes
from atlantis_games.server.tables.table import Table


class Quota(NamedTuple):
    """What may be kept: tables of a day that are not over, listed ones, match files, bytes.

    Bytes are those of the last month, so that people who play much can go on.
    """

    tables: int
    listed: int
    imports: int
    stored: int

    def times(self, limits: float) -> Quota:
        """A quota for more people."""
        return Quota(*(max(1, int(number * limits)) for number in self))


OF_GUEST = Quota(tables=40, listed=3, imports=30, stored=20_000_000)
OF_ADDRESS = Quota(tables=200, listed=10, imports=200, stored=100_000_000)


class Quotas:
    """Counts in the store what guests and addresses have, and refuses more than their quota."""

    def __init__(self, lobby: Lobby, sign: Callable[[str], str], limits: float = 1.0) -> None:
        self.lobby = lobby
        self.sign = sign  # addresses are stored as nobody can read them
        self.of_guest = OF_GUEST.times(limits)
        self.of_address = OF_ADDRESS.times(limits)
        self.locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def room_for_table(self, payer: Payer, is_listed: bool) -> AsyncIterator[Owner]:
        """Room for a new table, which is noted as the payer's; refuses if there is none."""
        async with self.owner(payer) as owner:
            for quota, usage in owner.usages:
                check_stored(quota, usage)
                if usage.tables >= quota.tables:
                    raise RequestRefused("too-many-tables", 429, {"max": quota.tables})
                if is_listed:
                    check_listed(quota, usage)
            yield owner

    @asynccontextmanager
    async def room_in_lobby(self, payer: Payer) -> AsyncIterator[None]:
        """Room for a table that is to be listed from now on; refuses if there is none."""
        async with self.owner(payer) as owner:
            for quota, usage in owner.usages:
                check_listed(quota, usage)
            yield

    @asynccontextmanager
    async def room_for_import(self, payer: Payer) -> AsyncIterator[Owner]:
        """Room for a match file; if a guest has brought too many, the oldest ones go."""
        async with self.owner(payer) as owner:
            for quota, usage in owner.usages:
                check_stored(quota, usage)
            if owner.usages[1][1].imports >= self.of_address.imports:
                raise RequestRefused("no-room", 429)
            yield owner
            too_many = owner.usages[0][1].imports + 1 - self.of_guest.imports
            if too_many > 0:
                await self.remove_oldest(payer.guest, too_many)

    @asynccontextmanager
    async def owner(self, payer: Payer) -> AsyncIterator[Owner]:
        """What a payer has; another request from the same address waits until this one is done."""
        network = self.sign(payer.address)
        lock = self.locks.setdefault(network, asyncio.Lock())
        async with lock:
            store = self.lobby.store
            of_guest, of_address = await store.usage(payer.guest, network, time.time())
            usages = ((self.of_guest, of_guest), (self.of_address, of_address))
            yield Owner(payer.guest, network, usages)

    async def remove_oldest(self, guest: str, count: int) -> None:
        """Removes a guest's oldest match files that nobody looks at now."""
        chosen = await self.lobby.store.oldest_imports(guest, count)
        for table_id in chosen:
            session = self.lobby.sessions.get(table_id)
            if session is not None and not session.table.watchers:
                self.lobby.unload(session)
        await self.lobby.remove(chosen)


class Owner:
    """Somebody who may keep one thing more. Whose a table is, is written together with it."""

    def __init__(self, guest: str, network: str, usages: tuple[tuple[Quota, Usage], ...]) -> None:
        self.guest = guest
        self.network = network
        self.usages = usages

    def owns(self, table: Table) -> Changes:
        """Notes whose a new table is."""
        size = TABLE_BYTES + len(table.setup.position) + stored_bytes(table.match)
        row = OwnerRow(table.id, self.guest, self.network, table.imported, size, table.created)
        return Changes().add_owner(row)


def check_listed(quota: Quota, usage: Usage) -> None:
    """Refuses somebody who has filled so much of the lobby."""
    if usage.listed >= quota.listed:
        raise RequestRefused("too-many-listed", 429, {"max": quota.listed})


def check_stored(quota: Quota, usage: Usage) -> None:
    """Refuses somebody who has filled so much of the disk in the last month."""
    if usage.stored >= quota.stored:
        raise RequestRefused("no-room", 429)
