"""What every request passes first: origins, sizes, rates, and headers on every answer."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.hosts import OwnNames
from atlantis_games.server.limits import Buckets, network_of
from atlantis_games.server.messages import encode
from atlantis_games.server.metrics import REFUSALS, REQUEST
from atlantis_games.server.settings import Settings

SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
SCOPES = ("http", "websocket")
IS_ID = re.compile("[A-Za-z0-9_-]{1,64}").fullmatch  # of a request, as a proxy gives them
SAFE = ("GET", "HEAD", "OPTIONS")
MATCHES = "/api/matches"  # where bodies are match files
MAX_BODY = 16_384
MAX_MATCH = 1_000_000
REQUESTS_PER_SECOND = 30.0  # of an address
REQUESTS_AT_ONCE = 300.0
MAX_CONNECTIONS = 300  # of an address, beside its sockets
PIECE = 65_536  # bytes of an answer that are handed over at once
# Refusals cost something too: who is refused more often than this is not even read.
REFUSALS_PER_SECOND = 30.0
REFUSALS_AT_ONCE = 100.0
# Proxies speak for many addresses, so their connections are always read. Uvicorn has the variable.
FORWARDED = os.environ.get("FORWARDED_ALLOW_IPS", "")
PROXIES = {"127.0.0.1", "::1", *filter(None, FORWARDED.replace(" ", "").split(","))}
# Requests that cost as much as several others; of these an address has two done at once.
PRICES = [
    (re.compile(pattern), price)
    for pattern, price in (
        ("POST /api/matches", 20.0),
        ("GET /api/tables/[^/]+/(positions|log)", 10.0),
        ("POST /api/tables(/[^/]+/(rematch|review))?", 2.0),  # their number is limited too
        (r"GET /pictures/tables/.*\.(gif|webp)", 100.0),
        ("GET /pictures/.*", 10.0),
        ("GET /api/tables/[^/]+/(match|review|moves|text)", 5.0),
        ("GET /api/statistics", 10.0),
        ("POST /api/study/(position|engine|answer)", 3.0),
        ("GET /(openapi.json|api/tables|api/tutorial/.*|api/games/.*)", 3.0),
    )
]
DEAR_AT_ONCE = 2
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
PICTURES = "/pictures/"  # of links: chats on other sites may show them
PICTURE_HEADERS = [
    (name, b"cross-origin" if name == b"cross-origin-resource-policy" else value)
    for name, value in RAW_HEADERS
]


class Guard:
    """Lets through what may pass; everything else is answered with a code and a sentence."""

    def __init__(
        self,
        app: ASGIApp,
        sockets: ASGIApp,
        origin: str = "",
        limits: float = 1,
        host: str = "",
    ) -> None:
        self.own_names = OwnNames(origin, host)
        self.app = app
        self.sockets = sockets
        self.origin = origin
        self.requests = Buckets(REQUESTS_PER_SECOND * limits, REQUESTS_AT_ONCE * limits)
        self.refusals = Buckets(REFUSALS_PER_SECOND * limits, REFUSALS_AT_ONCE * limits)
        self.connections: Counter[str] = Counter()  # open ones, per address
        self.max_connections = MAX_CONNECTIONS * limits
        self.gates: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or handshake."""
        if scope["type"] in SCOPES:
            given = header(scope, b"x-request-id") or ""
            REQUEST.set(given if IS_ID(given) else secrets.token_hex(8))
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.handshake(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def handshake(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles the handshake of a socket; it counts as a request."""
        try:
            self.check_rate(scope)
            self.check_host(scope)
            if not self.is_own_origin(scope):
                raise RequestRefused("wrong-origin", 403)
        except RequestRefused as refused:
            await refuse_handshake(send, refused)
            return
        await self.sockets(scope, receive, send)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                shared = scope["path"].startswith(PICTURES) and message["status"] < 400
                message["headers"] = [
                    *message.get("headers", []),
                    *(PICTURE_HEADERS if shared else RAW_HEADERS),
                ]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
                if header(scope, b"x-request-id") is not None:
                    message["headers"].append((b"x-request-id", REQUEST.get().encode()))
            for piece in in_pieces(message):
                await send(piece)

        try:
            method = "GET" if scope["method"] == "HEAD" else scope["method"]
            price = price_of(f"{method} {scope['path']}")
            self.check_rate(scope, price)
            self.check_host(scope)
            if method not in SAFE:
                self.check_origin(scope)
            check_body(scope)
        except RequestRefused as refused:
            await answer(send_with_headers, refused, is_last=has_body(scope))
            return
        with suppress(ClientDisconnect):  # somebody who goes in the middle is no error of ours
            if price == 1.0:
                await self.app(scope, receive, send_with_headers)
                return
            gate = self.gates.setdefault(address_of(scope), asyncio.Semaphore(DEAR_AT_ONCE))
            async with gate:
                await self.app(scope, receive, send_with_headers)

    def check_rate(self, scope: Scope, price: float = 1.0) -> None:
        """Refuses an address that asks too often, or for too much."""
        address = address_of(scope)
        if not self.requests.take(address, price):
            self.refusals.charge(address, 1.0)
            raise RequestRefused("slow-down", 429)

    def is_flooding(self, address: str) -> bool:
        """Whether an address goes on and on although it is refused."""
        network = network_of(address)
        if is_proxy(address) or network not in self.refusals.buckets:
            return False
        return self.refusals.bucket(network).debt_seconds() > 0.0

    def has_too_many_connections(self, network: str) -> bool:
        """Whether an address has more lines open than anybody needs."""
        return self.connections.get(network, 0) > self.max_connections

    def check_host(self, scope: Scope) -> None:
        """Refuses another site whose name leads to this machine."""
        named = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if not all(self.own_names.has(host) for host in named):
            raise RequestRefused("wrong-host", 421)

    def check_origin(self, scope: Scope) -> None:
        """Refuses to change anything for other sites, or for a cookie without an origin."""
        is_bearer = (header(scope, b"authorization") or "").lower().startswith("bearer ")
        origin = header(scope, b"origin")
        is_ours = self.is_own_origin(scope) and (is_bearer or origin is not None)
        if not is_ours and not (origin is None and header(scope, b"cookie") is None):
            raise RequestRefused("wrong-origin", 403)

    def is_own_origin(self, scope: Scope) -> bool:
        """Whether a browser's page is one of ours; scripts name no origin."""
        origin = header(scope, b"origin")
        if origin is None:
            return True
        if self.origin:
            return origin == self.origin
        try:
            found = urlsplit(origin)
            is_same_scheme = found.scheme == SCHEMES[scope["scheme"]]
            return is_same_scheme and found.netloc == header(scope, b"host")
        except ValueError:  # not an address at all
            return False


def guarded(app: ASGIApp, sockets: ASGIApp, settings: Settings) -> Guard:
    """An application behind a guard as a host has set it up."""
    return Guard(app, sockets, settings.origin, settings.limits, settings.host)


def is_proxy(address: str) -> bool:
    """Whether an address may speak for others."""
    return address in PROXIES or "*" in PROXIES


def price_of(request: str) -> float:
    """What a request costs, by its method and path."""
    return next((price for pattern, price in PRICES if pattern.fullmatch(request)), 1.0)


def address_of(scope: Scope) -> str:
    """The address that pays for a request."""
    client = scope.get("client")
    return network_of(client[0]) if client else "local"


def check_body(scope: Scope) -> None:
    """Refuses a body by its headers alone."""
    is_match = scope["path"] == MATCHES
    length = header(scope, b"content-length")
    if header(scope, b"transfer-encoding") is not None:
        raise RequestRefused("no-length", 411)
    if length is None:
        return
    if not length.isdecimal() or int(length) > (MAX_MATCH if is_match else MAX_BODY):
        raise RequestRefused("too-large" if is_match else "body-too-large", 413)
    kind = (header(scope, b"content-type") or "").split(";")[0].strip().lower()
    expected = "text/plain" if is_match else "application/json"
    if int(length) and kind != expected and scope["method"] not in SAFE:
        raise RequestRefused("bad-type", 415, {"expected": expected})


def has_body(scope: Scope) -> bool:
    """Whether something follows the headers of a request."""
    return header(scope, b"transfer-encoding") is not None or (
        header(scope, b"content-length") not in (None, "0")
    )


def in_pieces(message: Message) -> Iterator[Message]:
    """A long answer in pieces: the next one waits until there is room for it.

    So who does not read their answers waits for themselves, and does not fill the memory.
    """
    body = message.get("body", b"")
    if message["type"] != "http.response.body" or len(body) <= PIECE:
        yield message
        return
    last = (len(body) - 1) // PIECE
    for number in range(last + 1):
        piece = body[number * PIECE : (number + 1) * PIECE]
        more = number < last or message.get("more_body", False)
        yield {**message, "body": piece, "more_body": more}


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


async def refuse_handshake(send: Send, refused: RequestRefused) -> None:
    """Answers by HTTP to a socket that is not opened."""

    async def send_by_http(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *RAW_HEADERS]
        await send({**message, "type": "websocket." + message["type"]})

    await answer(send_by_http, refused)


async def answer(
    send: Callable[[Message], Awaitable[None]], refused: RequestRefused, is_last: bool = False
) -> None:
    """Answers with a refusal, before any route is reached; after the last nothing is read."""
    REFUSALS.labels(refused.code).inc()
    body = encode(refused.problem()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if is_last or refused.code == "slow-down":
        headers.append((b"connection", b"close"))  # the next one costs a new connection
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
