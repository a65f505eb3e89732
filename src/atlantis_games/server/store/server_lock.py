"""One server for each PostgreSQL database; SQLite's is kept by the lock of the data folder."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store.failures import TRY_AGAIN_LATER

LOCK = 0x41544C41  # "ATLA": the number of our advisory lock
TAKE_LOCK = sql.text("SELECT pg_try_advisory_lock(:lock)")


@asynccontextmanager
async def locked_connection(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection that may write, for only one server at a time has it.

    The lock lives as long as the connection: one that breaks gives it back, and a server that was
    cut off from its database cannot write again if another has taken over.
    """
    async with engine.connect() as connection:
        if engine.dialect.name != "postgresql":
            yield connection
            return
        try:
            is_free = (await connection.execute(TAKE_LOCK, {"lock": LOCK})).scalar_one()
            await connection.commit()
            if not is_free:
                raise RequestRefused("database-in-use", 503, close=TRY_AGAIN_LATER)
            yield connection
        finally:
            await connection.invalidate()  # not kept for others: it would keep the lock too
