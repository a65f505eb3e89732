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
from websockets.exceptions import ConnectionClosed

from support.server_process import PATIENCE, Guest, ServerProcess, free_port

KILLS = int(os.environ.get("ATLANTIS_FAULTS", "50"))  # `make soak` sets more
PATHS = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]


def entries(data: Path) -> set[tuple[str, int, int, str]]:
    with contextlib.closing(sqlite3.connect(data / "atlantis.db")) as database:
        return set(database.execute("SELECT table_id, ply, actor, move FROM entries"))


class FastPlayers:
    """Two people at a table who move as fast as they can and remember what was acknowledged."""

    def __init__(self, server: ServerProcess, seed: int, news: threading.Condition) -> None:
        self.news = news
        self.ada = server.guest()
        self.random = random.Random(seed)
        self.table = self.ada.open("escape", "pp")
        self.acknowledged: list[tuple[str, int, int, str]] = []
        self.gone = False

    def run(self, server: ServerProcess) -> None:
        """Until the server is gone."""
        self.ada.server = server
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


def test_acknowledged_moves_survive_killing_the_server(own_server: ServerProcess) -> None:
    """The server is forked from a process that has everything loaded, and killed under load."""
    port = free_port()
    own_server.address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(
        [sys.executable, "-m", "support.fork_server", str(port), str(own_server.data)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "ATLANTIS_LIMITS": "100000", "PYTHONPATH": os.pathsep.join(PATHS)},
    ) as forker:

        def begin() -> int:
            assert forker.stdin is not None
            assert forker.stdout is not None
            forker.stdin.write("start\n")
            forker.stdin.flush()
            return int(forker.stdout.readline())

        child = begin()
        news = threading.Condition()
        players = [FastPlayers(own_server, seed, news) for seed in range(4)]
        chooser = random.Random(5)
        for _ in range(KILLS):
            play_and_kill(players, own_server, child, chooser.randrange(5, 40))
            stored = entries(own_server.data)
            for player in players:
                assert set(player.acknowledged) <= stored
            child = begin()
    assert sum(len(player.acknowledged) for player in players) > KILLS * 5
    plies: dict[str, list[int]] = {}
    for table, ply, _, _ in entries(own_server.data):
        plies.setdefault(table, []).append(ply)
    for numbers in plies.values():
        assert sorted(numbers) == list(range(len(numbers)))


def play_and_kill(
    players: list[FastPlayers], server: ServerProcess, child: int, moves: int
) -> None:
    """Lets everybody play until so many moves are acknowledged, and then kills the server."""

    def total() -> int:
        return sum(len(player.acknowledged) for player in players)

    goal = total() + moves
    threads = [threading.Thread(target=player.run, args=(server,)) for player in players]
    for thread in threads:
        thread.start()
    news = players[0].news
    with news:
        enough = news.wait_for(
            lambda: total() >= goal or all(player.gone for player in players), timeout=PATIENCE
        )
    assert enough, "the server stopped answering"
    os.kill(child, signal.SIGKILL)
    for thread in threads:
        thread.join(PATIENCE)


def test_after_a_polite_stop_everything_is_there_again(own_server: ServerProcess) -> None:
    own_server.start()
    ada = own_server.guest()
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        for _ in range(4):
            line.play()
        line.until_turn()
        own_server.stop()
        with pytest.raises(ConnectionClosed, match="1012"):
            line.until(lambda message: False)
    port = own_server.port
    before = line.state
    own_server.start(port)
    with ada.sit(table, before["ply"]) as line:
        line.until_turn()
        for part in ("ply", "view", "moves", "undo", "seat"):
            assert line.state[part] == before[part]
        assert line.state["since"] == before["ply"]
        assert line.state["log"] == []
        line.play()


def test_tables_idle_for_long_leave_memory_and_come_back(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, ATLANTIS_IDLE_SECONDS="0.2").start()
    ada = server.guest()
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
    server.stop()


def test_opening_a_long_table_starts_from_a_snapshot(own_server: ServerProcess) -> None:
    own_server.start()
    ada = own_server.guest()
    table = ada.open("escape", "pb")
    with ada.sit(table) as line:
        while line.until_turn()["ply"] < 260:
            line.play()
    own_server.stop()
    with contextlib.closing(sqlite3.connect(own_server.data / "atlantis.db")) as database:
        [(ply,)] = database.execute("SELECT ply FROM snapshots WHERE table_id = ?", (table,))
        last = database.execute("SELECT max(ply) FROM entries").fetchone()[0]
    assert last - ply < 80


def test_a_backup_of_a_running_server_is_whole(own_server: ServerProcess, tmp_path: Path) -> None:
    own_server.start()
    player = FastPlayers(own_server, 1, threading.Condition())
    thread = threading.Thread(target=player.run, args=(own_server,))
    thread.start()
    with player.news:
        assert player.news.wait_for(lambda: len(player.acknowledged) >= 30, timeout=PATIENCE)
    known = set(player.acknowledged)
    file = tmp_path / "copy.db"
    command = [sys.executable, "-m", "atlantis_games", "backup", str(file)]
    subprocess.run([*command, "--data", str(own_server.data)], check=True, capture_output=True)
    own_server.stop()
    thread.join()
    restored = ServerProcess(tmp_path / "restored")
    restored.data.mkdir()
    file.rename(restored.data / "atlantis.db")
    assert known <= entries(restored.data)
    restored.start()
    assert Guest(restored, "Cy").get(f"/api/tables/{player.table}")["ply"] >= len(known)
    restored.stop()
    missing = subprocess.run([*command, "--data", str(tmp_path / "no")], capture_output=True)
    assert missing.returncode == 2
    assert b"There is no database" in missing.stderr


def test_two_servers_do_not_share_a_folder(own_server: ServerProcess) -> None:
    own_server.start()
    command = [sys.executable, "-m", "atlantis_games", "serve", "--port", "0"]
    second = subprocess.run(
        [*command, "--data", str(own_server.data)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert second.returncode == 2
    assert "Another server uses" in second.stderr
    taken = subprocess.run(
        [*command[:-1], str(own_server.port), "--data", str(own_server.data / "other")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert taken.returncode == 2
    assert "Try another --port" in taken.stderr


def test_a_database_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "atlantis.db").write_text("something else " * 100)
    command = [sys.executable, "-m", "atlantis_games", "serve", "--port", "0"]
    failed = subprocess.run(
        [*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert failed.returncode == 2
    assert failed.stderr.startswith("atlantis: Cannot use the database")
    assert len(failed.stderr.splitlines()) == 1
    assert not failed.stdout


def test_old_unfinished_tables_are_removed(tmp_path: Path) -> None:
    server = ServerProcess(
        tmp_path, ATLANTIS_IDLE_SECONDS="0.2", ATLANTIS_KEEP_DAYS="0.000003"
    ).start()
    ada = server.guest()
    table = ada.open("causeway", "po")
    while ada.http.get(f"/api/tables/{table}").status_code != 404:
        pass
    server.stop()
    assert entries(tmp_path) == set()
