"""Uvicorn's HTTP, with limits to what one connection may send, keep waiting and leave unread."""

from __future__ import annotations

import asyncio

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from atlantis_games.server.limits import network_of
from atlantis_games.server.line_sharing import LineSharing
from atlantis_games.server.metrics import REFUSALS
from atlantis_games.server.middleware import Guard, is_proxy

MAX_HEAD = 16_384  # bytes of a request before its body
MAX_PARTS = 200  # requests, headers and pieces of bodies that are read in one go
MAX_PIPELINED = 8  # requests that wait for the answers to others on the same line
MAX_ARRIVING = 60.0  # seconds; a request that is not there as a whole by then is given up
MAX_UNREAD = 60.0  # seconds; a line whose other side reads nothing for so long is given up


class TooMuch(Exception):
    """A request with more parts than anybody needs; httptools stops reading at it."""


class LimitedHttp(HttpToolsProtocol):
    """Reads requests of a sensible size, and gives up on lines that only keep us busy.

    Many requests in one packet, or a body in very many pieces, would keep all others waiting while
    they are taken apart, before anybody could say that they are too many.
    """

    head = 0  # bytes of the head that is being read
    in_head = False
    parts = 0  # of what has arrived now
    network = ""  # whose connections are counted; empty for those that are not
    sharing: LineSharing | None = None  # with other processes on the same port
    is_new = True  # nothing has come yet
    arriving: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Hangs up at once on an address that was refused too often or has too many lines."""
        super().connection_made(transport)
        guard, address = self.config.app, self.client[0] if self.client else ""
        if not isinstance(guard, Guard) or not address:
            return
        if not is_proxy(address):
            self.network = network_of(address)
            guard.connections[self.network] += 1
        if guard.is_flooding(address) or guard.has_too_many_connections(self.network):
            transport.abort()
            return
        self.arriving = self.loop.call_later(MAX_ARRIVING, transport.abort)

    def data_received(self, data: bytes) -> None:
        """More has come. What cannot be read is answered and counted, not logged."""
        if (
            self.is_new
            and self.sharing is not None
            and self.sharing.hand_over(self.transport, data)
        ):
            return
        self.is_new = False
        self._unset_keepalive_if_required()
        self.parts = 0
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return
        except httptools.HttpParserError:
            self.refuse_unreadable()
            return
        if self.in_head and not self.transport.is_closing():
            self.head += len(data)
            if self.head > MAX_HEAD:
                self.refuse_unreadable()

    def refuse_unreadable(self) -> None:
        """Answers what is not HTTP, or too much of it; again and again, it is not even read."""
        guard = self.config.app
        if isinstance(guard, Guard) and self.network:
            guard.refusals.charge(self.network, 1.0)
        REFUSALS.labels("not-http").inc()
        self.send_400_response("Invalid HTTP request received.")

    def count_part(self, size: int = 0) -> None:
        """Counts a part, and how long a head is."""
        self.parts += 1
        self.head += size
        if self.parts > MAX_PARTS or self.head > MAX_HEAD:
            raise TooMuch

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.head, self.in_head = 0, True
        self.count_part()
        if len(self.pipeline) > MAX_PIPELINED:
            raise TooMuch
        if self.arriving is None:
            self.arriving = self.loop.call_later(MAX_ARRIVING, self.transport.abort)

    def on_url(self, url: bytes) -> None:
        """More of its address."""
        self.count_part(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self.count_part(len(name) + len(value))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its headers have ended."""
        self.head, self.in_head = 0, False
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of its body."""
        self.count_part()
        super().on_body(body)

    def on_message_complete(self) -> None:
        """It is there as a whole."""
        self.stop_waiting_for_request()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """The line becomes a socket, which is counted as one."""
        self.stop_waiting_for_request()
        self.forget()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The other side does not read: it has some time to catch up."""
        super().pause_writing()
        self.unread = self.loop.call_later(MAX_UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """The other side reads again."""
        super().resume_writing()
        if self.unread is not None:
            self.unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self.stop_waiting_for_request()
        if self.unread is not None:
            self.unread.cancel()
        self.forget()
        super().connection_lost(exc)

    def stop_waiting_for_request(self) -> None:
        """Stops the time in which a request must arrive."""
        if self.arriving is not None:
            self.arriving.cancel()
            self.arriving = None

    def forget(self) -> None:
        """Counts the line no longer."""
        guard = self.config.app
        if self.network and isinstance(guard, Guard):
            guard.connections[self.network] -= 1
            if not guard.connections[self.network]:
                del guard.connections[self.network]
        self.network = ""
