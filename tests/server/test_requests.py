"""Odd paths, bodies and headers over HTTP: each is answered with a code."""

from __future__ import annotations

import json
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest

from atlantis_games.server import app as application
from atlantis_games.server import page_files
from atlantis_games.server.middleware import HEADERS
from atlantis_games.server.settings import Settings
from support.raw_client import (
    RawHttp,
)
from support.server_checks import (
    check_answer,
)
from support.server_process import PATIENCE, ServerProcess, run_apart


def test_things_that_once_were_too_much(server: ServerProcess) -> None:
    """Each gets a code; none gets an Internal Server Error."""
    ada = server.guest()
    seats = [{"kind": "person"}, {"kind": "person"}]
    nines = "9" * 5000
    head = "Atlantis match 1\ngame: {}\nrules: 1\nplayers: {}\noptions: {}\nresult: unfinished\n"
    bodies: list[tuple[str, str]] = [
        ("/api/tables", json.dumps({"game": "causeway", "seats": seats, "options": {name: "2"}}))
        for name in ("players", "self", "game", "\x00", "\u202e", "__class__")
    ]
    bodies += [("/api/tables", "[" * 16_000), ("/api/tables", '{"a":' * 3000)]
    bodies += [
        ("/api/tables/x/join", f'{{"seat": {nines}}}'),
        ("/api/guest", '{"name": "\\ud800"}'),
    ]
    bodies += [("/api/tables", '{"game": "\\ud800", "\\udfff": {"\\ud800": 1}}')]
    bodies += [
        ("/api/matches", head.format("causeway", nines, "")),
        ("/api/matches", head.format("causeway", "٢", "")),
        ("/api/matches", head.format("causeway", 2, "players=2 self=1")),
        ("/api/matches", head.format("escape", 2, f"stall_limit={nines}")),
        ("/api/matches", "\x00" * 1000),
    ]
    found = Counter[tuple[str, int]]()
    for path, body in bodies:
        kind = "text/plain" if path == "/api/matches" else "application/json"
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
            headers = {"Content-Type": kind, "Authorization": f"Bearer {ada.token}"}
            answer = client.post(path, content=body.encode(), headers=headers)
            found[body[:60], answer.status_code] += 1
    assert {key for key in found if not 400 <= key[1] < 500} == set()


@pytest.mark.parametrize(
    "path", ["/%00", "/table/%00", "/" + "a" * 300, "/rules/" + "b" * 5000, "/%ff%fe", "/~", "/."]
)
def test_no_path_is_too_odd(server: ServerProcess, path: str) -> None:
    """Also a path that no file system could have."""
    with RawHttp(server) as requests:
        status, headers, body = requests.ask(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    check_answer(status, headers, body)


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "../../app.py",
        "assets/../../secret.txt",
        "....//secret.txt",
        "/{folder}/secret.txt",
        "assets/link",
        "a" * 300,
        "table/" + "a" * 300,
        "assets/\x00",
        "..\\secret.txt",
    ],
)
def test_the_page_gives_out_nothing_but_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """With a page that is really there, and a secret beside it."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_text("index")
    (page / "assets" / "a.js").write_text("script")
    (tmp_path / "secret.txt").write_text("hush")
    (page / "assets" / "link").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setattr(page_files, "PAGE", page)
    data = tmp_path / "data"
    data.mkdir()
    app = application.make_app(Settings(data=data))
    assert run_apart(fetched(app, "/assets/a.js")) == (200, b"script")
    status, body = run_apart(fetched(app, "/" + path.replace("{folder}", str(tmp_path)[1:])))
    assert status in (200, 404)
    assert b"hush" not in body
    assert b"import" not in body


async def fetched(app: Any, path: str) -> tuple[int, bytes]:
    """What an application answers to a path that no client has tidied up."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": b"/",
        "query_string": b"",
    }
    scope |= {
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "headers": [],
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"} if sent else {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:])


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        ({"Content-Type": "application/json"}, b"x" * 16_385, (413, "body-too-large")),
        (
            {"Content-Type": "application/json", "Content-Length": "999999999"},
            b"",
            (413, "body-too-large"),
        ),
        ({"Content-Type": "text/plain"}, b"{}", (415, "bad-type")),
        ({"Content-Type": "application/x-www-form-urlencoded"}, b"name=Eve", (415, "bad-type")),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x--", (415, "bad-type")),
        ({}, b"{}", (415, "bad-type")),
        (
            {"Content-Type": "application/json", "Transfer-Encoding": "chunked"},
            b"",
            (411, "no-length"),
        ),
        ({"Content-Type": "application/json"}, b"\xff\xfe{}", (400, "bad-request")),
        ({"Content-Type": "application/json"}, b"", (422, "bad-request")),
        ({"Content-Type": "application/json"}, b'{"name": ""}', (422, "bad-request")),
        ({"Content-Type": "application/json"}, b'{"name": "\xe2\x80\xae"}', (422, "bad-request")),
        ({"Content-Type": "application/json"}, b'{"name": "E", "admin": 1}', (422, "bad-request")),
    ],
)
def test_bodies_that_are_refused(
    server: ServerProcess, headers: dict[str, str], body: bytes, expected: tuple[int, str]
) -> None:
    """Too large, of the wrong type, without a length, or not what is described."""
    lines = {"Host": "localhost", "Content-Length": str(len(body)), **headers}
    if "Transfer-Encoding" in headers:
        del lines["Content-Length"]
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    with RawHttp(server) as requests:
        status, answered, sent = requests.ask(
            f"POST /api/guest HTTP/1.1\r\n{head}\r\n".encode() + body
        )
    code = check_answer(status, answered, sent)
    assert (status, code) == expected or (status in (400, 422) and expected[0] in (400, 422))


def test_a_head_that_never_ends_is_cut_off(server: ServerProcess) -> None:
    """Headers are collected only up to a size."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")
        sent = 0
        try:
            for number in range(400):
                sent += line.send(b"X-%d: " % number + b"a" * 10_000 + b"\r\n")
            assert line.recv(1000).startswith(b"HTTP/1.1 4")
        except TimeoutError:
            pytest.fail(f"the server has kept {sent} bytes of headers and waits for more")
        except OSError:
            pass  # hung up


@pytest.mark.parametrize("headers", ["X: y\r\n" * 200, f"X: {'y' * 9000}\r\n"])
def test_a_handshake_that_cannot_be_read_is_answered(server: ServerProcess, headers: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        head = f"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\n{upgrade}{key}{headers}\r\n"
        line.sendall(head.encode())
        with line.makefile("rb") as answer:
            assert answer.read().startswith(b"HTTP/1.1 400 ")  # and nothing more


def test_every_answer_has_its_headers(server: ServerProcess) -> None:
    """Pages, errors, files and refusals alike; and nothing of the API is kept by a cache."""
    ada = server.guest()
    table = ada.open("causeway", "bb")
    with ada.sit(table) as line:
        line.until(lambda m: m["type"] == "state" and m["result"])
    paths = ["/api/games", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/match"]
    paths += ["/", "/nothing", "/api/nothing", "/openapi.json", "/healthz", "/metrics"]
    paths += [f"/api/tables/{table}/positions?last=x", "/api/tables/x", "/table/x"]
    for method in ("GET", "POST", "PUT", "OPTIONS"):
        for path in paths:
            answer = ada.http.request(method, path)
            check_answer(answer.status_code, answer.headers, answer.content)
            assert "server" not in answer.headers
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy


def test_what_somebody_sees_is_not_kept_by_a_cache(server: ServerProcess) -> None:
    """Answers of the API differ from guest to guest."""
    ada = server.guest()
    assert "no-store" in ada.http.get("/api/tables").headers.get("cache-control", "")
