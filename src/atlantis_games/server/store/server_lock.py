"""One server for each PostgreSQL database, or several that share it.

That of SQLite is kept by the lock of the data folder.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store.failures import TRY_AGAIN_LATER

LOCK = 0x41544C41  # "ATLA": the number of our advisory lock
TAKE_LOCK = sql.text("SELECT pg_try_advisory_lock(:lock)")
SHARE_LOCK = sql.text("SELECT pg_try_advisory_lock_shared(:lock)")
ONE_UPGRADE = sql.text("SELECT pg_advisory_xact_lock(:lock)")


@asynccontextmanager
async def locked_connection(
    engine: AsyncEngine, is_shared: bool = False
) -> AsyncIterator[AsyncConnection]:
    """A connection that may write: only one server at a time has it, or several that know it.

    The lock lives as long as the connection: one that breaks gives it back, and a server that was
    cut off from its database cannot write again if another has taken over.
    """
    async with engine.connect() as connection:
        if engine.dialect.name != "postgresql":
            yield connection
            return
        try:
            take = SHARE_LOCK if is_shared else TAKE_LOCK
            is_free = (await connection.execute(take, {"lock": LOCK})).scalar_one()
            await connection.commit()
            if not is_free:
                raise RequestRefused("database-in-use", 503, close=TRY_AGAIN_LATER)
            yield connection
        finally:
            await connection.invalidate()  # not kept for others: it would keep the lock too


async def wait_for_upgrade(connection: AsyncConnection) -> None:
    """Lets one process after another look at the schema, until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        await connection.execute(ONE_UPGRADE, {"lock": LOCK + 1})
