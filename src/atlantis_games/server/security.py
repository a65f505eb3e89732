"""What stands before every route: origins, sizes, rates, and headers on every answer."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from atlantis_games.server.limits import Buckets
from atlantis_games.server.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 16_384
LARGEST_MATCH = 1_000_000
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


class Guard:
    """Lets through what may pass; everything else gets a code and a sentence."""

    def __init__(self, app: ASGIApp, settings: Settings, sockets: ASGIApp) -> None:
        self.app = app
        self.sockets = sockets
        self.origin = settings.origin
        limits = settings.limits
        self.requests = Buckets(30 * limits, 300 * limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or handshake."""
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.handshake(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def handshake(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket that wants to be opened; it counts as a request."""
        client = scope.get("client")
        if not self.requests.take(client[0] if client else "local"):
            await refuse_handshake(send, 429, "slow-down", "Too many requests; wait a second.")
        elif not self.is_at_home(scope):
            await refuse_handshake(send, 403, "wrong-origin", "This is a page of another site.")
        else:
            await self.sockets(scope, receive, send)

    def is_at_home(self, scope: Scope) -> bool:
        """Whether a browser's page is one of ours; scripts name no origin."""
        origin = header(scope, b"origin")
        if origin is None:
            return True
        if self.origin:
            return origin == self.origin
        try:
            return urlsplit(origin).netloc == header(scope, b"host")
        except ValueError:  # not an address at all
            return False

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *RAW_HEADERS]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        client = scope.get("client")
        if not self.requests.take(client[0] if client else "local"):
            await answer(send_guarded, 429, "slow-down", "Too many requests; wait a second.")
            return
        if scope["method"] not in SAFE:
            bearer = (header(scope, b"authorization") or "").lower().startswith("bearer ")
            origin = header(scope, b"origin")
            ours = self.is_at_home(scope) and (bearer or origin is not None)
            if not ours and not (origin is None and header(scope, b"cookie") is None):
                text = "This request comes from another site, or does not say from where."
                await answer(send_guarded, 403, "wrong-origin", text)
                return
            problem = await self.body_problem(scope)
            if problem is not None:
                await answer(send_guarded, *problem)
                return
        await self.app(scope, receive, send_guarded)

    async def body_problem(self, scope: Scope) -> tuple[int, str, str] | None:
        """What is wrong with a body, from its headers alone."""
        length = header(scope, b"content-length")
        if length is None:
            if header(scope, b"transfer-encoding") is not None:
                return 411, "no-length", "Say how long the body is."
            return None
        if not length.isdecimal() or int(length) > largest(scope):
            return 413, "too-large", "That is more than is accepted here."
        kind = (header(scope, b"content-type") or "").split(";")[0].strip().lower()
        expected = "text/plain" if scope["path"] == "/api/matches" else "application/json"
        if int(length) and kind != expected:
            return 415, "bad-type", f"Send {expected} here."
        return None


def largest(scope: Scope) -> int:
    """How long a body may be."""
    return LARGEST_MATCH if scope["path"] == "/api/matches" else LARGEST_BODY


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


async def refuse_handshake(send: Send, status: int, code: str, text: str) -> None:
    """An answer by HTTP to a socket that is not opened."""

    async def send_instead(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *RAW_HEADERS]
        await send({**message, "type": "websocket." + message["type"]})

    await answer(send_instead, status, code, text)


async def answer(send: Any, status: int, code: str, text: str) -> None:
    """A refusal before any route is reached."""
    body = json.dumps({"code": code, "text": text, "rule": "", "values": {}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
