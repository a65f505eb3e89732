"""Processes on one port hand sockets over, so that all who are at a table meet in one of them.

That spares work and is never a condition: a line that cannot be handed over is served where it is.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from atlantis_games.server.metrics import log

MAX_HEAD = 16_384  # bytes that have been read before a line is handed over
IS_SOCKET = re.compile(
    rb"GET /api/tables/([A-Za-z0-9_-]{1,40})/socket[? ].*\r\nupgrade: *websocket\r\n.*\r\n\r\n",
    re.IGNORECASE | re.DOTALL,
)


class LineSharing:
    """One process's place among those that share a port; the places are numbered from 0."""

    def __init__(self, folder: Path, place: int, places: int) -> None:
        self.folder = folder
        self.place = place
        self.places = places
        self.sender = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.sender.setblocking(False)
        self.receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.receiver.setblocking(False)
        self.tasks: set[asyncio.Task[None]] = set()

    def file(self, place: int) -> str:
        """Where the process at a place takes lines."""
        return str(self.folder / f"lines-{place}")

    def start(self, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        """Takes lines from now on; a process that was here before gets none any more."""
        new = self.file(self.place) + "-new"
        with suppress(FileNotFoundError):
            os.unlink(new)
        self.receiver.bind(new)
        os.rename(new, self.file(self.place))
        loop = asyncio.get_running_loop()
        loop.add_reader(self.receiver.fileno(), self.take, make_protocol)

    def hand_over(self, transport: asyncio.Transport, data: bytes) -> bool:
        """Gives a line to the process where its table is at home; False if it is to stay here."""
        found = IS_SOCKET.fullmatch(data) if len(data) <= MAX_HEAD else None
        if found is None:
            return False
        place = crc32(found[1]) % self.places
        if place == self.place:
            return False
        line = transport.get_extra_info("socket")
        try:
            self.sender.connect(self.file(place))
            socket.send_fds(self.sender, [data], [line.fileno()])
        except OSError:  # that process is not there, or very busy
            return False
        transport.abort()  # closes our end of it only
        return True

    def take(self, make_protocol: Callable[[], asyncio.Protocol]) -> None:
        """Takes what other processes have handed over."""
        try:
            data, descriptors, _, _ = socket.recv_fds(self.receiver, MAX_HEAD, 1)
        except OSError:
            return
        for descriptor in descriptors:
            line = socket.socket(fileno=descriptor)
            line.setblocking(False)
            task = asyncio.create_task(self.serve(line, data, make_protocol))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def serve(
        self, line: socket.socket, data: bytes, make_protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        """Goes on with a line from where the other process has read it."""
        loop = asyncio.get_running_loop()
        try:
            transport, protocol = await loop.connect_accepted_socket(make_protocol, line)
            if not transport.is_closing():
                protocol.data_received(data)
        except OSError as error:
            log.warning("a line was lost on its way: %s", type(error).__name__)
            line.close()
