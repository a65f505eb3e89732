"""What every answer of a server must look like, whatever was asked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.core.match import Match
from atlantis_games.games import game_named
from atlantis_games.server.middleware import HEADERS
from support.raw_client import (
    documented,
)
from support.server_process import PATIENCE, ServerProcess
from support.stored_table import StoredTable

HTTP = httpx.Client(timeout=PATIENCE, verify=False)  # for single questions, without certificates
SOCKET_CODES = documented("protocol.md")


HTTP_CODES = documented("security.md")


NOT_HTTP = b"Invalid HTTP request received."  # what cannot be read never reaches us


def check_answer(status: int, headers: Any, body: bytes, method: str = "GET") -> str:
    """An answer must be one that is documented; its code."""
    if status == 400 and headers["content-type"].startswith("text/plain"):
        assert body == NOT_HTTP or method == "HEAD"
        return "not-http"
    assert status < 500 or (status == 503 and b"not built" in body), (status, body)
    # Chats on other sites may show the pictures of links.
    is_picture = status == 200 and headers["content-type"] == "image/png"
    expected = HEADERS | ({"Cross-Origin-Resource-Policy": "cross-origin"} if is_picture else {})
    for name, value in expected.items():
        assert headers.get(name.lower()) == value, (status, headers, body[:200])
    if status < 400 or status == 503 or method == "HEAD":
        return "ok"
    assert headers["content-type"] == "application/json"
    problem = json.loads(body)
    assert set(problem) - {"reason"} == {"code", "text", "rule", "values"}
    assert problem["code"] in HTTP_CODES | SOCKET_CODES, problem
    return str(problem["code"])


KINDS = {"error", "state", "delta", "pong", "why", "chat", "hint", "reaction", "presence"}
KINDS |= {"preparing"}


def check_frames(heard: list[dict[str, Any]]) -> Counter[str]:
    """Every refusal over a socket must be documented; how often each came."""
    codes = Counter(frame["code"] for frame in heard if frame["type"] == "error")
    assert set(codes) <= SOCKET_CODES, set(codes) - SOCKET_CODES
    kinds = {frame["type"] for frame in heard}
    assert kinds <= KINDS
    return codes


def check_alive(server: ServerProcess) -> None:
    """The process is there, nothing went wrong inside, and a new game can be played."""
    assert server.process is not None
    assert server.process.poll() is None
    log = server.log.read_text()
    assert "Traceback" not in log, log[-3000:]
    someone = server.guest()
    table = someone.open(seats="bp")
    with someone.sit(table) as line:
        ply = line.until_turn()["ply"]
        assert line.play()["ply"] > ply


def replayed(data: Path, table: str) -> None:
    """What is stored is a match by the rules, dealt by its seed."""
    stored = StoredTable(data, table)
    options = json.loads(stored.setup)["options"]
    start = game_named(stored.game_name).new(len(stored.guests), **options)
    dealer = FairDealer(stored.seed, table, start)
    if stored.agreed:
        dealer.agree(**json.loads(stored.agreed))
    match = Match(start, dealer=dealer)
    for actor, move in stored.log:
        match.enter(actor, move)
    match.verify()


def memory(server: ServerProcess) -> int:
    """Megabytes that the server uses."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        return 0
    return next(
        int(line.split()[1]) // 1024
        for line in status.read_text().splitlines()
        if line.startswith("VmRSS")
    )


def figure(server: ServerProcess, name: str) -> float:
    """One of the figures that the server counts."""
    lines = HTTP.get(server.address + "/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(name))


def connections(server: ServerProcess) -> float:
    """How many sockets the server believes to be open."""
    return figure(server, "atlantis_connections")
