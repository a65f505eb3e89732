"""More than a hundred thousand messages and requests: the server stays, and no match is changed."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok

from support.raw_client import (
    TYPES,
    RawHttp,
    RawSocket,
    message,
    request,
)
from support.server_checks import (
    check_alive,
    check_answer,
    check_frames,
    replayed,
)
from support.server_process import NEVER_GONE, PATIENCE, ServerProcess
from support.stored_table import StoredTable

SOCKET_MESSAGES = 92_000


HTTP_REQUESTS = 8_000


BATCH = 400


@pytest.fixture(scope="module")
def attacked_server() -> Iterator[ServerProcess]:
    """A server only for floods, so that its log can be read as a whole."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder), **NEVER_GONE).start()
        yield server
        server.stop()


def test_a_hundred_thousand_hostile_messages_and_requests(attacked_server: ServerProcess) -> None:
    """From onlookers, from a player who is not to move, from one who is, and over HTTP."""
    owner, rival, stranger = (
        attacked_server.guest(name) for name in ("Owner", "Rival", "Stranger")
    )
    table = owner.open("causeway", "po", public=True)
    rival.post(f"/api/tables/{table}/join")
    other = owner.open("escape", "po")
    rival.post(f"/api/tables/{other}/join")
    before = StoredTable(attacked_server.data, table).entries
    sent = Counter[str]()

    def talk(who: str, where: str, seed: int, amount: int) -> Counter[str]:
        rng = random.Random(seed)
        codes = Counter[str]()
        with RawSocket(attacked_server, where, who) as raw:
            ply = next(f["ply"] for f in raw.answers() if f["type"] == "state")
            for _ in range(amount // BATCH):
                raw.send([message(rng, ply) for _ in range(BATCH)])
                heard = raw.answers()
                codes += check_frames(heard)
                ply = max([f["ply"] for f in heard if f["type"] == "state"], default=ply)
                sent["messages"] += BATCH
        return codes

    def ask(seed: int) -> Counter[str]:
        rng = random.Random(seed)
        codes = Counter[str]()
        with RawHttp(attacked_server) as requests:
            for _ in range(HTTP_REQUESTS // 2):
                data = request(rng, table, stranger.token, attacked_server.port)
                status, headers, body = requests.ask(data)
                codes[check_answer(status, headers, body, data.split(b" ")[0].decode())] += 1
                sent["requests"] += 1
        return codes

    part = SOCKET_MESSAGES // 5
    with ThreadPoolExecutor(2) as pool:
        futures = [
            pool.submit(ask, 1),
            pool.submit(talk, stranger.token, table, 2, part),
            pool.submit(ask, 3),
            pool.submit(talk, "", table, 4, part),
            pool.submit(talk, rival.token, table, 5, part),  # seat 0 is to decide all the time
            pool.submit(talk, owner.token, other, 6, part),
            pool.submit(talk, rival.token, other, 7, part),
        ]
        codes = sum((future.result() for future in futures), Counter[str]())
    assert sent["messages"] + sent["requests"] >= 100_000
    wanted = {"bad-message", "illegal-move", "no-seat", "not-your-turn", "stale", "bad-chat"}
    wanted |= {"bad-request", "no-guest", "no-such-table", "not-over", "wrong-origin", "bad-type"}
    assert wanted <= set(codes), wanted - set(codes)
    assert StoredTable(attacked_server.data, table).entries == before, "somebody moved who may not"
    replayed(attacked_server.data, other)
    with owner.sit(table) as line:
        assert line.play()["ply"] > len(before)
    check_alive(attacked_server)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4)
    ),
    max_leaves=12,
)


messages = st.one_of(
    st.text(max_size=80),
    json_values.map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from([kind for kind in TYPES if kind != "hint"])},
        optional={
            "ply": json_values | st.integers(0, 100),
            "move": json_values | st.sampled_from(["A ring", "pass", "undo", "draw ring"]),
            "seat": json_values | st.integers(-2, 5),
            "text": json_values,
            "clicks": json_values | st.lists(st.sampled_from(["card:ring", "figure:A"])),
        },
    ).map(json.dumps),
)


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(messages, min_size=1, max_size=40))
def test_hypothesis_finds_no_message_that_hurts(server: ServerProcess, batch: list[str]) -> None:
    """Lists of messages to a table that waits for somebody else."""
    raw, before = idle_socket(server)
    raw.send([text.encode("utf-8", "replace") for text in batch])
    check_frames(raw.answers())
    assert StoredTable(server.data, IDLE[0]).entries == before


IDLE: list[Any] = []


def idle_socket(server: ServerProcess) -> tuple[RawSocket, Any]:
    """A line of a player whose turn it never is."""
    if not IDLE or IDLE[3] is not server:
        owner, rival = server.guest("Owner"), server.guest("Rival")
        table = owner.open("causeway", "po")
        rival.post(f"/api/tables/{table}/join")
        entries = StoredTable(server.data, table).entries
        IDLE[:] = [table, RawSocket(server, table, rival.token), entries, server]
    return IDLE[1], IDLE[2]


@pytest.fixture(scope="session", autouse=True)
def idle_socket_is_closed() -> Iterator[None]:
    """After the last test."""
    yield
    if IDLE:
        IDLE[1].socket.close()


def test_schemathesis_finds_nothing_in_the_openapi(attacked_server: ServerProcess) -> None:
    """Every operation that the server describes, with bodies that fit and bodies that do not."""
    schema = schemathesis.openapi.from_url(attacked_server.address + "/openapi.json")
    stranger = attacked_server.guest("Stranger")
    names = ("not_a_server_error", "response_headers_conformance")
    checks = CHECKS.get_by_names(list(names))
    called = Counter[str]()
    with httpx.Client(base_url=attacked_server.address, timeout=PATIENCE) as client:
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if "review" in operation.path:  # would think for minutes
                continue

            @settings(
                max_examples=25,
                deadline=None,
                derandomize=True,
                database=None,
                suppress_health_check=list(HealthCheck),
            )
            @given(
                operation.as_strategy()
                | operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
            )
            def attack(case: Any) -> None:
                headers = {"Authorization": f"Bearer {stranger.token}"}
                answer = case.call(headers=headers, timeout=PATIENCE)
                case.validate_response(answer, checks=checks)
                lower = {name.lower(): value[0] for name, value in answer.headers.items()}
                check_answer(answer.status_code, lower, answer.content, case.method)
                called[case.path] += 1

            attack()
        assert len(called) >= 10
        assert client.get("/healthz").json()["ok"]
