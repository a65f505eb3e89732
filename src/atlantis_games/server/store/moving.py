"""Copying a whole database into an empty one of another kind, and comparing them row by row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store.engine import engine_for, url_without_password
from atlantis_games.server.store.failures import FAILURES
from atlantis_games.server.store.schema import FACTS, META, SCHEMA_VERSION, TABLES, upgrade
from atlantis_games.server.store.server_lock import locked_connection

ROWS_AT_ONCE = 1000


async def move_database(source: str, target: str) -> int:
    """Copies every row of a database into an empty one, whole or not at all; how many rows."""
    engines = [engine_for(source), engine_for(target)]
    try:
        return await copy_locked(*engines)
    except RequestRefused as refused:
        raise BadRequest("A server uses one of the databases: stop it first.") from refused
    except FAILURES as error:
        cause = str(getattr(error, "orig", error)).splitlines()[0]
        shown = " or ".join(map(url_without_password, (source, target)))
        raise BadRequest(f"Cannot use {shown}: {cause}.") from error
    finally:
        for engine in engines:
            await engine.dispose()


async def copy_locked(source: AsyncEngine, target: AsyncEngine) -> int:
    """Copies and compares while no server can use either database."""
    async with locked_connection(source) as old, locked_connection(target) as new:
        await check_source(old)
        await old.rollback()
        async with old.begin(), new.begin():
            await new.run_sync(upgrade)
            if (await new.execute(sql.select(sql.func.count()).select_from(TABLES))).scalar_one():
                raise BadRequest("The database to copy to has tables in it: it must be empty.")
            await new.execute(sql.delete(FACTS))
            count = 0
            for table in META.sorted_tables:
                count += await copy_table(old, new, table)
            for table in META.sorted_tables:
                await compare_table(old, new, table)
    return count


async def check_source(old: AsyncConnection) -> None:
    """Refuses what is no database of this version."""
    if not await old.run_sync(lambda one: sql.inspect(one).has_table("facts")):
        raise BadRequest("There is no database of Atlantis to copy.")
    stored = sql.select(FACTS.c.value).where(FACTS.c.name == "schema")
    version = (await old.execute(stored)).scalar_one_or_none()
    if version != str(SCHEMA_VERSION):
        raise BadRequest(
            f"The database has schema {version}, not {SCHEMA_VERSION}: start a server of this "
            "version with it once."
        )


async def copy_table(old: AsyncConnection, new: AsyncConnection, table: sql.Table) -> int:
    """Copies the rows of a table; how many."""
    count = 0
    async for rows in portions(old, table):
        await new.execute(sql.insert(table), [dict(row._mapping) for row in rows])
        count += len(rows)
    return count


async def compare_table(old: AsyncConnection, new: AsyncConnection, table: sql.Table) -> None:
    """Compares two tables row by row."""
    copies = portions(new, table)
    async for rows in portions(old, table):
        copied: Sequence[sql.Row[Any]] = await anext(copies, [])
        if [tuple(row) for row in rows] != [tuple(row) for row in copied]:
            raise BadRequest(f"The copy of {table.name} differs: nothing was moved.")
    if await anext(copies, []):
        raise BadRequest(f"The copy of {table.name} has too many rows: nothing was moved.")


async def portions(
    connection: AsyncConnection, table: sql.Table
) -> AsyncIterator[Sequence[sql.Row[Any]]]:
    """The rows of a table in the order of their keys, which is the same in every database."""
    keys: list[sql.ColumnElement[Any]] = []
    for column in table.primary_key:
        is_text = isinstance(column.type, sql.String)
        by_bytes = is_text and connection.dialect.name == "postgresql"
        keys.append(sql.collate(column, "C") if by_bytes else column)
    found = await connection.stream(sql.select(table).order_by(*keys))
    async for rows in found.partitions(ROWS_AT_ONCE):
        yield rows
