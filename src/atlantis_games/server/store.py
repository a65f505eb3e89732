"""The move log in a database: what is acknowledged is on the disk.

Everything that changes goes through one writer, which puts whatever has come in meanwhile into one
transaction, so that many tables share the wait for the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.metrics import COMMITS, log

META = sql.MetaData()
FACTS = sql.Table(
    "facts",
    META,
    sql.Column("name", sql.String(40), primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)
TABLES = sql.Table(
    "tables",
    META,
    sql.Column("id", sql.String(40), primary_key=True),
    sql.Column("game", sql.String(20), nullable=False),
    sql.Column("rules", sql.Integer, nullable=False),  # the version of the rules played by
    sql.Column("setup", sql.Text, nullable=False),  # JSON: options and the like
    sql.Column("seed", sql.String(80), nullable=False),
    sql.Column("state", sql.String(10), nullable=False, index=True),
    sql.Column("public", sql.Boolean, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("touched", sql.Float, nullable=False, index=True),
    sql.Column("rematch", sql.String(40)),  # the next table
    sql.Column("review", sql.Text),  # JSON: the analysis, once it is made
)
SEATS = sql.Table(
    "seats",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(10), nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("level", sql.String(20), nullable=False),
    sql.Column("guest", sql.String(64), index=True),  # the hash of whoever sits there
    sql.Column("away", sql.Boolean, nullable=False),  # a bot plays for them
)
ENTRIES = sql.Table(
    "entries",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("ply", sql.Integer, primary_key=True),
    sql.Column("actor", sql.Integer, nullable=False),
    sql.Column("move", sql.String(40), nullable=False),
    sql.Column("audience", sql.Integer, nullable=False),  # who saw it
    sql.Column("spent", sql.Integer, nullable=False),  # milliseconds the actor took
    sql.Column("deed", sql.Text, nullable=False, server_default=""),  # JSON: what came of it
    sqlite_with_rowid=False,
)
SNAPSHOTS = sql.Table(
    "snapshots",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("ply", sql.Integer, nullable=False),
    sql.Column("state", sql.LargeBinary, nullable=False),
)
CHAT = sql.Table(
    "chat",
    META,
    sql.Column("table_id", sql.String(40), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)

# The steps from each version of the schema to the next. A new database is made as the newest.
MIGRATIONS: dict[int, Sequence[str]] = {
    1: ("ALTER TABLE entries ADD COLUMN deed TEXT NOT NULL DEFAULT ''",),
}
SCHEMA = 2

ADD_ENTRY = sql.insert(ENTRIES)
ADD_CHAT = sql.insert(CHAT)
REMOVE_SNAPSHOT = sql.delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == sql.bindparam("old"))
ADD_SNAPSHOT = sql.insert(SNAPSHOTS)
TOUCH = (
    sql.update(TABLES)
    .where(TABLES.c.id == sql.bindparam("which"))
    .values(state=sql.bindparam("new_state"), touched=sql.bindparam("now"))
)
READ_COLUMNS = tuple(ENTRIES.c[name] for name in ("actor", "move", "audience", "spent", "deed"))
ENTRY_COLUMNS = tuple(ENTRIES.c.keys())
ROW = "(" + ",".join("?" * len(ENTRY_COLUMNS)) + ")"
ADD_ROWS = f"INSERT INTO entries ({', '.join(ENTRY_COLUMNS)})"
MOST_CHAT = 100  # lines of a chat that are shown again
ROWS_AT_ONCE = 1000  # SQLite takes some 32,000 values in a statement
Change = tuple[Any, list[dict[str, Any]]]  # a statement and the rows it is done for


@dataclass
class Stored:
    """A table as it lies in the database."""

    row: Any
    seats: list[Any]
    entries: list[tuple[int, str, int, int, str]]  # actor, move, audience, spent, deed
    snapshot: Any | None
    chat: list[Any]


class Store:
    """The database, opened by `open` and closed by `close`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine = engine_for(url)
        self.pending: list[tuple[Sequence[Change], asyncio.Future[None]]] = []
        self.wake = asyncio.Event()
        self.writer: asyncio.Task[None] | None = None
        self.closing = False

    async def open(self) -> None:
        """Makes or migrates the schema and starts the writer."""
        try:
            async with self.engine.begin() as connection:
                await connection.run_sync(bring_up_to_date)
        except (sql.exc.DBAPIError, OSError) as error:
            await self.engine.dispose()
            reason = getattr(error, "orig", error)
            raise BadRequest(f"Cannot use the database {shown(self.url)}: {reason}.") from error
        self.writer = asyncio.create_task(self.write_forever())

    async def close(self) -> None:
        """Writes what is pending and lets go."""
        self.closing = True
        self.wake.set()
        if self.writer is not None:
            await self.writer
        await self.engine.dispose()

    # Writing

    async def write(self, *changes: Change) -> None:
        """Makes changes together; returns when they are on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pending.append((changes, done))
        self.wake.set()
        await done

    async def write_forever(self) -> None:
        """Writes whatever comes in, on a connection that is made anew after every failure."""
        while await self.has_work():
            try:
                async with self.engine.connect() as connection:
                    while await self.has_work():
                        if not await self.write_group(connection):
                            break
            except Exception as error:
                log.exception("the database cannot be reached")
                group, self.pending = self.pending, []
                for _, done in group:
                    settle(done, error)

    async def has_work(self) -> bool:
        """Waits until something is to be written; whether anything ever will be."""
        while not self.pending and not self.closing:
            self.wake.clear()
            await self.wake.wait()
        return bool(self.pending)

    async def write_group(self, connection: AsyncConnection) -> bool:
        """Commits everything that has come in at once, or else one by one; whether at once."""
        group, self.pending = self.pending, []
        try:
            await commit(connection, [changes for changes, _ in group])
        except Exception:
            log.exception("a group of changes failed")
            for changes, done in group:
                try:
                    await commit(connection, [changes])
                    settle(done)
                except Exception as error:
                    settle(done, error)
            return False
        for _, done in group:
            settle(done)
        return True

    # Reading

    async def load(self, table: str) -> Stored | None:
        """Everything about one table."""
        async with self.engine.connect() as connection:

            async def rows(
                source: sql.Table, *columns: Any, order: Any = None, most: int | None = None
            ) -> list[Any]:
                query = sql.select(*(columns or (source,))).where(source.c.table_id == table)
                return list((await connection.execute(query.order_by(order).limit(most))).all())

            query = sql.select(TABLES).where(TABLES.c.id == table)
            row = (await connection.execute(query)).first()
            if row is None:
                return None
            snapshots = await rows(SNAPSHOTS)
            return Stored(
                row=row,
                seats=await rows(SEATS, order=SEATS.c.seat),
                entries=await rows(ENTRIES, *READ_COLUMNS, order=ENTRIES.c.ply),
                snapshot=snapshots[0] if snapshots else None,
                chat=(await rows(CHAT, order=CHAT.c.number.desc(), most=MOST_CHAT))[::-1],
            )

    async def review(self, table: str) -> str | None:
        """The analysis of a match as JSON, if it has been made."""
        query = sql.select(TABLES.c.review).where(TABLES.c.id == table)
        async with self.engine.connect() as connection:
            made: str | None = (await connection.execute(query)).scalar_one_or_none()
        return made

    async def tables(self, guest: str | None, most: int = 50) -> tuple[list[Any], list[Any]]:
        """The latest public tables that are not over, and a guest's own, running ones first."""
        public = (
            sql.select(TABLES)
            .where(TABLES.c.public, TABLES.c.state != "over")
            .order_by(TABLES.c.touched.desc())
            .limit(most)
        )
        mine = sql.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        own = (
            sql.select(TABLES)
            .where(TABLES.c.id.in_(mine))
            .order_by(TABLES.c.state == "over", TABLES.c.touched.desc())
            .limit(most)
        )
        async with self.engine.connect() as connection:
            shown = list((await connection.execute(public)).all())
            owned = list((await connection.execute(own)).all()) if guest else []
        return shown, owned

    async def seats_of(self, tables: Iterable[str]) -> dict[str, list[Any]]:
        """Who sits at each of these tables."""
        query = sql.select(SEATS).where(SEATS.c.table_id.in_(list(tables))).order_by(SEATS.c.seat)
        found: dict[str, list[Any]] = {}
        async with self.engine.connect() as connection:
            for seat in await connection.execute(query):
                found.setdefault(seat.table_id, []).append(seat)
        return found

    async def forget_before(self, moment: float) -> list[str]:
        """Removes unfinished tables that nobody has touched since then."""
        old = sql.select(TABLES.c.id).where(TABLES.c.state != "over", TABLES.c.touched < moment)
        async with self.engine.connect() as connection:
            names = [row.id for row in await connection.execute(old)]
        if names:
            pairs = [(table, table.c.table_id) for table in (ENTRIES, SEATS, SNAPSHOTS, CHAT)]
            changes: list[Change] = [
                (sql.delete(table).where(column.in_(names)), []) for table, column in pairs
            ]
            await self.write(*changes, (sql.delete(TABLES).where(TABLES.c.id.in_(names)), []))
        return names


def settle(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Tells whoever waits for a change, if they still wait."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def shown(url: str) -> str:
    """A database's address without its password."""
    try:
        return sql.make_url(url).render_as_string(hide_password=True)
    except sql.exc.ArgumentError:
        return "that is given"


def engine_for(url: str) -> AsyncEngine:
    """An engine; one for SQLite keeps a log ahead of the file and waits for the disk."""
    try:
        engine = create_async_engine(url, hide_parameters=True)  # moves are secret
    except (sql.exc.ArgumentError, ImportError) as error:
        raise BadRequest(f"Cannot use the database {shown(url)}: {error}.") from error
    if engine.dialect.name == "sqlite":

        @sql.event.listens_for(engine.sync_engine, "connect")
        def set_up(connection: Any, record: object) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    return engine


def bring_up_to_date(connection: sql.Connection) -> None:
    """Makes the schema in an empty database, or brings an older one to this version."""
    if not sql.inspect(connection).has_table("facts"):
        META.create_all(connection)
        connection.execute(sql.insert(FACTS), {"name": "schema", "value": str(SCHEMA)})
        return
    kept = sql.select(FACTS.c.value).where(FACTS.c.name == "schema")
    version = int(connection.execute(kept).scalar_one())
    if version > SCHEMA:
        raise BadRequest(
            f"The database is of a newer version of Atlantis (schema {version}, not {SCHEMA})."
        )
    for step in range(version, SCHEMA):
        for statement in MIGRATIONS[step]:
            connection.execute(sql.text(statement))
    newest = sql.update(FACTS).where(FACTS.c.name == "schema").values(value=str(SCHEMA))
    connection.execute(newest)


async def commit(connection: AsyncConnection, groups: Sequence[Sequence[Change]]) -> None:
    """Makes changes in one transaction, rows of like statements together."""
    merged: list[tuple[Any, list[dict[str, Any]]]] = []
    entries: list[dict[str, Any]] = []
    for changes in groups:
        for statement, rows in changes:
            if statement is ADD_ENTRY:
                entries += rows
            else:
                merged.append((statement, rows))
    touched: dict[str, dict[str, Any]] = {}
    async with connection.begin():
        for first in range(0, len(entries), ROWS_AT_ONCE):
            await add_entries(connection, entries[first : first + ROWS_AT_ONCE])
        for statement, rows in merged:
            if statement is TOUCH:
                touched |= {row["which"]: row for row in rows}
            elif rows:
                await connection.execute(statement, rows)
            else:
                await connection.execute(statement)
        if touched:
            await connection.execute(TOUCH, list(touched.values()))
    COMMITS.inc()


async def add_entries(connection: AsyncConnection, rows: list[dict[str, Any]]) -> None:
    """Adds rows to the log; with SQLite in one statement.

    Python's SQLite lets go of the interpreter for every statement it runs and then queues for it
    again, behind whatever the server is busy with: row by row, that makes a commit slow.
    """
    if connection.dialect.name != "sqlite":
        await connection.execute(ADD_ENTRY, rows)
        return
    marks = ",".join([ROW] * len(rows))
    values = tuple(row[name] for row in rows for name in ENTRY_COLUMNS)
    await connection.exec_driver_sql(f"{ADD_ROWS} VALUES {marks}", values)


def touch(table: str, state: str) -> Change:
    """Notes that something happened at a table."""
    return TOUCH, [{"which": table, "new_state": state, "now": time.time()}]


def snapshot(table: str, ply: int, state: bytes) -> list[Change]:
    """Keeps a state, so that opening a table need not replay everything before it."""
    return [
        (REMOVE_SNAPSHOT, [{"old": table}]),
        (ADD_SNAPSHOT, [{"table_id": table, "ply": ply, "state": state}]),
    ]
