"""For whoever runs a server: health, metrics, logs, settings, the page, OpenAPI."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.settings import Settings, data_folder, read_settings
from server.house import House

ROOT = Path(__file__).parent.parent.parent


def test_health_and_metrics(house: House) -> None:
    ada = house.guest()
    assert ada.get("/healthz")["ok"]
    table = ada.open("causeway", "pp")
    text = ada.http.get("/metrics").text
    for name in ("tables", "connections", "move_seconds_bucket", "bot_seconds_total"):
        assert f"atlantis_{name}" in text
    assert table not in text


def test_the_log_has_one_json_object_per_line(house: House) -> None:
    table = house.guest().open("causeway", "pp")
    events = [json.loads(line) for line in house.log.read_text().splitlines()]
    assert ("table opened", table) in [(event["event"], event.get("table")) for event in events]


def test_openapi_lists_every_http_route_of_the_protocol(house: House) -> None:
    paths = house.guest().get("/openapi.json")["paths"]
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
        told = httpx.get(f"{here}api/games").json()["network"]
        server.terminate()
    assert here.startswith("http://127.0.0.1:")
    assert f"{told}/" == network
    assert network.rpartition(":")[2] == here.rpartition(":")[2]


def test_settings_come_from_flags_then_variables_then_defaults() -> None:
    environment = {"ATLANTIS_HOST": "0.0.0.0", "ATLANTIS_PORT": "9000", "ATLANTIS_DATA": "/x"}
    settings = read_settings(environment=environment)
    assert (settings.host, settings.port, settings.data) == ("0.0.0.0", 9000, Path("/x"))
    assert read_settings("localhost", 0, Path("/y"), environment).host == "localhost"
    assert read_settings(environment={}).host == Settings().host
    assert read_settings(environment={"XDG_DATA_HOME": "/z"}).data == Path("/z/atlantis")
    assert data_folder({}).name == "atlantis"
    for name, text in (("ATLANTIS_PORT", "ten"), ("ATLANTIS_LIMITS", "-1")):
        with pytest.raises(BadRequest, match=name):
            read_settings(environment={name: text})
    with pytest.raises(BadRequest, match="65535"):
        read_settings(port=70000)
