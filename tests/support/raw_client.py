"""A client below all manners: frames and requests byte by byte, also those nobody should send."""

from __future__ import annotations

import json
import random
import re
import select
import socket
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from atlantis_games.games import GAMES
from atlantis_games.server.notation import notation_version
from support.server_process import PATIENCE, ServerProcess

DOCS = Path(__file__).parents[2] / "docs"
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
NASTY = (
    "\x00",
    "\x1b[2J",
    "\u202egnp.exe",
    "\u2066\u2069\ufeff",
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "{{7*7}} ${7*7} %s %n %(x)s",
    "'; DROP TABLE entries; --",
    "../../../../etc/passwd",
    "\U0001f30a" * 40,
    "e" + "\u0301" * 200,
    "\uffff\ufffe",
    "A ring\r\nSet-Cookie: x=1",
)


def documented(file: str) -> set[str]:
    """The codes in the tables of a document."""
    text = (DOCS / file).read_text()
    return set(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE))


class RawSocket:
    """A socket of a table, opened by hand."""

    def __init__(self, server: ServerProcess, table: str, token: str = "", *headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        lines = [
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            *([f"Authorization: Bearer {token}"] if token else []),
            *headers,
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            more = self.socket.recv(65536)
            if not more:
                break
            self.rest += more
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.head = head.decode("latin-1")
        self.status = int(self.head.split(" ")[1]) if head else 0

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def send(self, messages: Sequence[str | bytes], kind: int = TEXT) -> None:
        """Many messages at once; where the line is full of answers, they are taken first."""
        data = b"".join(frame(kind, as_bytes(message)) for message in messages)
        while data:
            answered, ready, _ = select.select([self.socket], [self.socket], [], PATIENCE)
            if ready:
                data = data[self.socket.send(data[:16_384]) :]
            elif answered:
                more = self.socket.recv(1 << 18)
                if not more:
                    raise ConnectionError("the line was closed")
                self.rest += more
            else:
                raise TimeoutError("the server neither reads nor answers")

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """What comes back, until the other side closes; its own pings are answered."""
        while True:
            while (found := first_frame(self.rest)) is None:
                try:
                    more = self.socket.recv(1 << 18)
                except ConnectionError:
                    return
                if not more:
                    return
                self.rest += more
            kind, payload, length = found
            self.rest = self.rest[length:]
            if kind == PING:
                self.send([payload], PONG)
                continue
            yield kind, payload
            if kind == CLOSE:
                return

    def answers(self) -> list[dict[str, Any]]:
        """Everything up to the answer to a ping that is sent now."""
        self.send(['{"type": "ping"}'])
        heard: list[dict[str, Any]] = []
        for kind, payload in self.frames():
            assert kind == TEXT, (kind, payload)
            heard.append(json.loads(payload))
            if heard[-1] == {"type": "pong"}:
                return heard
        raise AssertionError("the line was closed")

    def closed_with(self) -> int:
        """The code with which the other side closes, 1006 if it just goes."""
        for kind, payload in self.frames():
            if kind == CLOSE:
                return int.from_bytes(payload[:2])
        return 1006


def as_bytes(message: str | bytes) -> bytes:
    """A message as it goes over the raw; half characters are sent as they are."""
    return message.encode("utf-8", "surrogatepass") if isinstance(message, str) else message


def frame(kind: int, payload: bytes, last: bool = True) -> bytes:
    """A frame, masked with zeros."""
    head = bytes([(0x80 if last else 0) | kind])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    elif len(payload) < 65536:
        head += bytes([0x80 | 126]) + struct.pack("!H", len(payload))
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", len(payload))
    return head + bytes(4) + payload


def first_frame(data: bytes) -> tuple[int, bytes, int] | None:
    """The kind and payload of the first whole frame, and how long it is."""
    if len(data) < 2:
        return None
    size, start = data[1] & 0x7F, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4]), 4
    elif size == 127:
        size, start = int.from_bytes(data[2:10]), 10
    if len(data) < start or len(data) < start + size:
        return None
    return data[0] & 0x0F, data[start : start + size], start + size


class RawHttp:
    """One HTTP connection that is opened again whenever the server has had enough of it."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.socket: socket.socket | None = None
        self.rest = b""

    def __enter__(self) -> RawHttp:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Hangs up."""
        if self.socket is not None:
            self.socket.close()
        self.socket, self.rest = None, b""

    def ask(self, data: bytes) -> tuple[int, dict[str, str], bytes]:
        """Sends a request as it is; the status, the headers and the body of the answer."""
        for attempt in range(2):
            if self.socket is None:
                address = ("127.0.0.1", self.server.port)
                self.socket = socket.create_connection(address, timeout=PATIENCE)
            try:
                self.socket.sendall(data)
                return self.answer(data.startswith(b"HEAD "))
            except ConnectionError:
                self.close()
                if attempt:
                    raise
        raise AssertionError("unreachable")

    def more(self) -> None:
        """Waits for more of an answer."""
        assert self.socket is not None
        received = self.socket.recv(1 << 18)
        if not received:
            raise ConnectionResetError
        self.rest += received

    def answer(self, is_head: bool = False) -> tuple[int, dict[str, str], bytes]:
        """The next answer."""
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        pairs = (line.partition(": ") for line in lines)
        headers = {name.lower(): value for name, _, value in pairs}
        length = 0 if is_head else int(headers.get("content-length", "0"))
        while len(self.rest) < length:
            self.more()
        body, self.rest = self.rest[:length], self.rest[length:]
        if headers.get("connection") == "close":
            self.close()
        return int(first.split(" ")[1]), headers, body


# What a troublemaker might think of


def nonsense(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON value."""
    kinds = 9 if depth < 4 else 7
    match rng.randrange(kinds):
        case 0:
            return rng.choice([None, True, False])
        case 1:
            return rng.choice([0, -1, 1, 2**31, 2**63, -(2**63), 10**30, rng.randrange(-300, 300)])
        case 2:
            return rng.choice([0.5, -0.0, 1e308, rng.random()])
        case 3 | 4:
            return rng.choice(NASTY)
        case 5:
            return rng.choice(WORDS)
        case 6:
            return "".join(chr(rng.randrange(0x20, 0x2FFF)) for _ in range(rng.randrange(20)))
        case 7:
            return [nonsense(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {rng.choice(WORDS): nonsense(rng, depth + 1) for _ in range(rng.randrange(4))}


TYPES = (
    *("move", "pay", "decide", "undo", "look", "why", "chat", "react", "back"),
    "replace",
    *("promise", "reveal", "deltas", "ping", "hint"),
)
FIELDS_OF = {
    "move": ("ply", "move"),
    "pay": ("ply",),
    "decide": ("ply",),
    "undo": ("ply",),
    "look": ("seat",),
    "why": ("move",),
    "chat": ("text",),
    "react": ("reaction",),
    "replace": ("seat",),
    "promise": ("promise",),
    "reveal": ("nonce",),
    "deltas": ("notation",),
}
FIELDS = ("type", "ply", "move", "seat", "text", "clicks", "name", "__class__", "values")
MOVES = [move for game in GAMES.values() for move in game.moves[:: game.actions // 30]]
WORDS = (*TYPES, *FIELDS, *MOVES, "", "undo")
VERSIONS = [notation_version(game) for game in GAMES.values()]
GAME = next(iter(GAMES))


def message(rng: random.Random, ply: int) -> str:
    """A message to a socket: near to a right one, or far from it. Never a hint: those take time."""
    kind = rng.choice(TYPES[:-1])
    fields: dict[str, Any] = {
        "ply": rng.choice([ply, ply - 1, ply + 1, 0, rng.randrange(-5, ply + 50)]),
        "move": rng.choice(WORDS),
        "seat": rng.randrange(-3, 9),
        "text": rng.choice(NASTY),
        "reaction": rng.choice(["hello", "wow", *WORDS]),
        "promise": rng.choice(["a" * 64, "", "a" * 63, "A" * 64]),
        "nonce": rng.choice(["a" * 64, "", "0" * 65]),
        "notation": rng.choice(["a" * 12, *VERSIONS]),
    }
    known = FIELDS_OF.get(kind, ()) if rng.random() < 0.9 else fields
    right: dict[str, Any] = {"type": kind, **{name: fields[name] for name in known}}
    match rng.randrange(10):
        case 0:
            return json.dumps(nonsense(rng))
        case 1:
            text = json.dumps(right)
            return text[: rng.randrange(len(text))]
        case 2:
            text = json.dumps(right, ensure_ascii=rng.random() < 0.5)
            at = rng.randrange(len(text))
            return text[:at] + rng.choice('"{}[],:\\\x00e9-') + text[at + 1 :]
        case 3:
            right[rng.choice(list(right))] = nonsense(rng)
            return json.dumps(right)
        case 4:
            del right[rng.choice(list(right))]
            return json.dumps(right)
        case 5:
            return rng.choice(
                [
                    "[" * 2000,
                    '{"type":' * 300 + "1" + "}" * 300,
                    "9" * 3000,
                    '{"type":"ping","type":"nothing"}',
                    '{"type":"chat","text":"\\ud800"}',
                    '{"type":"move","ply":NaN,"move":""}',
                    '{"type":"move","ply":1e999,"move":""}',
                    '{"type":"do_ping"}',
                    '{"type":"__init__"}',
                    "",
                    "null",
                    " ",
                ]
            )
        case 6:
            long = pad(rng)
            chat = {"type": "chat", "text": long["text"]}
            return json.dumps(
                rng.choice([chat, {"type": "move", "ply": ply, "move": long["move"]}])
            )
        case _:
            return json.dumps(right)


def pad(rng: random.Random) -> dict[str, str]:
    """Fields that are too long, or just not."""
    size = rng.choice([300, 301, 1000, 2500])
    return {"move": "x" * rng.choice([size, 4096]), "text": rng.choice("x<\u202e ") * (size // 2)}


PATHS = (
    "/api/guest",
    "/api/sharing",
    "/api/games",
    f"/api/games/{GAME}/notation",
    "/api/tables",
    "/api/matches",
    "/api/tables/{id}",
    "/api/tables/{id}/join",
    "/api/tables/{id}/leave",
    "/api/tables/{id}/seats/1",
    "/api/tables/{id}/setup",
    "/api/tables/{id}/start",
    "/api/tables/{id}/rematch",
    "/api/tables/{id}/match",
    "/pictures/tables/{id}.png",
    "/pictures/tables/{id}.gif",
    "/api/tables/{id}/position",
    "/api/tables/{id}/positions",
    "/api/tables/{id}/log",
    "/api/tables/{id}/moves",
    "/api/tables/{id}/review",
    "/api/tables/{id}/text",
    "/api/study/position",
    "/api/study/engine",
    "/api/study/answer",
    "/api/statistics",
    f"/api/daily/{GAME}",
    f"/api/puzzles/{GAME}",
    f"/api/puzzles/{GAME}/{{id}}",
    "/api/tables/{id}/socket",
    "/healthz",
    "/metrics",
    "/openapi.json",
    "/table/{id}",
    "/assets/../../app.py",
)
ODD_IDS = ("x", "%00", "%ff", "..", "%2e%2e%2f%2e%2e", "a" * 300, "'", "%0d%0aX:1", "é", "-1", "")


def request(rng: random.Random, table: str, token: str, port: int) -> bytes:
    """A request: near to a right one, or far from it."""
    method = rng.choice(["GET", "GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "PATCH"])
    path = rng.choice(PATHS).replace("{id}", rng.choice([table, table, *ODD_IDS]))
    if rng.random() < 0.2:
        path += "?" + rng.choice(["first=-1", "last=x", "seat=9", "first=0&last=999999", "ply=%00"])
    if rng.random() < 0.1:
        path = "/" + rng.choice(["..%2f" * 8, "%00", "a" * 300, "%2e%2e/", "//etc/passwd", "\\.."])
    headers = {"Host": f"127.0.0.1:{port}"}
    if rng.random() < 0.8:
        headers["Authorization"] = "Bearer " + (
            token if rng.random() < 0.6 else altered(rng, token)
        )
    if rng.random() < 0.3:
        headers["Cookie"] = f"atlantis={altered(rng, token)}"
    if rng.random() < 0.3:
        origins = [f"http://127.0.0.1:{port}", "http://evil.example", "null", "http://[::1", "\xff"]
        headers["Origin"] = rng.choice(origins)
    body = b""
    if method not in ("GET", "HEAD"):
        body = as_bytes(request_body(rng))
        types = ["application/json"] * 4 + ["text/plain", "application/x-www-form-urlencoded", ""]
        headers["Content-Type"] = rng.choice(types)
        headers["Content-Length"] = str(len(body))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body


def request_body(rng: random.Random) -> str:
    """A body of a request."""
    seats: list[Any] = [{"kind": "open"}, {"kind": "person"}]
    right: dict[str, Any] = {"game": GAME, "seats": seats, "options": {}}
    match rng.randrange(8):
        case 0:
            return json.dumps(nonsense(rng))
        case 1:
            return json.dumps({"name": rng.choice(NASTY), "bearer": rng.random() < 0.3})
        case 2:
            right[rng.choice(list(right))] = nonsense(rng)
            return json.dumps(right)
        case 3:
            right["options"] = {rng.choice(["peek", "players", "self", *WORDS]): nonsense(rng)}
            return json.dumps(right)
        case 4:
            return rng.choice(["[" * 9000, "{", '{"\\ud800": 1}', '{"seat": ' + "9" * 5000 + "}"])
        case 5:
            seats[0] = {"kind": "bot", "level": rng.choice(NASTY)[:40]}
            return json.dumps(right)
        case 6:
            return f"Atlantis match 1\ngame: {GAME}\n" + rng.choice(NASTY) + ": " + "9" * 5000
        case _:
            return json.dumps({"seat": rng.choice([None, 0, 7, 8, "x"])})


def altered(rng: random.Random, token: str) -> str:
    """A token that is not quite right."""
    name, _, signature = token.partition(".")
    at = rng.randrange(len(name))
    return rng.choice(
        [
            name,
            f"{name}.",
            f".{signature}",
            f"{name}.{signature[:-1]}",
            f"{name[:at]}x{name[at + 1 :]}y.{signature}",
            f"{name}.{'0' * 64}",
            f"{name}..{signature}",
            "a" * 5000,
            "\xff",
            "",
        ]
    )
