"""The page is shown while the rest of the server is loaded."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection, parse_headers
from typing import IO

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.late_app import LateApp, Parts
from atlantis_games.server.middleware import Guard
from atlantis_games.server.page_files import PAGE
from atlantis_games.server.run import bound_socket, make_server
from support.server_process import PATIENCE


class SlowlyLoaded:
    """An application that is loaded when the test wants, or fails then."""

    def __init__(self) -> None:
        self.may_go_on = threading.Event()
        self.error: Exception | None = None
        self.life: list[str] = []

    def load(self) -> Parts:
        """Waits, and then is there or not."""
        assert self.may_go_on.wait(PATIENCE)
        if self.error is not None:
            raise self.error
        return {"lifespan": self.live, "http": self.http, "websocket": self.http}

    async def live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Starts and stops."""
        for stage in ("startup", "shutdown"):
            self.life.append((await receive())["type"])
            await send({"type": f"lifespan.{stage}.complete"})

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers with the path."""
        await PlainTextResponse(scope["path"])(scope, receive, send)


@contextmanager
def running(slow: SlowlyLoaded) -> Iterator[tuple[LateApp, str]]:
    """A real server of a late application, and its address."""
    late = LateApp(slow.load, "")
    server = make_server(Guard(late, late))
    late.on_failure = lambda: setattr(server, "should_exit", True)
    with bound_socket("127.0.0.1", 0) as listener, ThreadPoolExecutor(1) as threads:
        ended = threads.submit(server.run, sockets=[listener])
        try:
            yield late, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            slow.may_go_on.set()
            server.should_exit = True
            ended.result(PATIENCE)


def test_the_page_is_there_before_the_server_is_loaded_and_all_else_waits() -> None:
    slow = SlowlyLoaded()
    asset = next((PAGE / "assets").glob("*.js"))
    with (
        running(slow) as (late, address),
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
        ThreadPoolExecutor(1) as threads,
    ):
        page = client.get("/", headers={"Accept-Language": "de"})
        assert page.status_code == 200
        assert "og:image" in page.text
        assert client.get(f"/assets/{asset.name}").content == asset.read_bytes()
        assert "default-src 'none'" in page.headers["content-security-policy"]
        waiting = threads.submit(httpx.get, f"{address}/api/games", timeout=PATIENCE)
        assert not late.is_decided.is_set()
        assert not waiting.done()
        slow.may_go_on.set()
        assert waiting.result(PATIENCE).text == "/api/games"
        assert client.get("/").text == "/", "now the application answers all"
    assert slow.life == ["lifespan.startup", "lifespan.shutdown"]


def test_a_server_that_cannot_be_loaded_refuses_who_waits_and_ends() -> None:
    slow = SlowlyLoaded()
    slow.error = BadRequest("The database is damaged.")
    with running(slow) as (late, address), closing(HTTPConnection(address[7:])) as line:
        line.connect()
        request = "GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        both = request.format("/icon.svg") + request.format("/api/games")  # both are there at once
        line.sock.sendall(both.encode())
        answers = line.sock.makefile("rb")
        assert answered(answers) == (200, (PAGE / "icon.svg").read_bytes())
        slow.may_go_on.set()
        status, body = answered(answers)
        assert (status, json.loads(body)["code"]) == (503, "going-away")
    assert late.error is slow.error


def answered(answers: IO[bytes]) -> tuple[int, bytes]:
    """The next answer of a line."""
    status = int(answers.readline().split()[1])
    length = int(parse_headers(answers)["content-length"])
    return status, answers.read(length)


@pytest.mark.parametrize("slow", ["numba", "fastapi", "sqlalchemy", "PIL"])
def test_what_shows_the_page_loads_nothing_slow(slow: str) -> None:
    code = f"import sys, atlantis_games.server.run; sys.exit({slow!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
