"""Nothing lost, nothing twice: stops, kills, restarts, backups, migrations, cleaning up."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy as sql
from websockets.exceptions import ConnectionClosed

from atlantis_games.core.errors import BadRequest
from atlantis_games.server import store
from server.house import PATIENCE, Guest, House, free_port

KILLS = 50
TESTS = Path(__file__).parent.parent


def entries(data: Path) -> set[tuple[str, int, int, str]]:
    with contextlib.closing(sqlite3.connect(data / "atlantis.db")) as database:
        return set(database.execute("SELECT table_id, ply, actor, move FROM entries"))


class Storm:
    """Two people at a table who move as fast as they can and remember what was acknowledged."""

    def __init__(self, house: House, seed: int, news: threading.Condition) -> None:
        self.news = news
        self.ada = house.guest()
        self.random = random.Random(seed)
        self.table = self.ada.open("escape", "pp")
        self.acknowledged: list[tuple[str, int, int, str]] = []
        self.gone = False

    def run(self, house: House) -> None:
        """Until the server is gone."""
        self.ada.house = house
        self.gone = False
        with contextlib.suppress(Exception), self.ada.sit(self.table) as line:
            while not line.until_turn()["result"]:
                state = line.state
                move = self.random.choice(state["moves"])["move"]
                line.send(type="move", ply=state["ply"], move=move)
                line.until_ply(state["ply"] + 1)
                with self.news:
                    self.acknowledged.append((self.table, state["ply"], state["seat"], move))
                    self.news.notify_all()
        with self.news:
            self.gone = True
            self.news.notify_all()


def test_acknowledged_moves_survive_killing_the_server(own_house: House) -> None:
    """The server is forked from a process that has everything loaded, and killed under load."""
    port = free_port()
    own_house.address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(
        [sys.executable, "-m", "server.nursery", str(port), str(own_house.data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "ATLANTIS_LIMITS": "100000", "PYTHONPATH": str(TESTS)},
    ) as nursery:

        def begin() -> int:
            assert nursery.stdin is not None
            assert nursery.stdout is not None
            nursery.stdin.write("start\n")
            nursery.stdin.flush()
            return int(nursery.stdout.readline())

        child = begin()
        news = threading.Condition()
        storms = [Storm(own_house, seed, news) for seed in range(4)]
        chooser = random.Random(5)
        for _ in range(KILLS):
            weather(storms, own_house, child, chooser.randrange(5, 40))
            stored = entries(own_house.data)
            for storm in storms:
                assert set(storm.acknowledged) <= stored
            child = begin()
    assert sum(len(storm.acknowledged) for storm in storms) > KILLS * 5
    plies: dict[str, list[int]] = {}
    for table, ply, _, _ in entries(own_house.data):
        plies.setdefault(table, []).append(ply)
    for numbers in plies.values():
        assert sorted(numbers) == list(range(len(numbers)))


def weather(storms: list[Storm], house: House, child: int, moves: int) -> None:
    """Lets everybody play until so many moves are acknowledged, and then kills the server."""

    def total() -> int:
        return sum(len(storm.acknowledged) for storm in storms)

    goal = total() + moves
    threads = [threading.Thread(target=storm.run, args=(house,)) for storm in storms]
    for thread in threads:
        thread.start()
    news = storms[0].news
    with news:
        enough = news.wait_for(
            lambda: total() >= goal or all(storm.gone for storm in storms), timeout=PATIENCE
        )
    assert enough, "the server stopped answering"
    os.kill(child, signal.SIGKILL)
    for thread in threads:
        thread.join(PATIENCE)


def test_after_a_polite_stop_everything_is_there_again(own_house: House) -> None:
    own_house.start()
    ada = own_house.guest()
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        for _ in range(4):
            line.play()
        line.until_turn()
        own_house.stop()
        with pytest.raises(ConnectionClosed, match="1012"):
            line.until(lambda message: False)
    port = own_house.port
    before = line.state
    own_house.start(port)
    with ada.sit(table, before["ply"]) as line:
        line.until_turn()
        for part in ("ply", "view", "moves", "undo", "seat"):
            assert line.state[part] == before[part]
        assert line.state["since"] == before["ply"]
        assert line.state["log"] == []
        line.play()


def test_tables_idle_for_long_leave_memory_and_come_back(tmp_path: Path) -> None:
    house = House(tmp_path, ATLANTIS_IDLE_SECONDS="0.2").start()
    ada = house.guest()
    table = ada.open("escape", "pp")
    with ada.sit(table) as line:
        for _ in range(80):
            line.play()
        before = line.state

    def in_memory() -> str:
        text = ada.http.get("/metrics").text
        return next(row for row in text.splitlines() if row.startswith("atlantis_tables "))

    while in_memory() != "atlantis_tables 0.0":
        pass
    with ada.sit(table) as line:
        line.until_turn()
        assert line.state["view"] == before["view"]
        assert len(line.state["log"]) == before["ply"]
    house.stop()


def test_opening_a_long_table_starts_from_a_snapshot(own_house: House) -> None:
    own_house.start()
    ada = own_house.guest()
    table = ada.open("escape", "pb")
    with ada.sit(table) as line:
        while line.until_turn()["ply"] < 260:
            line.play()
    own_house.stop()
    with contextlib.closing(sqlite3.connect(own_house.data / "atlantis.db")) as database:
        [(ply,)] = database.execute("SELECT ply FROM snapshots WHERE table_id = ?", (table,))
        last = database.execute("SELECT max(ply) FROM entries").fetchone()[0]
    assert last - ply < 80


def test_a_backup_of_a_running_server_is_whole(own_house: House, tmp_path: Path) -> None:
    own_house.start()
    storm = Storm(own_house, 1, threading.Condition())
    thread = threading.Thread(target=storm.run, args=(own_house,))
    thread.start()
    with storm.news:
        assert storm.news.wait_for(lambda: len(storm.acknowledged) >= 30, timeout=PATIENCE)
    known = set(storm.acknowledged)
    file = tmp_path / "copy.db"
    command = [sys.executable, "-m", "atlantis_games", "backup", str(file)]
    subprocess.run([*command, "--data", str(own_house.data)], check=True, capture_output=True)
    own_house.stop()
    thread.join()
    restored = House(tmp_path / "restored")
    restored.data.mkdir()
    file.rename(restored.data / "atlantis.db")
    assert known <= entries(restored.data)
    restored.start()
    assert Guest(restored, "Cy").get(f"/api/tables/{storm.table}")["ply"] >= len(known)
    restored.stop()
    missing = subprocess.run([*command, "--data", str(tmp_path / "no")], capture_output=True)
    assert missing.returncode == 2
    assert b"There is no database" in missing.stderr


def test_two_servers_do_not_share_a_folder(own_house: House) -> None:
    own_house.start()
    command = [sys.executable, "-m", "atlantis_games", "serve", "--port", "0"]
    second = subprocess.run(
        [*command, "--data", str(own_house.data)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert second.returncode == 2
    assert "Another server uses" in second.stderr
    taken = subprocess.run(
        [*command[:-1], str(own_house.port), "--data", str(own_house.data / "other")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert taken.returncode == 2
    assert "Try another --port" in taken.stderr


def test_a_database_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "atlantis.db").write_text("something else " * 100)
    command = [sys.executable, "-m", "atlantis_games", "serve", "--port", "0"]
    told = subprocess.run(
        [*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert told.returncode == 2
    assert told.stderr.startswith("atlantis: Cannot use the database")
    assert len(told.stderr.splitlines()) == 1
    assert not told.stdout


def test_an_older_schema_is_brought_up_to_date_and_a_newer_one_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = sql.create_engine("sqlite://")
    with engine.begin() as connection:
        store.bring_up_to_date(connection)
        store.bring_up_to_date(connection)
    steps = ("ALTER TABLE tables ADD COLUMN mood TEXT", "UPDATE tables SET mood = 'calm'")
    monkeypatch.setattr(store, "SCHEMA", store.SCHEMA + 1)
    monkeypatch.setattr(store, "MIGRATIONS", {**store.MIGRATIONS, store.SCHEMA - 1: steps})
    with engine.begin() as connection:
        store.bring_up_to_date(connection)
        columns = {column["name"] for column in sql.inspect(connection).get_columns("tables")}
    assert "mood" in columns
    monkeypatch.setattr(store, "SCHEMA", store.SCHEMA - 1)
    with engine.begin() as connection, pytest.raises(BadRequest, match="newer version"):
        store.bring_up_to_date(connection)


def test_a_database_of_the_first_schema_learns_what_came_of_entries() -> None:
    engine = sql.create_engine("sqlite://")
    with engine.begin() as connection:
        store.bring_up_to_date(connection)
        connection.execute(sql.text("ALTER TABLE entries DROP COLUMN deed"))
        connection.execute(sql.text("INSERT INTO entries VALUES ('t', 0, -1, 'draw ring', 0, 0)"))
        connection.execute(sql.text("UPDATE facts SET value = '1' WHERE name = 'schema'"))
        store.bring_up_to_date(connection)
        [row] = connection.execute(sql.select(store.ENTRIES))
    assert (row.move, row.deed) == ("draw ring", "")


def test_old_unfinished_tables_are_removed(tmp_path: Path) -> None:
    house = House(tmp_path, ATLANTIS_IDLE_SECONDS="0.2", ATLANTIS_KEEP_DAYS="0.000003").start()
    ada = house.guest()
    table = ada.open("causeway", "po")
    while ada.http.get(f"/api/tables/{table}").status_code != 404:
        pass
    house.stop()
    assert entries(tmp_path) == set()
