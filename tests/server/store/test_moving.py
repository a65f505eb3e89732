"""`atlantis move-database`: from SQLite to PostgreSQL and back, the same to the last byte."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from atlantis_games.cli.main import app
from atlantis_games.core.errors import BadRequest
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.store.rows import (
    ChatRow,
    EntryRow,
    OwnerRow,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from atlantis_games.server.store.schema import META
from support.postgresql import postgresql_server
from support.server_process import run_apart


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """The address of an empty database."""
    with postgresql_server() as database:
        yield database.url


def test_a_database_is_the_same_there_and_back(tmp_path: Path, postgresql: str) -> None:
    """Names in any script, upper and lower case ids, bytes, nothing at all, and many rows."""
    first, back = tmp_path / "one" / "atlantis.db", tmp_path / "two" / "atlantis.db"
    first.parent.mkdir()
    back.parent.mkdir()
    run_apart(fill(f"sqlite+aiosqlite:///{first}"))
    move(str(first), postgresql)
    with pytest.raises(BadRequest, match="must be empty"):
        move(str(first), postgresql)
    move(postgresql, str(back))
    assert contents(first) == contents(back)
    with pytest.raises(BadRequest, match="is there already"):
        move(postgresql, str(back))


def test_nothing_is_left_of_a_move_that_fails(tmp_path: Path) -> None:
    nowhere = "postgresql+asyncpg://nobody@127.0.0.1:1/none"
    with pytest.raises(BadRequest, match="Cannot use"):
        move(nowhere, str(tmp_path / "new" / "atlantis.db"))
    assert not (tmp_path / "new" / "atlantis.db").exists()
    with pytest.raises(BadRequest, match="There is no database"):
        move(str(tmp_path / "none.db"), nowhere)


def move(source: str, target: str) -> None:
    """Runs the command, in a thread where no loop runs."""
    words = ["move-database", source, target]
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(CliRunner().invoke, app, words, catch_exceptions=False).result()
    assert done.exit_code == 0, done.output


def contents(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a database."""
    with closing(sqlite3.connect(file)) as database:
        return {
            table.name: sorted(database.execute(f"SELECT * FROM {table.name}"), key=repr)
            for table in META.sorted_tables
        }


async def fill(url: str) -> None:
    """A few tables with everything that can belong to one."""
    store = Store(url)
    await store.open()
    for name in ("aB", "Ab", "_-9", "zz"):
        table = TableRow(name, "causeway", 1, '{"ü": "漢"}', "s", "over", True, 0.1, 1e9 + 0.3)
        seats = [
            SeatRow(name, 0, "person", "Ünal 漢", "", "g" * 64, False),
            SeatRow(name, 1, "bot", "Sprat", "sprat", None, True),
        ]
        changes = Changes().add_table(table, seats)
        changes.append_entries(
            EntryRow(name, ply, -1, "draw ring", -1, 0, "") for ply in range(700)
        )
        changes.save_snapshot(SnapshotRow(name, 700, bytes(range(256))))
        changes.add_chat(ChatRow(name, 0, 0, "Ünal", "‘hi’ \\ \t", 1.5))
        changes.add_owner(OwnerRow(name, "g", "n", False, 12, 3.25)).save_review(name, "{}")
        await store.write(changes.set_name(name, "Ünal", 2.0))
    await store.close()
