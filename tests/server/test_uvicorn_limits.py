"""Lines that send nonsense or read nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from atlantis_games.server import uvicorn_limits
from atlantis_games.server.uvicorn_limits import LimitedSockets
from support.raw_client import RawSocket
from support.server_process import ServerProcess, run_apart


def test_a_message_that_is_not_utf_8_closes_the_line_and_logs_one_line(
    own_server: ServerProcess,
) -> None:
    own_server.start()
    table = own_server.guest().open("escape", "pp")
    with RawSocket(own_server, table) as raw:
        raw.socket.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))
        assert raw.closed_with() == 1007
    log = own_server.log.read_text()
    assert "a message was not UTF-8" in log
    assert "Traceback" not in log
    own_server.stop()


def test_a_line_that_reads_nothing_is_given_up_after_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uvicorn_limits, "MAX_UNREAD", 0.01)

    class Transport:
        """A line whose other side does not read."""

        def __init__(self, aborted: Any) -> None:
            self.abort = aborted

    async def work() -> None:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            pass

        aborted = asyncio.Event()
        line = LimitedSockets(Config(app), ServerState(), {})
        line.transport = Transport(aborted.set)  # type: ignore[assignment]
        line.pause_writing()
        line.resume_writing()
        await asyncio.sleep(0.02)
        assert not aborted.is_set(), "it reads again"
        line.pause_writing()
        await asyncio.wait_for(aborted.wait(), 10)

    run_apart(work())
