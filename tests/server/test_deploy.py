"""The files in deploy/: what they name is there, and nginx sends people where they want to go."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atlantis_games.server.metrics import REGISTRY
from atlantis_games.server.settings import Settings
from support.forked_server import ForkedServer
from support.postgresql import postgresql_server
from support.server_process import PATIENCE, ServerProcess, free_port, play_out

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


@contextmanager
def nginx(folder: Path, ports: tuple[int, int]) -> Iterator[str]:
    """A real nginx with our configuration, for servers on other ports; its address."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is missing: `make nginx` installs it")
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text("utf-8").replace("listen 8000", f"listen {port}")
    for ours, theirs in zip(("8001", "8002"), ports, strict=True):
        text = text.replace(f"127.0.0.1:{ours}", f"127.0.0.1:{theirs}")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nuser root;\n"
    main += f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n"
    (folder / "nginx.conf").write_text(main, "utf-8")
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    with subprocess.Popen(command) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_people_play_through_nginx_while_a_server_is_killed(tmp_path: Path) -> None:
    with postgresql_server() as database:
        settings = {"ATLANTIS_DATABASE": database.url, "ATLANTIS_CLUSTER": "yes"}
        servers = [ForkedServer(tmp_path / name, **settings) for name in ("one", "two")]
        try:
            servers[0].begin()
            servers[0].guest()
            shutil.copy(servers[0].data / "secret.key", servers[1].data / "secret.key")
            servers[1].begin()
            servers[1].guest()
            (tmp_path / "nginx").mkdir()
            with nginx(tmp_path / "nginx", (servers[0].port, servers[1].port)) as address:
                play_through(address, servers, tmp_path)
        finally:
            for server in servers:
                server.close()


def play_through(address: str, servers: list[ForkedServer], folder: Path) -> None:
    """Plays a game, of which one server sees the beginning and the other the end."""
    proxy = ServerProcess(folder / "proxy")
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
    servers[0].signal(signal.SIGKILL)
    lines = [ada.sit(table), ben.sit(table)]
    assert [line.until_ply(ply)["ply"] for line in lines] == [ply, ply]
    play_out(lines, ply)
    assert lines[0].state["result"] == lines[1].state["result"]
    servers[0].begin()
