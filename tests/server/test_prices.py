"""What requests cost: every route has a price, and the price is what is taken."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from atlantis_games.server.middleware import (
    DEAR_AT_ONCE,
    REFUSALS_AT_ONCE,
    REQUESTS_AT_ONCE,
    Guard,
    price_of,
)
from support.server_process import run_apart

DEAR = {  # everything else costs 1
    "POST /api/matches": 20.0,
    "GET /api/tables/x/positions": 10.0,
    "GET /api/tables/x/log": 10.0,
    "GET /pictures/tables/x.png": 10.0,
    "GET /pictures/tables/x.gif": 100.0,
    "GET /api/tables/x/match": 5.0,
    "GET /api/tables/x/review": 5.0,
    "GET /api/tables/x/moves": 5.0,
    "GET /api/tables/x/text": 5.0,
    "POST /api/study/position": 3.0,
    "POST /api/study/engine": 3.0,
    "POST /api/study/answer": 3.0,
    "GET /api/statistics": 10.0,
    "GET /api/tables": 3.0,
    "GET /openapi.json": 3.0,
    "GET /api/tutorial/x": 3.0,
    "GET /api/games/x/texts/en": 3.0,
    "POST /api/tables": 2.0,
    "POST /api/tables/x/rematch": 2.0,
    "POST /api/tables/x/review": 2.0,
    "GET /api/tables/x": 1.0,
    "POST /api/tables/x/join": 1.0,
    "GET /": 1.0,
}
ADDRESS = "192.0.2.7"


def scope(request: str) -> dict[str, Any]:
    method, path = request.split(" ")
    host = (b"host", b"127.0.0.1")
    return {
        "type": "http",
        "method": method,
        "path": path,
        "scheme": "http",
        "headers": [host],
        "client": (ADDRESS, 1),
    }


async def ask(guard: Guard, request: str) -> int:
    """Sends a request through the guard; the status of the answer."""
    statuses: list[int] = []

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    await guard(scope(request), receive, send)  # type: ignore[arg-type]
    return statuses[0]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers everything."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atlantis_games.server.limits.time.monotonic", lambda: 1.0)


@pytest.mark.parametrize("request_line", DEAR)
def test_as_many_pass_as_are_paid_for(request_line: str) -> None:
    async def work() -> int:
        guard, passed = Guard(app, app), 0
        while await ask(guard, request_line) != 429:
            passed += 1
        return passed

    assert price_of(request_line) == DEAR[request_line]
    assert run_apart(work()) == REQUESTS_AT_ONCE // DEAR[request_line]


def test_an_address_has_two_dear_requests_done_at_once() -> None:
    async def work() -> None:
        running, done = 0, asyncio.Event()

        async def slow(scope: Any, receive: Any, send: Any) -> None:
            nonlocal running
            running += 1
            await done.wait()
            await app(scope, receive, send)

        guard = Guard(slow, app)
        asked = [asyncio.create_task(ask(guard, "GET /api/tables/x/log")) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert running == DEAR_AT_ONCE
        done.set()
        assert await asyncio.gather(*asked) == [200] * 5

    run_apart(work())


def test_who_is_refused_again_and_again_is_not_even_read() -> None:
    """A program on this machine may be a proxy that speaks for many, and is always read."""

    async def work() -> None:
        guard, refused = Guard(app, app), 0
        assert not guard.is_flooding(ADDRESS)
        while not guard.is_flooding(ADDRESS):
            refused += await ask(guard, "GET /") == 429
        assert refused == REFUSALS_AT_ONCE + 1
        guard.refusals.charge("127.0.0.1", 1000.0)
        assert not guard.is_flooding("127.0.0.1")
        assert not guard.is_flooding("192.0.2.8")

    run_apart(work())
