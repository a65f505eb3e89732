"""Several processes on one database: every one serves every table, and any of them may die."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.chaos import Chaos
from support.forked_server import ForkedServer
from support.networks import Network, can_be_made
from support.postgresql import Database, postgresql_server
from support.server_checks import figure
from support.server_process import (
    NEVER_GONE,
    PATIENCE,
    Guest,
    ServerProcess,
    TableSocket,
    play_out,
)

Pair = tuple[ForkedServer, ForkedServer]
takes_minutes = pytest.mark.skipif(
    not os.environ.get("ATLANTIS_CHAOS"), reason="takes minutes: `make chaos` runs it"
)


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    """A database for all tests here."""
    with postgresql_server() as database:
        yield database


@pytest.fixture(scope="module")
def pair(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers on one database, with the same key."""
    folder = tmp_path_factory.mktemp("pair")
    (folder / "two").mkdir()
    settings = {"ATLANTIS_DATABASE": database.url, "ATLANTIS_CLUSTER": "yes"}
    one, two = (ForkedServer(folder / name, **settings) for name in ("one", "two"))
    one.begin()
    one.guest()  # so that the key is there
    shutil.copy(one.data / "secret.key", two.data / "secret.key")
    two.begin()
    yield one, two
    one.close()
    two.close()


def at(server: ServerProcess, guest: Guest) -> Guest:
    """The same person, who talks to a server from now on."""
    guest.server = server
    guest.http.base_url = server.address
    return guest


def seated(pair: Pair) -> tuple[str, TableSocket, TableSocket]:
    """A table at which Ada is connected with the first server and Ben with the second."""
    ada, ben = pair[0].guest("Ada"), pair[1].guest("Ben")
    table = ada.open("causeway", "po")
    assert ben.post(f"/api/tables/{table}/join") == {"seat": 1}
    return table, ada.sit(table), ben.sit(table)


def test_two_people_play_through_two_servers(pair: Pair) -> None:
    """They see the same log, each other, what is said, and the same end."""
    table, ada, ben = seated(pair)
    ada.until(lambda m: bool(ada.state) and ada.state["table"]["seats"][1]["here"])
    ben.until(lambda m: bool(ben.state) and ben.state["table"]["seats"][0]["here"])
    ada.send(type="chat", text="hello")
    assert ben.until_type("chat")["lines"][-1]["text"] == "hello"
    ben.send(type="chat", text="hello to you")
    ada.until(lambda m: m["type"] == "chat" and m["lines"][-1]["text"] == "hello to you")
    ben.send(type="react", reaction="well-played")
    assert ada.until_type("reaction")["seat"] == 1
    play_out([ada, ben])
    assert ada.state["result"] == ben.state["result"]
    assert [seat["name"] for seat in ada.state["table"]["seats"]] == ["Ada", "Ben"]
    logs = [pair[n].guest().get(f"/api/tables/{table}/log")["log"] for n in (0, 1)]
    assert logs[0] == logs[1]


def test_a_move_is_taken_back_through_the_other_server(pair: Pair) -> None:
    ada = pair[0].guest("Ada")
    table = ada.open("escape", "pp")
    here = ada.sit(table)
    here.until_turn()
    there = at(pair[1], ada).sit(table)
    there.until_turn()
    for _ in range(60):
        ply = here.play()["ply"]
        if there.until_ply(ply)["undo"]:
            there.send(type="undo", ply=ply)
            assert there.until_ply(ply + 1)["log"][-1]["code"] == "undo"
            assert here.until_ply(ply + 1)["moves"] == there.state["moves"]
            return
    pytest.fail("nothing could be taken back")


def test_a_move_that_arrives_twice_counts_once(pair: Pair) -> None:
    """Sent to one server, and again to the other, which may not know the first."""
    ada = pair[0].guest("Ada")
    table = ada.open("escape", "pp")
    here = ada.sit(table)
    there = at(pair[1], ada).sit(table)
    for _ in range(20):
        ply = here.until_turn()["ply"]
        there.until_ply(ply)
        move = here.state["moves"][0]["move"]
        for line in (here, there):
            line.send(type="move", ply=ply, move=move)
        here.until_ply(ply + 1)
        there.until_ply(ply + 1)
        there.send(type="ping")
        heard = there.until(lambda m: m["type"] in ("pong", "error"))
        assert heard["type"] == "pong", heard


def test_one_seat_is_given_once(pair: Pair) -> None:
    ada = pair[0].guest("Ada")
    for _ in range(5):
        table = ada.open("causeway", "po")
        for server in pair:
            server.guest().get(f"/api/tables/{table}")  # both have it in memory
        joins = [server.guest(name) for server, name in zip(pair, ("Ben", "Eve"), strict=True)]
        codes = [one.http.post(f"/api/tables/{table}/join", json={}).status_code for one in joins]
        assert sorted(codes) == [200, 409]


def test_the_host_arranges_what_others_see(pair: Pair) -> None:
    ada = pair[0].guest("Ada")
    table = ada.open("causeway", "poo")
    cy = pair[1].guest("Cy")
    with cy.sit(table) as line:
        line.until_type("state")
        ada.post(f"/api/tables/{table}/seats/1", {"kind": "bot", "level": "sprat"})
        line.until(lambda m: line.state["table"]["seats"][1]["kind"] == "bot")
        cy.post(f"/api/tables/{table}/join")
        line.until(lambda m: line.state["seats"] == [2])
    rows = ada.get(f"/api/tables/{table}")["seats"]
    assert [row["kind"] for row in rows] == ["person", "bot", "person"]


def test_a_rematch_is_one_table(pair: Pair) -> None:
    table, ada, ben = seated(pair)
    play_out([ada, ben])
    guests = []
    for server, line in zip(pair, (ada, ben), strict=True):
        headers = line.socket.request
        assert headers is not None
        guest = server.guest()
        guest.http.headers["Authorization"] = headers.headers["Authorization"]
        guests.append(guest)
    answers = [guest.post(f"/api/tables/{table}/rematch") for guest in guests]
    assert answers[0]["id"] == answers[1]["id"]


def test_when_a_server_is_killed_the_other_goes_on(pair: Pair) -> None:
    """Ben comes back through the other server, and nothing that was acknowledged is lost."""
    ada, ben = pair[0].guest("Ada"), pair[1].guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    lines = [ada.sit(table), ben.sit(table)]
    for _ in range(10):
        line = next(one for one in lines if one.until_ply(1) and one.state["moves"])
        ply = line.play()["ply"]
        for one in lines:
            one.until_ply(ply)
    pair[1].signal(signal.SIGKILL)
    lines[1] = at(pair[0], ben).sit(table)
    assert lines[1].until_type("state")["ply"] == lines[0].state["ply"]
    play_out(lines, lines[0].state["ply"])
    pair[1].begin()
    assert at(pair[1], ben).get(f"/api/tables/{table}")["state"] == "over"


def refused(*more: str, **environment: str) -> str:
    """What a server says that does not start."""
    command = [sys.executable, "-m", "atlantis_games", "serve", "--port", "0", *more]
    done = subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_who_may_not_share_a_database_is_told_so(
    pair: Pair, database: Database, tmp_path: Path
) -> None:
    sqlite = refused("--processes", "2", "--data", str(tmp_path / "a"))
    assert "Several processes need PostgreSQL" in sqlite
    alone = refused("--data", str(tmp_path / "b"), ATLANTIS_DATABASE=database.url)
    assert "Another server uses the database" in alone
    other = refused("--cluster", "--data", str(tmp_path / "c"), ATLANTIS_DATABASE=database.url)
    assert "another secret.key" in other


@takes_minutes
def test_processes_on_one_port_are_replaced_while_people_play(
    database: Database, pair: Pair, tmp_path: Path
) -> None:
    """One is killed, then all are replaced in turn: players connect again and lose nothing."""
    shutil.copy(pair[0].data / "secret.key", tmp_path / "secret.key")
    settings = {"ATLANTIS_DATABASE": database.url, "ATLANTIS_PROCESSES": "2"}
    server = ServerProcess(tmp_path, **settings, **NEVER_GONE).start()
    assert server.process is not None
    try:
        chaos = Chaos([server], database, tables=2, seed=3)
        chaos.start()
        chaos.play(10)
        children = processes_of(server)
        assert len(children) == 2
        os.kill(children[0], signal.SIGKILL)
        chaos.play(10)
        wait_for_log(server, '"event": "ready"', 3)
        server.process.send_signal(signal.SIGHUP)
        wait_for_log(server, "all processes replaced", 1)
        assert not {*processes_of(server)} & {*children}
        chaos.play(10)
        chaos.stop()
        chaos.check()
        assert figure(server, "atlantis_moves_total") >= 0
    finally:
        server.stop()


def processes_of(server: ServerProcess) -> list[int]:
    """The processes that a server has started."""
    assert server.process is not None
    pid = server.process.pid
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_for_log(server: ServerProcess, text: str, count: int) -> None:
    """Waits until a server has written something so often."""
    assert server.process is not None
    while server.log.read_text().count(text) < count:
        assert server.process.poll() is None, server.log.read_text()[-2000:]
        time.sleep(0.05)


@takes_minutes
def test_chaos(pair: Pair, database: Database) -> None:
    """Servers killed and paused, the database restarted, notifications cut off, under load."""
    chaos = Chaos(list(pair), database, tables=4, seed=5)
    chaos.start()
    for fault in ("kill", "pause", "deafen", "kill", "restart", "kill", "deafen", "kill"):
        chaos.play(12)
        getattr(chaos, fault)()
    chaos.play(12)
    chaos.stop()
    chaos.check()


@pytest.fixture(scope="module")
def networks() -> Iterator[list[Network]]:
    """Two networks between which there is no way."""
    if not can_be_made():
        pytest.skip("this machine allows no network namespaces")
    with Network(1).made() as one, Network(2).made() as two:
        yield [one, two]


@takes_minutes
def test_servers_that_are_cut_off_from_each_other(networks: list[Network], tmp_path: Path) -> None:
    """Each has a network of its own, and loses its way to the database in turn, under load."""
    assert not networks[0].reaches(networks[1].host)
    with postgresql_server(hosts=["127.0.0.1", *(one.database_host for one in networks)]) as shared:
        servers = [server_in(one, shared, tmp_path / one.name) for one in networks]
        try:
            servers[0].begin()
            servers[0].guest()  # so that the key is there
            shutil.copy(servers[0].data / "secret.key", servers[1].data / "secret.key")
            servers[1].begin()
            chaos = Chaos(servers, shared, tables=3, seed=9)
            chaos.start()
            for cut_off in (0, 1, 0, 1):
                chaos.play(10)
                networks[cut_off].cut()
                chaos.play(6)  # the others go on
                networks[cut_off].heal()
                chaos.wait_until_well(servers[cut_off])
            chaos.play(10)
            chaos.stop()
            chaos.check()
        finally:
            for server in servers:
                server.close()


def server_in(network: Network, database: Database, data: Path) -> ForkedServer:
    """A server in a network, with its way to the database."""
    url = database.url.replace("127.0.0.1", network.database_host)
    settings = {"ATLANTIS_DATABASE": url, "ATLANTIS_CLUSTER": "yes"}
    return ForkedServer(data, network.host, network.within, **settings)
