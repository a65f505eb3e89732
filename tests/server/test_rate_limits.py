"""What one address, one guest and one connection may ask for, with the usual limits."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.raw_client import (
    RawSocket,
)
from support.server_checks import (
    HTTP,
    check_frames,
)
from support.server_process import ServerProcess


@pytest.fixture(scope="module")
def limited_server() -> Iterator[ServerProcess]:
    """A server with the limits that are usual."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), ATLANTIS_LIMITS="1").start()
        yield server
        server.stop()


@pytest.fixture
def server_of_its_own(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server with the usual limits of which nothing is used."""
    server = ServerProcess(tmp_path, ATLANTIS_LIMITS="1").start()
    yield server
    server.stop()


def test_too_many_messages_are_read_later(limited_server: ServerProcess) -> None:
    """Four hundred at once, then a hundred a second: none is lost, and the line stays open."""
    ada = limited_server.guest()
    table = ada.open("causeway", "pp")
    with RawSocket(limited_server, table, ada.token) as raw:
        began = time.monotonic()
        raw.send(['{"type": "nothing"}'] * 600)
        assert check_frames(raw.answers()) == {"bad-message": 600}
        assert time.monotonic() - began > (600 - 500) / 100, "they were not slowed down"


def test_talk_is_limited_for_a_person_not_for_a_line(limited_server: ServerProcess) -> None:
    """Eight lines at once; connecting again does not give eight more."""
    ada = limited_server.guest()
    table = ada.open("causeway", "pp")
    refused = Counter[str]()
    for _ in range(4):
        with RawSocket(limited_server, table, ada.token) as raw:
            raw.send([json.dumps({"type": "chat", "text": "x" * 300})] * 10)
            refused += check_frames(raw.answers())
    assert refused["chat-too-fast"] >= 40 - 8 - 4


def test_one_address_has_so_many_sockets(limited_server: ServerProcess) -> None:
    """A hundred; the next receives the reason and is closed with 4429."""
    ada = limited_server.guest()
    table = ada.open("causeway", "pp")
    sockets = []
    try:
        for _ in range(100):
            sockets.append(RawSocket(limited_server, table, ada.token))
            time.sleep(0.02)
        with RawSocket(limited_server, table, ada.token) as extra:
            frames = list(extra.frames())
            assert json.loads(frames[0][1])["code"] == "too-many"
            assert int.from_bytes(frames[1][1][:2]) == 4429
    finally:
        for raw in sockets:
            raw.socket.close()


def test_one_address_opens_so_many_tables_and_guests(limited_server: ServerProcess) -> None:
    """Sixty of each at once."""
    ada = limited_server.guest()
    body = {"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}]}
    codes = Counter(ada.http.post("/api/tables", json=body).status_code for _ in range(70))
    assert codes[429] >= 5
    assert codes[201] + codes[429] == 70
    headers = {"Content-Type": "text/plain"}
    answers = [ada.http.post("/api/matches", content="x", headers=headers) for _ in range(10)]
    assert "too-many" in {answer.json()["code"] for answer in answers}
    codes = Counter(
        HTTP.post(
            limited_server.address + "/api/guest", json={"name": "E", "bearer": True}
        ).status_code
        for _ in range(70)
    )
    assert codes[429] >= 5


def test_pictures_cost_an_address_ten_requests_each(server_of_its_own: ServerProcess) -> None:
    """Thirty at once, then three a second: also those that are kept, and wrong ones."""
    with httpx.Client(base_url=server_of_its_own.address, timeout=60) as client:
        began = time.monotonic()
        answers = [client.get("/pictures/tables/nothing.png") for _ in range(60)]
        allowed = sum(answer.status_code == 404 for answer in answers)
        assert 29 <= allowed <= 31 + 3 * (time.monotonic() - began)
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "slow-down"


def test_one_address_makes_so_many_requests_and_handshakes(limited_server: ServerProcess) -> None:
    """Three hundred at once, then thirty a second; opening a socket is one too."""
    with httpx.Client(base_url=limited_server.address) as client:

        def spend_all() -> int:
            """Asks until it is refused and counts what was answered."""
            for answered in range(5000):
                refusal = client.get("/api/games")
                if refusal.status_code == 429:
                    assert refusal.json()["code"] == "slow-down"
                    return answered
            raise AssertionError("requests are answered without end")

        began = time.monotonic()
        answered = spend_all()
        assert answered <= 301 + 30 * (time.monotonic() - began)
        for _ in range(100):
            spend_all()
            with RawSocket(limited_server, "x") as raw:
                if raw.status == 429:
                    break
        else:
            raise AssertionError("sockets can be opened and closed without end")


def test_one_guest_cannot_take_the_open_seats_of_all_tables(
    server_of_its_own: ServerProcess,
) -> None:
    """Ten at once, then one in ten seconds; coming again to the own seat is free."""
    ada, eve = server_of_its_own.guest("Ada"), server_of_its_own.guest("Eve")
    tables = [ada.open("causeway", "po") for _ in range(14)]
    joins = [eve.http.post(f"/api/tables/{table}/join", json={}) for table in tables]
    assert [answer.status_code for answer in joins[:10]] == [200] * 10
    assert joins[-1].status_code == 429
    assert joins[-1].json()["code"] == "too-many"
    assert eve.post(f"/api/tables/{tables[0]}/join") == {"seat": 1}
