"""Nothing lost, nothing twice: stops, kills, restarts, backups, migrations, cleaning up."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from support.databases import stored_rows
from support.fork_server import set_clock
from support.history import History, Move
from support.server_checks import replayed
from support.server_process import PATIENCE, Guest, ServerProcess, free_port

FAULTS = int(os.environ.get("ATLANTIS_FAULTS", "50"))  # `make soak` sets more
CLOCK_WAS_SET = "the clock was set"  # in the log, when a sweep has noticed
FORKER = (sys.executable, "-m", "support.fork_server")
PATHS = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]


def entries(data: Path) -> set[tuple[str, int, int, str]]:
    found = stored_rows(data, "SELECT table_id, ply, actor, move FROM entries")
    return {(table, ply, actor, move) for table, ply, actor, move in found}


class FastPlayers:
    """Two people at a table who move as fast as they can and remember what was acknowledged."""

    def __init__(
        self, server: ServerProcess, seed: int, news: threading.Condition, history: History
    ) -> None:
        self.news = news
        self.history = history
        self.ada = server.guest()
        self.random = random.Random(seed)
        self.table = self.ada.open("escape", "pp")
        self.is_waiting = True  # for an answer: to a move, or on the way to a table
        self.gone = False

    def run(self, server: ServerProcess) -> None:
        """Until the server is gone."""
        self.ada.server = server
        self.gone = False
        with contextlib.suppress(Exception):
            while True:
                self.play_out()
                with self.news:
                    self.is_waiting = True
                    self.news.notify_all()
                self.table = self.ada.open("escape", "pp")
        with self.news:
            self.gone = True
            self.news.notify_all()

    def play_out(self) -> None:
        """Plays until the game is over."""
        with self.ada.sit(self.table) as line:
            while not line.until_turn()["result"]:
                state = line.state
                move = self.random.choice(state["moves"])["move"]
                sent = (self.table, state["ply"], state["seat"], move)
                self.note(sent, self.history.sent.add, True)
                line.send(type="move", ply=state["ply"], move=move)
                line.until_ply(state["ply"] + 1)
                self.note(sent, self.history.acknowledged.append, False)

    def note(self, move: Move, add: Callable[[Move], None], is_waiting: bool) -> None:
        """Adds a move to the history and tells those who wait for that."""
        with self.news:
            add(move)
            self.is_waiting = is_waiting
            self.news.notify_all()


class Faults:
    """A server that is killed, stopped and continued, and set to a wrong time, under load."""

    def __init__(self, server: ServerProcess, forker: subprocess.Popen[str]) -> None:
        self.server = server
        self.forker = forker
        self.child = self.begin()
        self.news = threading.Condition()
        self.history = History()
        self.players = [FastPlayers(server, seed, self.news, self.history) for seed in range(4)]
        self.random = random.Random(5)
        self.counts = Counter[str]()
        self.threads: list[threading.Thread] = []

    def begin(self) -> int:
        """Starts a server; its process."""
        assert self.forker.stdin is not None
        assert self.forker.stdout is not None
        self.forker.stdin.write("start\n")
        self.forker.stdin.flush()
        return int(self.forker.stdout.readline())

    def play(self) -> None:
        """Lets everybody play on until some more moves are acknowledged."""
        moves, goal = self.history.acknowledged, self.random.randrange(5, 30)
        goal += len(moves)
        self.wait(lambda: len(moves) >= goal)

    def wait(self, done: Callable[[], bool]) -> None:
        """Waits until something is so, or all games are over."""
        with self.news:
            everybody = self.players
            enough = self.news.wait_for(
                lambda: done() or all(player.gone for player in everybody), PATIENCE
            )
        assert enough, "the server stopped answering"

    def one_life(self, with_jump: bool) -> None:
        """A server from its start until it is killed, with what happens to it meanwhile."""
        self.threads = [
            threading.Thread(target=player.run, args=(self.server,)) for player in self.players
        ]
        for thread in self.threads:
            thread.start()
        self.play()
        self.stop_and_continue()
        if with_jump:
            self.jump(self.random.choice([31, 400, -400]) * 86_400.0)
            self.jump(0.0)
        self.play()
        self.kill()

    def stop_and_continue(self) -> None:
        """Stops the process until everybody waits for an answer, and lets it go on."""
        os.kill(self.child, signal.SIGSTOP)
        self.wait(lambda: all(player.is_waiting or player.gone for player in self.players))
        os.kill(self.child, signal.SIGCONT)
        self.counts["stop"] += 1

    def jump(self, seconds: float) -> None:
        """Sets the server's clock, and plays on until a sweep has noticed."""
        before = self.server.log.read_text().count(CLOCK_WAS_SET)
        set_clock(self.server.data, seconds)
        while self.server.log.read_text().count(CLOCK_WAS_SET) == before:
            self.play()
        self.counts["jump"] += 1

    def kill(self) -> None:
        """Kills the process, compares what is stored, and starts another."""
        os.kill(self.child, signal.SIGKILL)
        for thread in self.threads:
            thread.join(PATIENCE)
        ordered = "SELECT table_id, ply, actor, move FROM entries ORDER BY table_id, ply"
        found = stored_rows(self.server.data, ordered)
        self.history.check([(table, ply, actor, move) for table, ply, actor, move in found])
        self.counts["kill"] += 1
        self.child = self.begin()


def test_acknowledged_moves_survive_killing_the_server(own_server: ServerProcess) -> None:
    """The server is forked from a process that has everything loaded, and killed under load.

    Before that it is stopped and continued, and sometimes its clock jumps by a month or more and
    back. A table that nobody looks at must still be there at the end.
    """
    port = free_port()
    own_server.address = f"http://127.0.0.1:{port}"
    own_server.data.mkdir(exist_ok=True)
    settings = {**own_server.environment, "ATLANTIS_IDLE_SECONDS": "0.1"}
    with (
        own_server.log.open("w") as log,
        subprocess.Popen(
            [*FORKER, str(port), str(own_server.data), "127.0.0.1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, **settings, "PYTHONPATH": os.pathsep.join(PATHS)},
        ) as forker,
    ):
        faults = Faults(own_server, forker)
        left_alone = own_server.guest("Cy").open("causeway", "pp")
        while faults.counts.total() < FAULTS:
            faults.one_life(with_jump=faults.counts["kill"] % 5 == 0)
        tables = [left_alone, *(player.table for player in faults.players)]
        assert all(own_server.guest().get(f"/api/tables/{table}")["ply"] for table in tables)
    assert faults.counts["kill"] >= FAULTS / 3
    assert faults.counts["jump"] > 0
    assert len(faults.history.acknowledged) > FAULTS * 5
    for table in tables:
        replayed(own_server.data, table)
    assert "Traceback" not in own_server.log.read_text()


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
    kept = "SELECT ply FROM snapshots WHERE table_id = ?"
    [(ply,)] = stored_rows(own_server.data, kept, table)
    [(last,)] = stored_rows(own_server.data, "SELECT max(ply) FROM entries")
    assert last - ply < 80


@pytest.mark.sqlite
def test_a_backup_of_a_running_server_is_whole(own_server: ServerProcess, tmp_path: Path) -> None:
    own_server.start()
    player = FastPlayers(own_server, 1, threading.Condition(), History())
    thread = threading.Thread(target=player.run, args=(own_server,))
    thread.start()
    with player.news:
        assert player.news.wait_for(
            lambda: len(player.history.acknowledged) >= 30, timeout=PATIENCE
        )
    known = set(player.history.acknowledged)
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
    tables = Counter(table for table, _, _, _ in known)
    for table, moves in tables.items():
        assert Guest(restored, "Cy").get(f"/api/tables/{table}")["ply"] >= moves
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
    assert "Another server at" in second.stderr
    assert own_server.address in second.stderr
    beside = ServerProcess(own_server.data / "other").start(own_server.port)
    assert own_server.port < beside.port < own_server.port + 50
    beside.stop()


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
