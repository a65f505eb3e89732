"""The page first: its files are shown while the rest of the server is loaded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeAlias

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.middleware import answer, refuse_handshake
from atlantis_games.server.page_files import file_or_home

Parts: TypeAlias = Mapping[str, ASGIApp]  # by type of scope


class LateApp:
    """An application that is loaded in a thread; whatever needs it waits, the page does not.

    Loading all of the server takes several times as long as what shows the page.
    """

    def __init__(self, load: Callable[[], Parts], origin: str) -> None:
        self.load = load
        self.origin = origin
        self.on_failure: Callable[[], None] = lambda: None
        self.parts: Parts = {}
        self.error: Exception | None = None  # why it could not be loaded
        self.is_decided = asyncio.Event()  # it is loaded, or never will be

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles the life of the server, a request or a handshake."""
        if scope["type"] == "lifespan":
            await self.live(scope, receive, send)
            return
        if scope["type"] == "http" and not self.is_decided.is_set():
            request, path = Request(scope, receive), scope["path"].lstrip("/")
            found = file_or_home(path, request, self.origin) if request.method == "GET" else None
            if found is not None:
                await found(scope, receive, send)
                return
        await self.is_decided.wait()
        if self.error is None:
            await self.parts[scope["type"]](scope, receive, send)
        else:
            refused = RequestRefused("going-away", 503)
            refuse = answer if scope["type"] == "http" else refuse_handshake
            await refuse(send, refused)

    async def live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tells the server that it may begin, loads the application, and passes its life on."""
        started = await receive()
        await send({"type": "lifespan.startup.complete"})
        try:
            self.parts = await asyncio.to_thread(self.load)
            await self.parts["lifespan"](
                scope, self.once_more(started, receive), self.noticing(send)
            )
        except Exception as error:
            if self.is_decided.is_set():
                raise
            self.fail(error)
            await receive()
            await send({"type": "lifespan.shutdown.complete"})

    def once_more(self, started: Message, receive: Receive) -> Receive:
        """Receives again that the server starts, and then what follows."""
        messages = iter([started])

        async def receive_next() -> Message:
            return next(messages, None) or await receive()

        return receive_next

    def noticing(self, send: Send) -> Send:
        """Lets everybody in when the application has started; the server thinks it has long ago."""

        async def send_rest(message: Message) -> None:
            kind = message["type"]
            if kind == "lifespan.startup.complete":
                self.is_decided.set()
            elif kind != "lifespan.startup.failed":  # the application raises why
                await send(message)

        return send_rest

    def fail(self, error: Exception) -> None:
        """Gives up: nobody waits any longer."""
        self.error = error
        self.is_decided.set()
        self.on_failure()
