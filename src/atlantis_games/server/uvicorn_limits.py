"""Uvicorn's protocols, with limits to what one connection may collect in memory."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_HEAD = 65_536  # bytes of a request before its body
UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class LimitedHttp(HttpToolsProtocol):
    """Gives up on a request whose headers do not end."""

    head = 0
    in_head = False

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.head, self.in_head = 0, True

    def on_headers_complete(self) -> None:
        """Its headers have ended."""
        self.in_head = False
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """More of it has come."""
        super().data_received(data)
        if self.in_head and not self.transport.is_closing():
            self.head += len(data)
            if self.head > MAX_HEAD:
                self.send_400_response("Invalid HTTP request received.")


class LimitedSockets(WebSocketsSansIOProtocol):
    """Closes connections that send pings and read no pongs, or that send too many headers."""

    def data_received(self, data: bytes) -> None:
        """More has come; a handshake that cannot be read gets an answer too."""
        super().data_received(data)
        unreadable = self.conn.handshake_exc is not None and not self.handshake_initiated
        if unreadable and not self.transport.is_closing():
            self.transport.write(UNREADABLE)
            self.transport.close()

    def handle_ping(self) -> None:
        """Answers, if there is room."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()
