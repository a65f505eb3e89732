"""A small `make abuse`: one address does all it may, another plays, and work is counted."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

import pytest

from atlantis_games.server.app import make_api
from atlantis_games.server.client_messages import PRICES, read_message
from atlantis_games.server.limits import (
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    SHARES_PER_ADDRESS,
)
from atlantis_games.server.uvicorn_limits import PORTION
from support.server_checks import figure
from support.server_process import PATIENCE, ServerProcess, run_apart

MOVES = 10


def bench() -> ModuleType:
    """The program that `make abuse` runs."""
    file = Path(__file__).parents[2] / "bench" / "abuse.py"
    spec = importlib.util.spec_from_file_location("abuse", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with the limits that are usual."""
    server = ServerProcess(tmp_path, ATLANTIS_LIMITS="1").start()
    yield server
    server.stop()


@pytest.mark.parametrize("kind", ["frame ping", "message look", "POST a match file"])
def test_a_victim_plays_while_another_address_does_all_it_may(
    server: ServerProcess, kind: str
) -> None:
    """No more frames are read than the address has paid for, however many sockets it has."""
    abuse = bench()

    async def work() -> int:
        bad, victim, table = await abuse.people(server.port)
        attacking = asyncio.ensure_future(abuse.KINDS[kind](bad, table))
        try:
            played = await asyncio.wait_for(abuse.play(victim, PATIENCE, MOVES), PATIENCE)
        finally:
            attacking.cancel()
            await asyncio.gather(attacking, return_exceptions=True)
        return len(played)

    began = time.monotonic()
    assert run_apart(work()) == MOVES
    frames = figure(server, "atlantis_frames_total")
    seconds = time.monotonic() - began
    paid = SHARES_PER_ADDRESS * (MESSAGES_AT_ONCE + MESSAGES_PER_SECOND * seconds)
    # Every socket may read one portion more than is paid for; the victim has frames of its own.
    assert frames <= paid + abuse.SOCKETS * (PORTION / 6 + 1) + 2 * MOVES
    assert "Traceback" not in server.log.read_text()


def test_every_kind_of_message_and_every_route_is_measured() -> None:
    """By `make abuse`: what is added to the server is added there too."""
    abuse = bench()
    types = {model.model_json_schema()["properties"]["type"]["const"] for model in PRICES}
    assert types == set(abuse.MESSAGES)
    for kind, examples in abuse.MESSAGES.items():
        for fields in examples:
            assert read_message(json.dumps({"type": kind, **fields}))
    served = {
        (method.upper(), path)
        for path, methods in make_api().openapi()["paths"].items()
        for method in methods
    }
    asked = {(one.method, urlsplit(one.path).path) for one in abuse.REQUESTS.values()}
    missing = {
        (method, path)
        for method, path in served
        if not any(
            method == one and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), at)
            for one, at in asked
        )
    }
    assert missing == set()
    assert {("GET", "/"), ("GET", "/openapi.json")} <= asked, "these are not in the schema"
