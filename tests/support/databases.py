"""The database of a server's folder: SQLite's file, or PostgreSQL (`make test-postgresql`)."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

ON_POSTGRESQL = os.environ.get("ATLANTIS_TEST_DATABASE") == "postgresql"

Row = tuple[Any, ...]


def url_for(folder: Path) -> str:
    """The address of a database that belongs to a folder."""
    if not ON_POSTGRESQL:
        return f"sqlite+aiosqlite:///{folder / 'atlantis.db'}"
    from support.postgresql import database_for

    return database_for(folder)


def stored_rows(folder: Path, query: str, *values: object) -> list[Row]:
    """What is stored in the database of a folder; values stand for the query's question marks."""
    if not ON_POSTGRESQL:
        address = f"file:{folder / 'atlantis.db'}?mode=ro&vfs=unix"
        with closing(sqlite3.connect(address, uri=True)) as database:
            return database.execute(query, values).fetchall()
    from atlantis_games.server.store.usual_changes import numbered
    from support.server_process import run_apart

    return run_apart(fetched(url_for(folder), numbered(query), values))


async def fetched(url: str, query: str, values: tuple[object, ...]) -> list[Row]:
    """The rows of a query to PostgreSQL."""
    import asyncpg

    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return [tuple(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()
