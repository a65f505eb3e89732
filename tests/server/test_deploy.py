"""The files in deploy/: what they name is there, and proxies send people where they want to go."""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from atlantis_games.server.metrics import REGISTRY
from atlantis_games.server.settings import Settings
from support.postgresql import postgresql_server
from support.server_process import (
    NEVER_GONE,
    PATIENCE,
    Guest,
    ServerProcess,
    TableSocket,
    free_port,
    play_out,
)

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_dashboard_shows_figures_that_there_are() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text("utf-8"))
    shown = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"atlantis_\w+", target["expr"])
    }
    known = set()
    for metric in REGISTRY.collect():
        ends = {"counter": ["_total"], "histogram": ["_bucket"]}.get(metric.type, [""])
        known |= {metric.name + end for end in ends}
    assert shown == known


def test_every_variable_in_the_files_is_a_setting() -> None:
    for file in DEPLOY.rglob("*"):
        if file.is_file():
            named = set(re.findall(r"ATLANTIS_([A-Z_]+)", file.read_text("utf-8")))
            assert {name.lower() for name in named} <= set(Settings.model_fields), file


def program(name: str) -> str:
    """A proxy that is installed; Debian keeps some where only root looks."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is missing")
    return found


def for_ports(file: str, port: int, ports: list[int]) -> str:
    """One of our configurations, with other ports than the usual ones."""
    text = (DEPLOY / file).read_text("utf-8")
    for usual, other in zip(("8000", "8001", "8002"), (port, *ports), strict=True):
        text = re.sub(rf"(?<=[ :]){usual}\b", str(other), text)
    return text


def nginx(folder: Path, port: int, ports: list[int]) -> list[str]:
    """The command of a real nginx with our configuration."""
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nuser root;\n"
    main += f"events {{}}\nhttp {{\naccess_log off;\n{temporary}"
    (folder / "nginx.conf").write_text(f"{main}{for_ports('nginx.conf', port, ports)}}}\n", "utf-8")
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def haproxy(folder: Path, port: int, ports: list[int]) -> list[str]:
    """The command of a real HAProxy with our configuration."""
    (folder / "haproxy.cfg").write_text(for_ports("haproxy.cfg", port, ports), "utf-8")
    return [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")]


def caddy(folder: Path, port: int, ports: list[int]) -> list[str]:
    """The command of a real Caddy with our configuration, which takes all from its environment."""
    servers = " ".join(f"127.0.0.1:{one}" for one in ports)
    variables = [f"ORIGIN=http://127.0.0.1:{port}", f"SERVERS={servers}", f"HOME={folder}"]
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + text, "utf-8")
    command = [program("caddy"), "run", "--config", str(folder / "Caddyfile")]
    return ["env", *variables, *command, "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[str]:
    """A proxy that answers; its address."""
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, stdout=log, stderr=log) as process,
    ):
        try:
            while not is_listening(port):
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def is_listening(port: int) -> bool:
    """Whether somebody accepts connections."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    """Two servers on one database, with the same key."""
    folder = tmp_path_factory.mktemp("servers")
    with postgresql_server() as database:
        settings = {"ATLANTIS_DATABASE": database.url, "ATLANTIS_CLUSTER": "yes", **NEVER_GONE}
        one, two = (ServerProcess(folder / name, **settings) for name in ("one", "two"))
        one.start()
        two.data.mkdir()
        shutil.copy(one.data / "secret.key", two.data / "secret.key")
        two.start()
        yield [one, two]
        one.stop()
        two.stop()


@pytest.mark.parametrize("proxy", [nginx, haproxy, caddy])
def test_people_play_through_a_proxy_while_a_server_is_killed(
    proxy: Callable[[Path, int, list[int]], list[str]],
    servers: list[ServerProcess],
    tmp_path: Path,
) -> None:
    port = free_port()
    command = proxy(tmp_path, port, [server.port for server in servers])
    with running(command, tmp_path, port) as address:
        play_through(address, servers, tmp_path)


def play_through(address: str, servers: list[ServerProcess], folder: Path) -> None:
    """Plays a game, of which one server may see the beginning, and the other sees the end."""
    proxy = ServerProcess(folder / "proxy", ATLANTIS_DATABASE="")
    proxy.address = address
    ada, ben = proxy.guest("Ada"), proxy.guest("Ben")
    table = ada.open("causeway", "po")
    ben.post(f"/api/tables/{table}/join")
    lines = [ada.sit(table), ben.sit(table)]
    ply = 1
    for _ in range(10):
        for line in lines:
            line.until_ply(ply)
        ply = next(line for line in lines if line.state["moves"]).play()["ply"]
    killed = servers[0].port
    servers[0].stop(signal.SIGKILL)
    try:
        lines = [back_at(ada, table), back_at(ben, table)]
        assert [line.until_ply(ply)["ply"] for line in lines] == [ply, ply]
        play_out(lines, ply)
        assert lines[0].state["result"] == lines[1].state["result"]
    finally:
        servers[0].start(killed)


def back_at(guest: Guest, table: str) -> TableSocket:
    """Connects again, as the page does: until a proxy has noticed that a server is gone."""
    begin = time.monotonic()
    while True:
        try:
            return guest.sit(table)
        except (InvalidStatus, OSError):
            assert time.monotonic() - begin < PATIENCE
            time.sleep(0.1)
