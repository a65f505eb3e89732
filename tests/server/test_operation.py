"""For those who run a server: health, metrics, logs, addresses, OpenAPI."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx

from support.server_process import ServerProcess

ROOT = Path(__file__).parent.parent.parent


def test_health_and_metrics(server: ServerProcess) -> None:
    ada = server.guest()
    assert ada.get("/healthz")["ok"]
    table = ada.open("causeway", "pp")
    text = ada.http.get("/metrics").text
    for name in ("tables", "connections", "move_seconds_bucket", "bot_seconds_total"):
        assert f"atlantis_{name}" in text
    assert table not in text


def test_the_log_has_one_json_object_per_line(server: ServerProcess) -> None:
    table = server.guest().open("causeway", "pp")
    events = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert ("table opened", table) in [(event["event"], event.get("table")) for event in events]


def test_lines_of_the_log_name_the_request_that_a_proxy_has_named(server: ServerProcess) -> None:
    """And those that no proxy has named, or with odd characters, get a name of ours."""
    ada = server.guest()
    for given in ("abc-123", "a b", ""):
        ada.http.headers["X-Request-Id"] = given
        answer = ada.http.get("/healthz")
        table = ada.open("causeway", "pp")
        events = [json.loads(line) for line in server.log.read_text().splitlines()]
        (request,) = {one["request"] for one in events if one.get("table") == table}
        assert re.fullmatch("[a-z0-9-]+", request)
        is_kept = given == "abc-123"
        assert (request == given) is is_kept
        assert (answer.headers["x-request-id"] == given) is is_kept


def test_openapi_lists_every_http_route_of_the_protocol(server: ServerProcess) -> None:
    paths = server.guest().get("/openapi.json")["paths"]
    text = (ROOT / "docs" / "protocol.md").read_text("utf-8").replace("{id}", "{table_id}")
    documented = re.findall(r"`(GET|POST) (/api/[^`?]+)", text)
    for method, path in documented:
        assert method.lower() in paths[path], path
    assert {path for path in paths if path.startswith("/api/")} == {path for _, path in documented}


def test_a_server_for_the_network_shows_both_addresses(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "atlantis_games",
        "serve",
        "--host",
        "0.0.0.0",
        "--port",
        "0",
    ]
    with subprocess.Popen(
        [*command, "--data", tmp_path], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        here, network = server.stdout.readline().split()[3], server.stdout.readline().split()[-1]
        shown = httpx.get(f"{here}api/games").json()["network"]
        server.terminate()
    assert here.startswith("http://127.0.0.1:")
    assert f"{shown}/" == network
    assert network.rpartition(":")[2] == here.rpartition(":")[2]
