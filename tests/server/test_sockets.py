"""Odd frames, floods, slow readers and connections that vanish."""

from __future__ import annotations

import json
import re
import socket
import time
import unicodedata

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from atlantis_games.server.messages import PROTOCOL
from support.raw_client import (
    BINARY,
    NASTY,
    PING,
    TEXT,
    RawSocket,
    frame,
)
from support.server_checks import (
    HTTP,
    connections,
    memory,
)
from support.server_process import PATIENCE, ServerProcess


def test_names_and_talk_come_back_as_text(server: ServerProcess) -> None:
    """Markup stays as it is, unseen characters go, and nothing is ever sent as HTML."""
    for nasty in NASTY:
        answer = HTTP.post(server.address + "/api/guest", json={"name": nasty, "bearer": True})
        assert answer.headers["content-type"] == "application/json"
        if answer.status_code == 422:
            continue
        name, token = answer.json()["name"], answer.json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        seats = [{"kind": "person"}, {"kind": "person", "name": nasty}]
        body = {"game": "causeway", "seats": seats, "public": True}
        with httpx.Client(base_url=server.address, headers=headers) as client:
            info = client.post("/api/tables", json=body).json()
            shown = client.get(f"/api/tables/{info['id']}")
        assert shown.headers["content-type"] == "application/json"
        assert shown.headers["x-content-type-options"] == "nosniff"
        names = [seat["name"] for seat in shown.json()["seats"]]
        assert names == [name, name]
        assert name == " ".join(seen(nasty).split())
        with RawSocket(server, info["id"], token) as raw:
            raw.send([json.dumps({"type": "chat", "text": nasty})])
            lines = [m for m in raw.answers() if m["type"] == "chat"]
        for line in lines:
            assert line["lines"][-1]["text"] == " ".join(seen(nasty).split())
            assert line["lines"][-1]["text"].isprintable()


def seen(text: str) -> str:
    """A text without what cannot be seen, and with at most two marks on a letter."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if c.isspace() else c for c in text if c.isprintable() or c.isspace())
    return re.sub("([\u0300-\u036f]{2})[\u0300-\u036f]+", r"\1", text)


def test_frames_that_are_not_messages(server: ServerProcess) -> None:
    """Binary frames are refused like other nonsense; what breaks the protocol closes the line."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    with RawSocket(server, table, ada.token) as raw:
        raw.answers()
        raw.send([b"\x00\xff", b"", b'{"type": "ping"}'], BINARY)
        raw.send(['{"type": "nothing"}'])
        codes = [m["code"] for m in raw.answers() if m["type"] == "error"]
        assert codes == ["bad-message"] * 4
    for data, expected in (
        (frame(TEXT, b"x" * 20_000), 1009),
        (frame(TEXT, b"x" * 9_000, last=False) + frame(0, b"x" * 9_000), 1009),
        (frame(TEXT, b"x" * 70_000), 1009),
        (frame(TEXT, b"\xff\xfe"), 1007),
        (b"\xf1\x80\0\0\0\0", 1002),
        (b"\x81\x02{}", 1002),
        (frame(0, b"x"), 1002),
        (frame(PING, b"x" * 200), 1002),
        (frame(15, b""), 1002),
    ):
        with RawSocket(server, table, ada.token) as raw:
            raw.answers()
            raw.socket.sendall(data)
            assert raw.closed_with() == expected
    with RawSocket(server, table, ada.token) as raw:
        raw.send(["x" * 4097, "{}" + " " * 4095, "x" * 16_000])
        assert [m["code"] for m in raw.answers() if m["type"] == "error"] == ["bad-message"] * 3


def test_a_flood_of_pings_does_not_fill_memory(server: ServerProcess) -> None:
    """A client that sends pings and reads no pongs is dropped, or not read any more."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    before = memory(server)
    with RawSocket(server, table, ada.token) as raw:
        raw.socket.settimeout(2)
        flood = frame(PING, b"p" * 125) * 1000
        try:
            for _ in range(250):
                raw.socket.sendall(flood)
        except OSError:
            pass
        assert memory(server) - before < 16
    with ada.sit(table) as line:
        line.send(type="ping")
        line.until_type("pong")


def test_slow_readers_hold_nobody_up(server: ServerProcess) -> None:
    """Half-open and sleeping lines cost neither memory nor time, and get the latest at last."""
    ada, ben = server.guest("Ada"), server.guest("Ben")
    table = ada.open("escape", "po")
    ben.post(f"/api/tables/{table}/join")
    sleepers = [RawSocket(server, table, ben.token) for _ in range(20)]
    half = socket.create_connection(("127.0.0.1", server.port))
    half.sendall(b"GET /api/tables HTTP/1.1\r\nHost:")
    before = memory(server)
    with ada.sit(table) as first, ben.sit(table) as second:
        slowest = 0.0
        for _ in range(120):
            state = first.until_ply(second.state.get("ply", 0))
            state = second.until_ply(state["ply"])
            line = first if first.state["moves"] else second
            began = time.perf_counter()
            line.play()
            slowest = max(slowest, time.perf_counter() - began)
        latest = line.state["ply"]
    assert slowest < 5
    assert memory(server) - before < 60
    states = [m for m in sleepers[0].answers() if m["type"] == "state"]
    assert states[-1]["ply"] >= latest
    for raw in sleepers:
        raw.socket.close()
    half.close()


def test_a_line_that_is_cut_leaves_nothing_behind(server: ServerProcess) -> None:
    """Many lines that vanish in the middle of something, some before they are open."""
    ada = server.guest()
    table = ada.open("causeway", "pp")
    size, before = server.log.stat().st_size, connections(server)
    for number in range(150):
        name = table if number % 3 else "x"
        try:
            raw = RawSocket(server, name, ada.token)
            raw.send(['{"type": "look", "seat": 0}', '{"type": "ping"}'] * 40)
        except OSError:
            continue
        raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        raw.socket.close()  # with a reset
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and connections(server) > before:
        time.sleep(0.1)
    assert connections(server) <= before, "sockets that are gone are still counted"
    with server.log.open() as log:
        log.seek(size)
        assert "Traceback" not in log.read(), "a client that goes is no error of the server"


def test_a_client_of_another_version_is_told_to_reload(server: ServerProcess) -> None:
    """An old tab after an upgrade; one that says nothing, or this version, is let in."""
    ada = server.guest()
    table = ada.open(seats="pp")
    address = f"ws{server.address[4:]}/api/tables/{table}/socket"
    for asked, kind in (("?protocol=1", "error"), ("?protocol=x", "error"), ("", "state")):
        with connect(address + asked) as line:
            message = json.loads(line.recv(timeout=PATIENCE))
            assert message["type"] == kind
            if kind == "error":
                assert message["code"] == "other-protocol"
                assert message["values"] == {"version": PROTOCOL}
                with pytest.raises(ConnectionClosed) as closed:
                    line.recv(timeout=PATIENCE)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4409
    with connect(f"{address}?protocol={PROTOCOL}") as line:
        assert json.loads(line.recv(timeout=PATIENCE))["protocol"] == PROTOCOL
