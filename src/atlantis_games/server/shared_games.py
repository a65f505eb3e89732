"""Finished games whose people have all agreed to give them away, without who they were."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy.ext.asyncio import AsyncConnection

from atlantis_games.core.errors import AtlantisError, BadRequest
from atlantis_games.core.match import Match
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.settings import Settings
from atlantis_games.server.store import queries
from atlantis_games.server.store.engine import engine_for, url_without_password
from atlantis_games.server.store.failures import FAILURES, first_line
from atlantis_games.server.store.moving import check_source
from atlantis_games.server.store.rows import SeatRow, TableRows
from atlantis_games.server.store.table_reading import load_table
from atlantis_games.server.tables.loading import load_undamaged

PERSON = "person"  # what everybody is called


async def shared_games(settings: Settings) -> AsyncIterator[Match]:
    """The games of a server that may be given away, also while it runs.

    Nothing tells who played, when or at which table: not the names, the seed and its nonces, which
    prove the dealing with the names, nor the id of the table, which leads to its replay.
    """
    if not settings.database:
        settings.existing_file()
    engine = engine_for(settings.database_url)
    try:
        async with engine.connect() as connection:
            await check_source(connection)
            for table_id in await queries.shared_tables(connection):
                match = await shared_game(connection, table_id)
                if match is not None:
                    yield match
    except FAILURES as error:
        shown = url_without_password(settings.database_url)
        raise BadRequest(f"Cannot use the database {shown}: {first_line(error)}.") from error
    finally:
        await engine.dispose()


async def shared_game(connection: AsyncConnection, table_id: str) -> Match | None:
    """A game without who played it; None if it is damaged or of older rules."""
    await connection.rollback()  # a table is read in a transaction of its own
    stored = await load_table(connection, table_id)
    if stored is None or stored.damage:
        return None
    try:
        return nameless(stored)
    except (AtlantisError, RequestRefused):
        return None


def nameless(stored: TableRows) -> Match:
    """A stored game as a match that says of each seat only whether a person or which bot had it."""
    table, _ = load_undamaged(stored)
    match = Match(table.match.start, [called(seat) for seat in stored.seats])
    for actor, move in table.match.log:
        match.enter(actor, move)
    return match


def called(seat: SeatRow) -> str:
    """What a player is called: a bot by its level."""
    return PERSON if seat.kind == "person" else seat.level
