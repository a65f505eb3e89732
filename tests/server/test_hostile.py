"""Whatever is sent, the server stays, answers with a documented code, and no match is changed.

More than a hundred thousand messages and requests, and the particular tricks that are worth a name.
"""

from __future__ import annotations

import json
import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from atlantis_games.server.security import HEADERS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok

from atlantis_games.core.dealer import Dealer
from atlantis_games.core.match import Match
from atlantis_games.games import game_named
from atlantis_games.server import app as application
from atlantis_games.server.settings import Settings
from server.house import NEVER_GONE, PATIENCE, House, run_apart
from server.truth import Truth
from server.wire import (
    BINARY,
    NASTY,
    PING,
    TEXT,
    TYPES,
    Requests,
    Wire,
    altered,
    documented,
    frame,
    message,
    request,
)

WEB = httpx.Client(timeout=PATIENCE, verify=False)  # for single questions, without certificates
SOCKET_CODES = documented("protocol.md")
HTTP_CODES = documented("security.md")
SOCKET_MESSAGES = 92_000
HTTP_REQUESTS = 8_000
BATCH = 400
NOT_HTTP = b"Invalid HTTP request received."  # what cannot be read never reaches us


def check_answer(status: int, headers: Any, body: bytes, method: str = "GET") -> str:
    """An answer must be one that is documented; its code."""
    if status == 400 and headers["content-type"].startswith("text/plain"):
        assert body == NOT_HTTP or method == "HEAD"
        return "not-http"
    assert status < 500 or (status == 503 and b"not built" in body), (status, body)
    for name, value in HEADERS.items():
        assert headers.get(name.lower()) == value, (status, headers, body[:200])
    if status < 400 or status == 503 or method == "HEAD":
        return "ok"
    assert headers["content-type"] == "application/json"
    problem = json.loads(body)
    assert set(problem) - {"reason"} == {"code", "text", "rule", "values"}
    assert problem["code"] in HTTP_CODES | SOCKET_CODES, problem
    return str(problem["code"])


def check_frames(heard: list[dict[str, Any]]) -> Counter[str]:
    """Every refusal over a socket must be documented; how often each came."""
    codes = Counter(frame["code"] for frame in heard if frame["type"] == "error")
    assert set(codes) <= SOCKET_CODES, set(codes) - SOCKET_CODES
    kinds = {frame["type"] for frame in heard}
    assert kinds <= {"error", "state", "pong", "why", "chat", "hint"}
    return codes


def check_alive(house: House) -> None:
    """The process is there, nothing went wrong inside, and a new game can be played."""
    assert house.process is not None
    assert house.process.poll() is None
    log = house.log.read_text()
    assert "Traceback" not in log, log[-3000:]
    someone = house.guest()
    table = someone.open("causeway", "bp")
    with someone.sit(table) as line:
        ply = line.until_turn()["ply"]
        assert line.play()["ply"] > ply


def replayed(data: Path, table: str) -> None:
    """What is stored is a match by the rules, dealt by its seed."""
    truth = Truth(data, table)
    options = json.loads(truth.setup)["options"]
    start = game_named(truth.game_name).new(len(truth.guests), **options)
    match = Match(start, dealer=Dealer(truth.seed, table))
    for actor, move in truth.log:
        match.enter(actor, move)
    match.verify()


@pytest.fixture(scope="module")
def fort() -> Iterator[House]:
    """A server with the limits that are usual."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), ATLANTIS_LIMITS="1").start()
        yield house
        house.stop()


@pytest.fixture(scope="module")
def attacked() -> Iterator[House]:
    """A server only for floods, so that its log can be read as a whole."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), **NEVER_GONE).start()
        yield house
        house.stop()


# A hundred thousand


def test_a_hundred_thousand_hostile_messages_and_requests(attacked: House) -> None:
    """From onlookers, from a player who is not to move, from one who is, and over HTTP."""
    owner, rival, stranger = (attacked.guest(name) for name in ("Owner", "Rival", "Stranger"))
    table = owner.open("causeway", "po", public=True)
    rival.post(f"/api/tables/{table}/join")
    other = owner.open("escape", "po")
    rival.post(f"/api/tables/{other}/join")
    before = Truth(attacked.data, table).entries
    sent = Counter[str]()

    def talk(who: str, where: str, seed: int, amount: int) -> Counter[str]:
        rng = random.Random(seed)
        codes = Counter[str]()
        with Wire(attacked, where, who) as wire:
            ply = next(f["ply"] for f in wire.answers() if f["type"] == "state")
            for _ in range(amount // BATCH):
                wire.send([message(rng, ply) for _ in range(BATCH)])
                heard = wire.answers()
                codes += check_frames(heard)
                ply = max([f["ply"] for f in heard if f["type"] == "state"], default=ply)
                sent["messages"] += BATCH
        return codes

    def ask(seed: int) -> Counter[str]:
        rng = random.Random(seed)
        codes = Counter[str]()
        with Requests(attacked) as requests:
            for _ in range(HTTP_REQUESTS // 2):
                data = request(rng, table, stranger.token, attacked.port)
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
    assert Truth(attacked.data, table).entries == before, "somebody moved who may not"
    replayed(attacked.data, other)
    with owner.sit(table) as line:
        assert line.play()["ply"] > len(before)
    check_alive(attacked)


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
def test_hypothesis_finds_no_message_that_hurts(house: House, batch: list[str]) -> None:
    """Lists of messages to a table that waits for somebody else."""
    wire, before = idle_wire(house)
    wire.send([text.encode("utf-8", "replace") for text in batch])
    check_frames(wire.answers())
    assert Truth(house.data, IDLE[0]).entries == before


IDLE: list[Any] = []


def idle_wire(house: House) -> tuple[Wire, Any]:
    """A line of a player whose turn it never is."""
    if not IDLE or IDLE[3] is not house:
        owner, rival = house.guest("Owner"), house.guest("Rival")
        table = owner.open("causeway", "po")
        rival.post(f"/api/tables/{table}/join")
        entries = Truth(house.data, table).entries
        IDLE[:] = [table, Wire(house, table, rival.token), entries, house]
    return IDLE[1], IDLE[2]


@pytest.fixture(scope="session", autouse=True)
def idle_wire_is_closed() -> Iterator[None]:
    """After the last test."""
    yield
    WEB.close()
    if IDLE:
        IDLE[1].socket.close()


def test_schemathesis_finds_nothing_in_the_openapi(attacked: House) -> None:
    """Every operation that the server describes, with bodies that fit and bodies that do not."""
    schema = schemathesis.openapi.from_url(attacked.address + "/openapi.json")
    stranger = attacked.guest("Stranger")
    names = ("not_a_server_error", "response_headers_conformance")
    checks = CHECKS.get_by_names(list(names))
    called = Counter[str]()
    with httpx.Client(base_url=attacked.address, timeout=PATIENCE) as client:
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


# Tricks over HTTP


def test_things_that_once_were_too_much(house: House) -> None:
    """Each gets a code; none gets an Internal Server Error."""
    ada = house.guest()
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
        with httpx.Client(base_url=house.address, timeout=PATIENCE) as client:
            headers = {"Content-Type": kind, "Authorization": f"Bearer {ada.token}"}
            answer = client.post(path, content=body.encode(), headers=headers)
            found[body[:60], answer.status_code] += 1
    assert {key for key in found if not 400 <= key[1] < 500} == set()


@pytest.mark.parametrize(
    "path", ["/%00", "/table/%00", "/" + "a" * 300, "/rules/" + "b" * 5000, "/%ff%fe", "/~", "/."]
)
def test_no_path_is_too_odd(house: House, path: str) -> None:
    """Also a path that no file system could have."""
    with Requests(house) as requests:
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
    monkeypatch.setattr(application, "PAGE", page)
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


def cookie_of(house: House) -> str:
    """A new guest's cookie, as a browser keeps it."""
    answer = WEB.post(
        house.address + "/api/guest", json={"name": "Eve"}, headers={"Origin": house.address}
    )
    WEB.cookies.clear()
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/" in cookie
    assert "token" not in answer.json()
    return str(cookie.split(";")[0])


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[::1", "", "file://"])
def test_another_site_can_do_nothing_with_a_cookie(house: House, origin: str) -> None:
    """With a foreign origin, or with a cookie and no origin at all, nothing is done."""
    cookie = cookie_of(house)
    table = json.dumps({"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}]})
    ada = house.guest()
    theirs = ada.open("causeway", "po")
    tries = [
        {"Cookie": cookie, "Origin": origin} if origin else {"Cookie": cookie},
        {"Cookie": cookie, "Origin": origin, "Sec-Fetch-Site": "cross-site"},
        {"Authorization": f"Bearer {ada.token}", "Origin": origin or "http://evil.example"},
    ]
    for headers in tries:
        for path, kind in (
            ("/api/tables", "application/json"),
            ("/api/tables", "text/plain"),
            (f"/api/tables/{theirs}/join", "application/json"),
            (f"/api/tables/{theirs}/leave", "application/json"),
            ("/api/matches", "text/plain"),
            ("/api/guest", "application/x-www-form-urlencoded"),
        ):
            all_headers = {**headers, "Content-Type": kind}
            answer = WEB.post(house.address + path, content=table, headers=all_headers)
            assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
            assert "access-control-allow-origin" not in answer.headers
    assert ada.get(f"/api/tables/{theirs}")["seats"][1]["kind"] == "open"
    own = WEB.get(house.address + "/api/tables", headers={"Cookie": cookie}).json()["own"]
    assert own == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[::1", "file://"])
def test_another_site_opens_no_socket(house: House, origin: str) -> None:
    """The handshake itself is refused, as 403 with the code that is documented."""
    table = house.guest().open("causeway", "pp")
    with Wire(house, table, "", f"Origin: {origin}", f"Cookie: {cookie_of(house)}") as wire:
        assert wire.status == 403
        assert "wrong-origin" in wire.rest.decode()
        assert "content-security-policy" in wire.head.lower()


def test_our_own_page_may_do_everything(house: House) -> None:
    """The cookie together with our origin opens tables and sockets."""
    headers = {"Cookie": cookie_of(house), "Origin": house.address}
    body = {"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}]}
    answer = WEB.post(house.address + "/api/tables", json=body, headers=headers)
    assert answer.status_code == 201
    lines = [f"{name}: {value}" for name, value in headers.items()]
    with Wire(house, answer.json()["id"], "", *lines) as wire:
        assert wire.status == 101
        assert wire.answers()[0]["seats"] == [0]


def test_an_altered_token_is_nobody(house: House) -> None:
    """Neither half a token nor a changed one nor somebody else's signature opens a seat."""
    ada, ben = house.guest(), house.guest()
    table = ada.open("causeway", "pp")
    rng = random.Random(3)
    names = [guest.token.partition(".") for guest in (ada, ben)]
    forged = {altered(rng, ada.token) for _ in range(200)}
    forged |= {f"{names[0][0]}.{names[1][2]}", ada.token + ".", ada.token.upper(), "null"}
    for token in forged - {""}:
        headers = {b"Authorization": f"Bearer {token}".encode("latin-1")}
        answer = WEB.get(f"{house.address}/api/tables/{table}", headers=headers)
        assert answer.json()["yours"] == []
        answer = WEB.post(f"{house.address}/api/tables/{table}/leave", json={}, headers=headers)
        assert answer.json()["code"] in ("no-guest", "wrong-origin")
    with Wire(house, table, names[0][0] + "." + "0" * 64) as wire:
        wire.send(['{"type": "look", "seat": 0}'])
        heard = wire.answers()
        assert heard[0]["seats"] == []
        assert heard[1]["code"] == "no-seat"


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        ({"Content-Type": "application/json"}, b"x" * 16_385, (413, "too-large")),
        (
            {"Content-Type": "application/json", "Content-Length": "999999999"},
            b"",
            (413, "too-large"),
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
    house: House, headers: dict[str, str], body: bytes, expected: tuple[int, str]
) -> None:
    """Too large, of the wrong type, without a length, or not what is described."""
    lines = {"Host": "x", "Content-Length": str(len(body)), **headers}
    if "Transfer-Encoding" in headers:
        del lines["Content-Length"]
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    with Requests(house) as requests:
        status, answered, told = requests.ask(
            f"POST /api/guest HTTP/1.1\r\n{head}\r\n".encode() + body
        )
    code = check_answer(status, answered, told)
    assert (status, code) == expected or (status in (400, 422) and expected[0] in (400, 422))


def test_a_head_that_never_ends_is_cut_off(house: House) -> None:
    """Headers are collected only up to a size."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
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
def test_a_handshake_that_cannot_be_read_is_answered(house: House, headers: str) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as line:
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        head = f"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\n{upgrade}{key}{headers}\r\n"
        line.sendall(head.encode())
        with line.makefile("rb") as answer:
            assert answer.read().startswith(b"HTTP/1.1 400 ")  # and nothing more


def test_every_answer_has_its_headers(house: House) -> None:
    """Pages, errors, files and refusals alike; and nothing of the API is kept by a cache."""
    ada = house.guest()
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


def test_what_somebody_sees_is_not_kept_by_a_cache(house: House) -> None:
    """Answers of the API differ from guest to guest."""
    ada = house.guest()
    assert "no-store" in ada.http.get("/api/tables").headers.get("cache-control", "")


# Text is text


def test_names_and_talk_come_back_as_text(house: House) -> None:
    """Markup stays as it is, unseen characters go, and nothing is ever sent as HTML."""
    for nasty in NASTY:
        answer = WEB.post(house.address + "/api/guest", json={"name": nasty, "bearer": True})
        assert answer.headers["content-type"] == "application/json"
        if answer.status_code == 422:
            continue
        name, token = answer.json()["name"], answer.json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        seats = [{"kind": "person"}, {"kind": "person", "name": nasty}]
        body = {"game": "causeway", "seats": seats, "public": True}
        with httpx.Client(base_url=house.address, headers=headers) as client:
            info = client.post("/api/tables", json=body).json()
            shown = client.get(f"/api/tables/{info['id']}")
        assert shown.headers["content-type"] == "application/json"
        assert shown.headers["x-content-type-options"] == "nosniff"
        names = [seat["name"] for seat in shown.json()["seats"]]
        assert names == [name, name]
        assert name == " ".join(seen(nasty).split())
        with Wire(house, info["id"], token) as wire:
            wire.send([json.dumps({"type": "chat", "text": nasty})])
            lines = [m for m in wire.answers() if m["type"] == "chat"]
        for line in lines:
            assert line["lines"][-1]["text"] == " ".join(seen(nasty).split())
            assert line["lines"][-1]["text"].isprintable()


def seen(text: str) -> str:
    """A text without what cannot be seen."""
    return "".join(" " if c.isspace() else c for c in text if c.isprintable() or c == "\u2003")


# Tricks over the socket


def test_frames_that_are_not_messages(house: House) -> None:
    """Binary frames are refused like other nonsense; what breaks the protocol closes the line."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    with Wire(house, table, ada.token) as wire:
        wire.answers()
        wire.send([b"\x00\xff", b"", b'{"type": "ping"}'], BINARY)
        wire.send(['{"type": "nothing"}'])
        codes = [m["code"] for m in wire.answers() if m["type"] == "error"]
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
        with Wire(house, table, ada.token) as wire:
            wire.answers()
            wire.socket.sendall(data)
            assert wire.closed_with() == expected
    with Wire(house, table, ada.token) as wire:
        wire.send(["x" * 4097, "{}" + " " * 4095, "x" * 16_000])
        assert [m["code"] for m in wire.answers() if m["type"] == "error"] == ["bad-message"] * 3


def test_a_flood_of_pings_does_not_fill_memory(house: House) -> None:
    """Whoever sends pings and reads no pongs is dropped, or not read any more."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    before = memory(house)
    with Wire(house, table, ada.token) as wire:
        wire.socket.settimeout(2)
        flood = frame(PING, b"p" * 125) * 1000
        try:
            for _ in range(250):
                wire.socket.sendall(flood)
        except OSError:
            pass
        assert memory(house) - before < 16
    with ada.sit(table) as line:
        line.send(type="ping")
        line.until_type("pong")


def memory(house: House) -> int:
    """Megabytes that the server uses."""
    assert house.process is not None
    status = Path(f"/proc/{house.process.pid}/status")
    if not status.exists():
        return 0
    return next(
        int(line.split()[1]) // 1024
        for line in status.read_text().splitlines()
        if line.startswith("VmRSS")
    )


def test_whoever_reads_slowly_or_not_at_all_holds_nobody_up(house: House) -> None:
    """Half-open and sleeping lines cost neither memory nor time, and get the latest at last."""
    ada, ben = house.guest("Ada"), house.guest("Ben")
    table = ada.open("escape", "po")
    ben.post(f"/api/tables/{table}/join")
    sleepers = [Wire(house, table, ben.token) for _ in range(20)]
    half = socket.create_connection(("127.0.0.1", house.port))
    half.sendall(b"GET /api/tables HTTP/1.1\r\nHost:")
    before = memory(house)
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
    assert memory(house) - before < 60
    states = [m for m in sleepers[0].answers() if m["type"] == "state"]
    assert states[-1]["ply"] >= latest
    for wire in sleepers:
        wire.socket.close()
    half.close()


def test_a_line_that_is_cut_leaves_nothing_behind(house: House) -> None:
    """Many lines that vanish in the middle of something, some before they are open."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    size, before = house.log.stat().st_size, connections(house)
    for number in range(150):
        name = table if number % 3 else "x"
        try:
            wire = Wire(house, name, ada.token)
            wire.send(['{"type": "look", "seat": 0}', '{"type": "ping"}'] * 40)
        except OSError:
            continue
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        wire.socket.close()  # with a reset
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and connections(house) > before:
        time.sleep(0.1)
    assert connections(house) <= before, "sockets that are gone are still counted"
    with house.log.open() as log:
        log.seek(size)
        assert "Traceback" not in log.read(), "a client that goes is no error of the server"


def connections(house: House) -> float:
    """How many sockets the server believes to be open."""
    text = WEB.get(house.address + "/metrics").text
    return next(float(x.split()[1]) for x in text.splitlines() if x.startswith("atlantis_conn"))


# Nothing twice


def test_two_devices_in_one_seat_cannot_both_move(house: House) -> None:
    """Of different moves at the same ply exactly one is played, whoever is first."""
    ada = house.guest()
    for number in range(8):
        table = ada.open("escape", "pb")
        state: dict[str, Any] = {}
        wires = [Wire(house, table, ada.token) for _ in range(8)]
        while not state.get("moves"):
            state = [m for wire in wires for m in wire.answers() if m["type"] == "state"][-1]
        moves = [choice["move"] for choice in state["moves"]][:8]
        for wire, move in zip(wires, moves, strict=False):
            wire.send([json.dumps({"type": "move", "ply": state["ply"], "move": move})])
        codes = sum((check_frames(wire.answers()) for wire in wires), Counter[str]())
        for wire in wires:
            wire.socket.close()
        assert codes == {"stale": len(moves) - 1}, number
        played = Truth(house.data, table).entries[state["ply"]]
        assert played[0] == 0
        assert played[1] in moves
        replayed(house.data, table)


def test_a_repeated_move_is_played_once_and_a_stale_one_not_at_all(house: House) -> None:
    """Also when fifty devices send it at the same time, and again much later."""
    ada = house.guest()
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        state = line.until_turn()
        move = json.dumps({"type": "move", "ply": state["ply"], "move": state["moves"][0]["move"]})
        stale = json.dumps(
            {"type": "move", "ply": state["ply"], "move": state["moves"][-1]["move"]}
        )
        wires = [Wire(house, table, ada.token) for _ in range(10)]
        for wire in wires:
            wire.send([move] * 5)
        for wire in wires:
            assert not check_frames(wire.answers())
        line.until_ply(state["ply"] + 1)
        for wire in wires:
            wire.send([move, stale])
            assert check_frames(wire.answers()) == {"stale": 1}
            wire.socket.close()
    log = [entry[:2] for entry in Truth(house.data, table).entries]
    assert log[state["ply"]] == (0, state["moves"][0]["move"])
    assert (
        log.count((0, state["moves"][0]["move"])) <= 1 + sum(entry == (0, "undo") for entry in log)
        or log[state["ply"] + 1][0] != 0
    )
    replayed(house.data, table)


# Limits as they are usual


def test_too_many_messages_are_slowed_down(fort: House) -> None:
    """Two hundred at once, then fifty a second; and the line stays open."""
    ada = fort.guest()
    table = ada.open("causeway", "pp")
    with Wire(fort, table, ada.token) as wire:
        wire.send(['{"type": "nothing"}'] * 600)
        time.sleep(0.2)
        wire.send(['{"type": "nothing"}'] * 10)
        codes = Counter[str]()
        for _, payload in wire.frames():
            heard = json.loads(payload)
            codes[heard.get("code", heard["type"])] += 1
            if codes.total() >= 610:
                break
        assert codes["bad-message"] < 350
        assert codes["slow-down"] > 250
        time.sleep(0.3)
        wire.answers()


def test_talk_is_limited_for_a_person_not_for_a_line(fort: House) -> None:
    """Eight lines at once; connecting again does not give eight more."""
    ada = fort.guest()
    table = ada.open("causeway", "pp")
    said = Counter[str]()
    for _ in range(4):
        with Wire(fort, table, ada.token) as wire:
            wire.send([json.dumps({"type": "chat", "text": "x" * 300})] * 10)
            said += check_frames(wire.answers())
    assert said["bad-chat"] >= 40 - 8 - 4


def test_one_address_has_so_many_sockets(fort: House) -> None:
    """A hundred; the next is told why, and closed with 4429."""
    ada = fort.guest()
    table = ada.open("causeway", "pp")
    wires = []
    try:
        for _ in range(100):
            wires.append(Wire(fort, table, ada.token))
            time.sleep(0.02)
        with Wire(fort, table, ada.token) as extra:
            frames = list(extra.frames())
            assert json.loads(frames[0][1])["code"] == "too-many"
            assert int.from_bytes(frames[1][1][:2]) == 4429
    finally:
        for wire in wires:
            wire.socket.close()


def test_one_address_opens_so_many_tables_and_guests(fort: House) -> None:
    """Sixty of each at once."""
    ada = fort.guest()
    body = {"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}]}
    codes = Counter(ada.http.post("/api/tables", json=body).status_code for _ in range(70))
    assert codes[429] >= 5
    assert codes[201] + codes[429] == 70
    headers = {"Content-Type": "text/plain"}
    answer = ada.http.post("/api/matches", content="x", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")
    codes = Counter(
        WEB.post(fort.address + "/api/guest", json={"name": "E", "bearer": True}).status_code
        for _ in range(70)
    )
    assert codes[429] >= 5


def test_one_address_makes_so_many_requests_and_handshakes(fort: House) -> None:
    """Three hundred at once, then thirty a second; opening a socket is one too."""
    with httpx.Client(base_url=fort.address) as client:
        answers = [client.get("/api/games") for _ in range(500)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) > 50
        assert refused[0].json()["code"] == "slow-down"
        statuses = []
        for _ in range(100):
            with Wire(fort, "x") as wire:
                statuses.append(wire.status)
        assert 429 in statuses, "sockets can be opened and closed without end"
        time.sleep(1.5)
        assert client.get("/healthz").status_code == 200


def test_a_match_of_endless_undoing_is_not_taken(house: House) -> None:
    """A file within the size, but with more entries than any game has."""
    ada = house.guest()
    table = ada.open("causeway", "pp")
    dealt = "\n".join(f"chance: {move}" for _, move, _ in Truth(house.data, table).entries)
    endless = "\n".join(["1: " + ", ".join(["bridge 27", "undo"] * 10)] * 3000)
    head = "Atlantis match 1\ngame: causeway\nrules: 1\nplayers: 2\noptions:\n"
    text = f"{head}seat 1: a\nseat 2: b\nresult: unfinished\n\n{dealt}\n{endless}\n"
    headers = {"Content-Type": "text/plain"}
    answer = ada.http.post("/api/matches", content=text.encode(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


@pytest.mark.parametrize(
    "header",
    [
        "seat 1: " + "a" * 81,
        "seat 1: a\nseed: " + "1" * 81,
        "\n".join(["seat 1: a", *(f"word {number}: " + "y" * 70 for number in range(40))]),
    ],
)
def test_a_match_with_endless_headers_is_not_taken(house: House, header: str) -> None:
    """The store keeps names and seeds of so many characters, and lists read all headers."""
    text = "Atlantis match 1\ngame: causeway\nrules: 1\nplayers: 2\noptions:\n"
    text += f"{header}\nseat 2: b\nresult: unfinished\n"
    headers = {"Content-Type": "text/plain"}
    answer = house.guest().http.post("/api/matches", content=text, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
    assert "at most" in answer.json()["text"]


def test_a_match_that_was_brought_makes_no_table_that_waits_for_nobody(house: House) -> None:
    """There is nobody in its other seats who could play a rematch."""
    ada = house.guest()
    text = "Atlantis match 1\ngame: causeway\nrules: 1\nplayers: 2\noptions:\n"
    text += "seat 1: a\nseat 2: b\nresult: unfinished\n"
    headers = {"Content-Type": "text/plain"}
    brought = ada.http.post("/api/matches", content=text, headers=headers).json()["id"]
    answer = ada.http.post(f"/api/tables/{brought}/rematch", json={})
    assert answer.status_code == 409 or "open" in {s["kind"] for s in answer.json()["seats"]}
