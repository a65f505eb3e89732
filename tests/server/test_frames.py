"""What one line may send: frames and bytes are paid for, reading pauses, then the line closes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from atlantis_games.server.limits import (
    BYTES_PER_MESSAGE,
    MESSAGES_AT_ONCE,
    MESSAGES_PER_SECOND,
    Bucket,
)
from atlantis_games.server.uvicorn_limits import MAX_OVERDRAWN, PORTION, LimitedSockets
from support.raw_client import BINARY, PING, TEXT, RawSocket, first_frame, frame
from support.server_checks import figure
from support.server_process import ServerProcess, run_apart

PONG = 10
FLOODS = {
    "too long": frame(TEXT, b"x" * 16_000),  # first: few frames, and none of others are counted
    "pings": frame(PING, b""),
    "pongs": frame(PONG, b""),
    "empty messages": frame(TEXT, b""),
    "empty bytes": frame(BINARY, b""),
    "empty fragments": frame(0, b"", last=False),
    "nonsense": frame(TEXT, b"{}"),
}


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the limits that are usual."""
    folder: Path = tmp_path_factory.mktemp("limited")
    server = ServerProcess(folder, ATLANTIS_LIMITS="1").start()
    yield server
    server.stop()


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_is_read_as_slowly_as_it_is_paid_for(
    limited_server: ServerProcess, kind: str
) -> None:
    """However much is sent at once, the server reads no more than the line may send."""
    ada = limited_server.guest()
    table = ada.open("causeway", "pp")
    before, began = figure(limited_server, "atlantis_frames_total"), time.monotonic()
    with RawSocket(limited_server, table, ada.token) as raw:
        if kind == "empty fragments":
            raw.socket.sendall(frame(TEXT, b"", last=False))
        flood = FLOODS[kind] * (1_000_000 // len(FLOODS[kind]))
        raw.socket.setblocking(False)
        sent = raw.socket.send(flood)
        assert sent > 100_000, "the flood does not even fill a buffer"
        assert ada.get("/healthz")["ok"]
        read = figure(limited_server, "atlantis_frames_total") - before
        seconds = time.monotonic() - began
    allowed = MESSAGES_AT_ONCE + MESSAGES_PER_SECOND * seconds + PORTION / 6 + 2
    if kind == "too long":
        allowed = allowed * BYTES_PER_MESSAGE / 16_000 + 2
    else:  # what earlier lines have sent is read on until the server gives them up
        allowed *= len(FLOODS)
    assert read <= allowed < sent / len(FLOODS[kind])


def test_a_line_that_waits_for_answers_is_never_paused(limited_server: ServerProcess) -> None:
    """A hundred pings, each after the last was answered, in frames and in messages."""
    ada = limited_server.guest()
    with RawSocket(limited_server, ada.open("causeway", "pp"), ada.token) as raw:
        raw.answers()
        for number in range(100):
            raw.socket.sendall(frame(PING, b"%d" % number))
            assert next(f for f in raw.frames() if f[0] == PONG) == (PONG, b"%d" % number)
        for _ in range(20):
            assert raw.answers() == [{"type": "pong"}]


class FakeTransport:
    """A line that keeps what is written to it."""

    def __init__(self) -> None:
        self.written = b""
        self.is_reading = True
        self.is_closed = False

    def write(self, data: bytes) -> None:
        """Sends something."""
        self.written += data

    def pause_reading(self) -> None:
        """Takes no more."""
        self.is_reading = False

    def resume_reading(self) -> None:
        """Takes more again."""
        self.is_reading = True

    def reads(self) -> bool:
        """Whether it takes what comes."""
        return self.is_reading

    def is_closing(self) -> bool:
        """Whether it was closed."""
        return self.is_closed

    def close(self) -> None:
        """Hangs up."""
        self.is_closed = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known."""
        return default


async def opened_line() -> tuple[LimitedSockets, FakeTransport]:
    """A line whose application has accepted it and reads all messages at once."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = Config(app, lifespan="off", log_config=None, ws_ping_interval=None)
    config.load()
    line, transport = LimitedSockets(config, ServerState(), {}), FakeTransport()
    line.connection_made(cast(asyncio.Transport, transport))
    line.data_received(
        b"GET /x HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for _ in range(5):
        await asyncio.sleep(0)
    assert b" 101 " in transport.written
    transport.written = b""
    return line, transport


def test_reading_pauses_and_a_line_that_goes_on_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten seconds in which it never kept to its share; who pauses is forgiven."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    async def work() -> None:
        line, transport = await opened_line()
        line.allowance.own = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
        flood = frame(PING, b"") * 1000
        line.data_received(flood)
        assert line.backlog
        assert line.pause is not None
        assert not transport.reads()
        now[0] += MAX_OVERDRAWN + 20  # all of it is paid for in that time, and read
        for _ in range(10):
            line.end_pause()
            now[0] += 2.0
        assert not line.backlog
        assert transport.reads()
        assert transport.written.count(b"\x8a\x00") == 1000
        now[0] += 100.0
        transport.written = b""
        began = now[0]
        line.data_received(flood)
        while not transport.is_closing():
            now[0] += line.allowance.wait() + 0.1
            line.end_pause()
            line.data_received(flood)
        assert MAX_OVERDRAWN < now[0] - began < MAX_OVERDRAWN + 3
        pongs = transport.written.count(b"\x8a\x00")
        assert pongs < MESSAGES_AT_ONCE + MESSAGES_PER_SECOND * (now[0] - began) + PORTION / 6
        last = transport.written[transport.written.rindex(b"\x88") :]
        found = first_frame(last)
        assert found is not None
        assert int.from_bytes(found[1][:2]) == 1008
        line.connection_lost(None)

    run_apart(work())


def test_who_shares_an_address_waits_but_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The share of the address is used up by others: reading pauses for as long as it takes."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    async def work() -> None:
        line, transport = await opened_line()
        line.allowance.shared = Bucket(1.0, 1.0)
        line.allowance.shared.charge(60.0)
        line.data_received(frame(PING, b""))
        for _ in range(50):
            now[0] += 1.0
            line.end_pause()
        assert (line.overdrawn_since, transport.is_closed, transport.written) == (None, False, b"")
        now[0] += 10.0
        line.end_pause()
        assert transport.written == b"\x8a\x00"
        line.connection_lost(None)

    run_apart(work())


def test_what_others_have_sent_to_a_line_neither_pauses_nor_closes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Somebody at the table causes one state after another; its pings are read all the same."""
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])

    async def work() -> None:
        line, transport = await opened_line()
        line.allowance.charge_sent(MESSAGES_AT_ONCE)
        for number in range(3 * int(MAX_OVERDRAWN)):
            line.allowance.charge_sent(MESSAGES_PER_SECOND + 5.0)
            assert line.allowance.wait_to_send() > 0
            line.data_received(frame(PING, b""))
            assert transport.written.count(b"\x8a\x00") == number + 1
            now[0] += 1.0
        assert not transport.is_closed
        line.connection_lost(None)

    run_apart(work())


def test_messages_that_come_together_or_in_parts_leave_the_short_way_open() -> None:
    """Two in one packet, a long one in two, and a ping: what comes next is still read at once."""

    async def work() -> None:
        line, _ = await opened_line()
        taken: list[str] = []

        def take(text: str) -> bool:
            taken.append(text)
            return True

        long = frame(TEXT, b"x" * 300)
        for before in ([frame(TEXT, b"1") * 2], [long[:100], long[100:]], [frame(PING, b"")]):
            line.take_text = None
            for data in before:
                line.data_received(data)
            for _ in range(5):
                await asyncio.sleep(0)
            line.take_text = take
            line.data_received(frame(TEXT, b"next"))
        assert taken == ["next"] * 3
        begin = bytes([0x01]) + frame(TEXT, b"a")[1:]  # the first part of a message
        line.data_received(begin)
        line.data_received(frame(TEXT, b"b"))
        assert taken == ["next"] * 3, "a message in several frames is for the parser"
        line.connection_lost(None)

    run_apart(work())
