"""Bits that flip on the disk: noticed, refused or repaired, and never the end of the process."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from atlantis_games.core.errors import AtlantisError
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.routes.tables import table_lines
from atlantis_games.server.store import Store
from atlantis_games.server.tables.chat import say
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.table import Setup
from server.tables.test_lobby import with_lobby
from support.server_process import run_apart
from support.sessions import people

TABLES = ("facts", "tables", "seats", "entries", "log_lengths", "snapshots", "chat")
FLIPS_IN_FILE = 60
Logs = dict[str, list[tuple[int, str]]]


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Logs]:
    """A database with a table of each game, long enough for a snapshot, and what was played."""
    folder, logs = tmp_path_factory.mktemp("healthy"), Logs()

    async def work(lobby: Lobby) -> None:
        for name, game in GAMES.items():
            rng, start = random.Random(name), game.new(2)
            session = await lobby.add(start, people("ada", "ben"), Setup(start.options), True)
            await session.begin()
            while session.snapshot_ply == 0 or session.table.ply < session.snapshot_ply + 9:
                position = session.table.position
                move = rng.choice(list(position.moves))
                await session.play(position.actor, session.table.ply, move)
            await say(session, "ada", 0, "hello", 1.0)
            logs[session.table.id] = list(session.table.match.log)

    with_lobby(folder, work)
    return folder / "atlantis.db", logs


async def open_every_table(folder: Path, logs: Logs) -> tuple[int, int]:
    """How many tables opened as they were, and how many were refused; nothing else may happen."""
    store = Store(f"sqlite+aiosqlite:///{folder / 'atlantis.db'}")
    try:
        await store.open()
    except AtlantisError:
        return 0, len(logs)  # one sentence at the start
    lobby, opened, refused = Lobby(store), 0, 0
    try:
        for table_id, log in logs.items():
            try:
                table = (await lobby.session(table_id)).table
            except RequestRefused:
                refused += 1
                continue
            table.match.verify()
            assert table.match.log == log, "another game than was played, or its end is missing"
            opened += 1
        try:
            public, _ = await store.tables(None)
            seats = await store.seats_of(row.id for row in public)
            table_lines(public, seats)
        except RequestRefused:
            pass
    finally:
        await lobby.close()
        await store.close()
    return opened, refused


def flipped(value: object, rng: random.Random) -> object:
    """A value with one bit that is another."""
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(8))
    if isinstance(value, float):
        return value * 2
    data = bytearray(value if isinstance(value, bytes) else str(value).encode())
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    if isinstance(value, bytes):
        return bytes(data)
    return sqlite3.Binary(bytes(data)) if rng.random() < 0.2 else data.decode("latin-1")


def flip_a_value(file: Path, table: str, rng: random.Random) -> str:
    """Flips a bit of a value in a table; the name of its column."""
    with closing(sqlite3.connect(file)) as database:
        names = [str(row[1]) for row in database.execute(f"PRAGMA table_info({table})")]
        keys = [row[1] for row in database.execute(f"PRAGMA table_info({table})") if row[5]]
        rows = database.execute(f"SELECT * FROM {table}").fetchall()
        row, column = rng.choice(rows), rng.randrange(len(names))
        if row[column] is None:
            return ""
        where = " AND ".join(f"{key} = ?" for key in keys)
        values = [row[names.index(key)] for key in keys]
        statement = f"UPDATE OR IGNORE {table} SET {names[column]} = ? WHERE {where}"
        database.execute(statement, (flipped(row[column], rng), *values))
        database.commit()
    return names[column]


@pytest.mark.parametrize("table", TABLES)
def test_a_flipped_bit_in_a_row_is_noticed(
    healthy: tuple[Path, Logs], table: str, tmp_path: Path
) -> None:
    rng, (source, logs) = random.Random(table), healthy
    opened = 0
    for _ in range(25):
        file = Path(shutil.copy(source, tmp_path / "atlantis.db"))
        flip_a_value(file, table, rng)
        counts = run_apart(open_every_table(tmp_path, logs))
        opened += counts[0]
        assert sum(counts) == len(logs)
    if table in ("log_lengths", "snapshots", "chat"):
        assert opened == 25 * len(logs), "the log is enough"
    if table == "entries":
        assert 25 <= opened < 25 * len(logs), "the other table is not affected"


def test_flipped_bits_anywhere_in_the_file_end_nothing(
    healthy: tuple[Path, Logs], tmp_path: Path
) -> None:
    rng, (source, logs) = random.Random(7), healthy
    data = source.read_bytes()
    for _ in range(FLIPS_IN_FILE):
        damaged = bytearray(data)
        for _ in range(rng.choice([1, 1, 8])):
            damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        for file in tmp_path.iterdir():
            file.unlink()
        (tmp_path / "atlantis.db").write_bytes(damaged)
        opened, refused = run_apart(open_every_table(tmp_path, logs))
        assert opened + refused == len(logs)
