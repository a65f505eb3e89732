"""What one HTTP connection may send, keep waiting and leave unread."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from atlantis_games.server import limited_http
from atlantis_games.server.limited_http import MAX_HEAD, MAX_PARTS, MAX_PIPELINED, LimitedHttp
from atlantis_games.server.middleware import MAX_CONNECTIONS, PIECE, Guard
from support.server_checks import figure
from support.server_process import PATIENCE, ServerProcess, run_apart

ELSEWHERE = "127.0.0.2"  # not a proxy on this machine
LIMITS = 0.03


def connected(server: ServerProcess, address: str = "127.0.0.1") -> socket.socket:
    """A line from an address."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0))


def answered(server: ServerProcess, data: bytes) -> bytes:
    """Everything that is answered until the server closes; it need not read all."""
    found = b""
    with closing(connected(server)) as line, suppress(ConnectionError):
        line.setblocking(False)
        line.send(data)  # as much as fits
        line.settimeout(PATIENCE)
        while more := line.recv(1 << 18):
            found += more
    return found


def head(*lines: str) -> bytes:
    """The head of a request."""
    return "\r\n".join(["GET /healthz HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()


def test_thousands_of_requests_in_one_packet_are_not_even_taken_apart(
    server: ServerProcess,
) -> None:
    """Each costs more to take apart than to send; all others would wait for it."""
    found = answered(server, head() * 4000)
    assert found.count(b"HTTP/1.1 200") <= MAX_PIPELINED + 2
    assert found.count(b"HTTP/1.1 400") == 1
    few = answered(server, head() * 2 + head("Connection: close"))
    assert few.count(b"HTTP/1.1 200") == 3, "a few may follow each other"


def test_a_body_of_thousands_of_pieces_ends_the_line(server: ServerProcess) -> None:
    found = answered(server, head("Transfer-Encoding: chunked") + b"1\r\nx\r\n" * 20_000)
    assert b"HTTP/1.1 400" in found


def test_a_body_without_a_length_ends_the_line_for_every_method(server: ServerProcess) -> None:
    for method in (b"GET", b"HEAD", b"POST"):
        asked = head("Transfer-Encoding: chunked").replace(b"GET", method, 1)
        with closing(connected(server)) as line:
            line.sendall(asked + b"1\r\nx\r\n")
            found = b""
            while more := line.recv(1 << 16):  # until the server closes
                found += more
        assert found.startswith(b"HTTP/1.1 411")


@pytest.mark.parametrize(
    "lines",
    [
        ["a: " + "x" * MAX_HEAD],
        ["a:"] * (MAX_PARTS + 1),
        ["Cookie: " + "a;" * MAX_HEAD],
    ],
)
def test_a_head_that_is_too_long_is_refused_also_in_one_packet(
    server: ServerProcess, lines: list[str]
) -> None:
    assert answered(server, head(*lines)).startswith(b"HTTP/1.1 400")
    assert answered(server, head(*lines)[:-4]).startswith(b"HTTP/1.1 400"), "before it ends"


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with small limits."""
    server = ServerProcess(tmp_path, ATLANTIS_LIMITS=str(LIMITS)).start()
    yield server
    server.stop()


def test_an_address_has_so_many_lines_and_others_have_theirs(small_server: ServerProcess) -> None:
    lines = [connected(small_server, ELSEWHERE) for _ in range(int(MAX_CONNECTIONS * LIMITS))]
    with closing(connected(small_server, ELSEWHERE)) as one_more, suppress(ConnectionError):
        assert one_more.recv(1) == b"", "one line too many is closed"
    with closing(connected(small_server)) as other:
        other.sendall(head())
        assert other.recv(100).startswith(b"HTTP/1.1 200")
    for line in lines:
        line.close()


def test_who_sends_what_cannot_be_read_is_refused_like_others_and_fills_no_log(
    small_server: ServerProcess,
) -> None:
    """After some answers the line is closed without being read."""
    answers = 0
    for _ in range(20):
        with closing(connected(small_server, ELSEWHERE)) as line, suppress(ConnectionError):
            line.sendall(b"\x16\x03\x01\x02\x00\r\n\r\n")
            answers += line.recv(100).startswith(b"HTTP/1.1 400")
    assert 0 < answers < 20
    assert figure(small_server, 'atlantis_refusals_total{code="not-http"}') == answers
    assert "Invalid HTTP" not in small_server.log.read_text()


class Transport:
    """A line whose other side does nothing."""

    def __init__(self, aborted: Any) -> None:
        self.abort = aborted

    def is_closing(self) -> bool:
        """Whether it was closed."""
        return False

    def get_extra_info(self, name: str) -> Any:
        """Who is at its ends."""
        return {"peername": (ELSEWHERE, 1), "sockname": ("127.0.0.1", 2)}.get(name)


async def no_app(scope: Any, receive: Any, send: Any) -> None:
    """Answers nothing."""


def test_a_request_that_does_not_arrive_and_an_answer_that_nobody_reads_are_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limited_http, "MAX_ARRIVING", 0.01)
    monkeypatch.setattr(limited_http, "MAX_UNREAD", 0.01)

    async def work() -> None:
        for begins in (b"", b"GET / HT"):
            aborted = asyncio.Event()
            line = LimitedHttp(Config(Guard(no_app, no_app)), ServerState(), {})
            line.connection_made(Transport(aborted.set))  # type: ignore[arg-type]
            if begins:
                line.data_received(begins)
            await asyncio.wait_for(aborted.wait(), PATIENCE)
        aborted = asyncio.Event()
        line = LimitedHttp(Config(Guard(no_app, no_app)), ServerState(), {})
        line.connection_made(Transport(aborted.set))  # type: ignore[arg-type]
        line.stop_waiting_for_request()
        line.pause_writing()
        await asyncio.wait_for(aborted.wait(), PATIENCE)

    run_apart(work())


def test_a_long_answer_is_handed_over_in_pieces_so_that_it_waits_for_its_reader() -> None:
    """The place among the dear requests of an address is kept until there is room for the rest."""
    body = bytes(range(256)) * (3 * PIECE // 256) + b"end"

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})

    async def work() -> list[Any]:
        sent: list[Any] = []
        scope = {"type": "http", "method": "GET", "path": "/api/tables/x/log", "headers": []}
        guard = Guard(app, app)

        async def send(message: Any) -> None:
            sent.append(message)
            assert guard.gates["local"]._value == 1, "its place is taken until the end"

        await guard(scope, None, send)  # type: ignore[arg-type]
        return sent[1:]

    pieces = run_apart(work())
    assert [len(piece["body"]) for piece in pieces] == [PIECE, PIECE, PIECE, 3]
    assert b"".join(piece["body"] for piece in pieces) == body
    assert [piece["more_body"] for piece in pieces] == [True, True, True, False]
