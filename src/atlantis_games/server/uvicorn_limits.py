"""Uvicorn's sockets, with limits to what one line may send and collect in memory."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from atlantis_games.server.limits import BYTES_PER_MESSAGE, Allowance
from atlantis_games.server.metrics import FRAMES, log

UNREADABLE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
PORTION = 512  # bytes that are read before they are paid for: 85 frames at most
MIN_PAUSE = 0.05  # seconds, so that a paused line wakes up rarely
MAX_OVERDRAWN = 10.0  # seconds; a line that has not kept to its share for so long is closed
MAX_UNREAD = 60.0  # seconds; a line whose other side reads nothing for so long is given up
POLICY_VIOLATION = 1008
NOT_UTF_8 = 1007
FINAL_TEXT = 0x81  # the first byte of a frame that is a whole message of text (RFC 6455)
FINAL_TEXT_16, FINAL_TEXT_64 = struct.Struct("!BBH"), struct.Struct("!BBQ")
FINAL, MASKED, LENGTH = 0x80, 0x80, 0x7F  # bits of the first two bytes of a frame
LONG = 126  # from this length on it stands in further bytes
HEAD = 6  # bytes before a short frame's text: the first two, and the mask
END_OF_HANDSHAKE = b"\r\n\r\n"


def missing_bytes(data: bytes, missing: int) -> int | None:
    """How much of the last frame is missing when more bytes of a client have come.

    `missing` is how much was before. None if that cannot be told from the beginning of a frame, or
    if a message has several frames.
    """
    at = missing
    while at < len(data):
        head = data[at : at + 4]
        if len(head) < 4 or not head[0] & FINAL or not head[1] & MASKED:
            return None
        size = head[1] & LENGTH
        if size > LONG:
            return None
        at += HEAD + size if size < LONG else HEAD + 2 + int.from_bytes(head[2:])
    return at - len(data)


def short_text(data: bytes) -> str | None:
    """The text of a client's short message, if some bytes are one and nothing else."""
    size = len(data) - HEAD
    if data[0] != FINAL_TEXT or not 0 <= size < LONG or data[1] != MASKED | size:
        return None
    mask = (data[2:HEAD] * (size // 4 + 1))[:size]
    plain = int.from_bytes(data[HEAD:]) ^ int.from_bytes(mask)
    try:
        return plain.to_bytes(size).decode()
    except UnicodeDecodeError:
        return None


class MessageQueue:
    """What has come and is not taken yet: asyncio's queue in a tenth of the memory.

    One task takes from it.
    """

    __slots__ = ("messages", "taker")

    def __init__(self) -> None:
        self.messages: list[ASGIReceiveEvent] = []
        self.taker: asyncio.Future[None] | None = None  # waits for the next one

    def empty(self) -> bool:
        """Whether all were taken."""
        return not self.messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Adds a message."""
        self.messages.append(message)
        if self.taker is not None and not self.taker.done():
            self.taker.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """The next message."""
        while not self.messages:
            self.taker = asyncio.get_running_loop().create_future()
            await self.taker
        return self.messages.pop(0)


class LimitedSockets(WebSocketsSansIOProtocol):
    """Reads no more frames and bytes than are paid for.

    What has arrived is read in small portions. Each is charged to the allowance of the socket and
    its address, together with what the messages in it ask for; while something is owed, nothing is
    read, so that the other side has to wait. A line that goes on and on is closed with 1008, and so
    is one that sends pings and reads no pongs.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = MessageQueue()  # type: ignore[assignment]
        self.allowance = Allowance()
        self.backlog = bytearray()  # what has arrived and is not read yet
        self.overdrawn_since: float | None = None
        self.pause: asyncio.TimerHandle | None = None
        self.given_up: asyncio.TimerHandle | None = None  # when it does not read for too long
        self.take_text: Callable[[str], bool] | None = None  # before it gets into the queue
        self.missing: int | None = None  # bytes of the last frame, or None if that is not known

    def data_received(self, data: bytes) -> None:
        """More has come; a handshake that cannot be read gets an answer too."""
        if self.handshake_initiated:
            if self.backlog or not self.is_short_message(data):
                self.backlog += data
                self.read_on()
            return
        super().data_received(data)
        self.missing = 0 if data.endswith(END_OF_HANDSHAKE) else None
        unreadable = self.conn.handshake_exc is not None and not self.handshake_initiated
        if unreadable and not self.transport.is_closing():
            self.transport.write(UNREADABLE)
            self.transport.close()

    def is_short_message(self, data: bytes) -> bool:
        """Takes a short message, as nearly all are, without the detour of the general parser."""
        is_open = self.conn.state is OPEN and not self.close_sent and self.missing == 0
        if not is_open or self.pause is not None or not self.queue.empty():
            return False
        text = short_text(data)
        if text is None or not self.is_paid_for():
            return False
        self.allowance.charge(1.0 + len(data) / BYTES_PER_MESSAGE)
        FRAMES.inc()
        if self.take_text is None or not self.take_text(text):
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def handle_connect(self, event: Request) -> None:
        """Lets the application charge what messages cost, and share out what an address may use."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["allowance"] = self.allowance
            self.scope["state"]["line"] = self

    def read_on(self) -> None:
        """Reads what has arrived, for as long as it is paid for and the application keeps up."""
        while self.backlog and not self.transport.is_closing():
            if self.pause is not None or not self.is_paid_for():
                break
            if not self.queue.empty() and not self.close_sent:
                break  # `receive` goes on
            portion = bytes(self.backlog[:PORTION])
            del self.backlog[:PORTION]
            self.allowance.charge(len(portion) / BYTES_PER_MESSAGE)
            if self.missing is not None:
                self.missing = missing_bytes(portion, self.missing)
            super().data_received(portion)
        self.set_reading()

    def is_paid_for(self) -> bool:
        """Whether nothing is owed; otherwise reading goes on later, or never."""
        wait, own, now = self.allowance.wait(), self.allowance.own, time.monotonic()
        if not wait:
            if own.level > own.limit / 2:
                self.overdrawn_since = None
            return True
        # Who only shares an address with somebody who sends too much is not closed for it.
        if own.level < 0 and self.overdrawn_since is None:
            self.overdrawn_since = now
        if self.overdrawn_since is not None and now - self.overdrawn_since > MAX_OVERDRAWN:
            self.conn.fail(POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()
        else:
            self.pause = self.loop.call_later(max(wait, MIN_PAUSE), self.end_pause)
        return False

    def end_pause(self) -> None:
        """Reads on after a pause."""
        self.pause = None
        if not self.transport.is_closing():
            self.read_on()

    def set_reading(self) -> None:
        """Takes more from the network only when everything that has arrived was read."""
        if self.transport.is_closing():
            return
        must_pause = bool(self.backlog)
        if must_pause != self.read_paused:
            self.read_paused = must_pause
            (self.transport.pause_reading if must_pause else self.transport.resume_reading)()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; when all are taken, more is read."""
        message = await self.queue.get()
        if self.backlog and self.queue.empty():
            self.read_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """Sends a message; after the last one the other side's farewell is all that is read."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self.read_on()

    def has_room(self) -> bool:
        """Whether what was written before has left, and the line is open."""
        is_open = self.handshake_complete and not self.close_sent and not self.disconnected
        return is_open and self.writable.is_set() and not self.transport.is_closing()

    def write_text(self, message: bytes) -> None:
        """Sends a message at once, as one frame: nothing is compressed here."""
        size = len(message)
        if size < 126:
            head = bytes((FINAL_TEXT, size))
        elif size < 1 << 16:
            head = FINAL_TEXT_16.pack(FINAL_TEXT, 126, size)
        else:
            head = FINAL_TEXT_64.pack(FINAL_TEXT, 127, size)
        self.transport.write(head + message)

    def abort(self) -> None:
        """Gives the line up."""
        self.transport.abort()

    def handle_events(self) -> None:
        """Counts frames, also those that are no messages."""
        frames = len(self.conn.events)
        self.allowance.charge(frames)
        FRAMES.inc(frames)
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Hands a message over; one that is not UTF-8 closes the line, with one line in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                log.warning("a message was not UTF-8")
                self.frames = []
                self.conn.send_close(NOT_UTF_8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
        self.set_reading()  # what comes before this was taken waits in the backlog

    def pause_writing(self) -> None:
        """The other side does not read: it has some time to catch up."""
        super().pause_writing()
        self.given_up = self.loop.call_later(MAX_UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """The other side reads again."""
        super().resume_writing()
        if self.given_up is not None:
            self.given_up.cancel()

    def handle_ping(self) -> None:
        """Answers, if there is room."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone, and what it has sent with it."""
        for timer in (self.pause, self.given_up):
            if timer is not None:
                timer.cancel()
        self.backlog.clear()
        super().connection_lost(exc)
