"""Connections to the database."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from atlantis_games.core.errors import BadRequest

OF_POSTGRESQL: dict[str, Any] = {
    "connect_args": {"timeout": 5.0, "command_timeout": 10.0},  # or else it is away
    "pool_size": 4,  # with those on top 10, and one that listens, of the 100 it has for all
    "max_overflow": 6,
}


def url_without_password(url: str) -> str:
    """A database's address as it may be shown."""
    try:
        return sql.make_url(url).render_as_string(hide_password=True)
    except sql.exc.ArgumentError:
        return "that is given"


def engine_for(url: str) -> AsyncEngine:
    """An engine; one for SQLite writes a log ahead of the file and waits for the disk."""
    try:
        is_remote = sql.make_url(url).get_driver_name() == "asyncpg"
        engine = create_async_engine(
            url,
            hide_parameters=True,  # moves are secret
            **(OF_POSTGRESQL if is_remote else {}),
        )
    except (sql.exc.ArgumentError, ImportError) as error:
        raise BadRequest(
            f"Cannot use the database {url_without_password(url)}: {error}."
        ) from error
    if engine.dialect.name == "sqlite":

        @sql.event.listens_for(engine.sync_engine, "connect")
        def set_up(connection: Any, record: object) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()
            # A damaged text must not hide the rows beside it; its checksum tells.
            connection.driver_connection.text_factory = readable_text

    return engine


def readable_text(stored: bytes) -> str:
    """A stored text, also one that is damaged."""
    return stored.decode("utf-8", "replace")
