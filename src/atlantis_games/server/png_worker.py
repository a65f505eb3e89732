"""PNG made in a process of its own: resvg holds Python's lock, and people would wait for it.

The process reads SVG documents from its input and writes PNG to its output, each with its length
before it, until its input ends. A document in JSON asks for a moving picture of many SVG documents.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
import time
from typing import BinaryIO

from atlantis_games.core.pictures.png import png

LENGTH = struct.Struct(">I")
SECONDS = 20.0  # that a picture may take
NICENESS = 5


class PngWorker:
    """The process, which is started when it is first needed."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()
        self.used_at = 0.0

    async def png(self, svg: str) -> bytes:
        """An SVG document as PNG. A process that fails is ended; the next picture gets another."""
        async with self.lock:
            self.used_at = time.monotonic()
            try:
                async with asyncio.timeout(SECONDS):
                    return await self._exchange(svg.encode())
            except BaseException:
                self.stop()
                raise

    async def _exchange(self, document: bytes) -> bytes:
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "atlantis_games.server.png_worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        to_it, from_it = self.process.stdin, self.process.stdout
        assert to_it is not None
        assert from_it is not None
        to_it.write(LENGTH.pack(len(document)) + document)
        await to_it.drain()
        (length,) = LENGTH.unpack(await from_it.readexactly(LENGTH.size))
        return await from_it.readexactly(length)

    def stop(self) -> None:
        """Ends the process, if there is one."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        self.process = None

    def rest(self, seconds: float) -> None:
        """Ends a process that nobody has needed for a while."""
        if not self.lock.locked() and time.monotonic() - self.used_at > seconds:
            self.stop()


def work(documents: BinaryIO, pictures: BinaryIO) -> None:
    """Answers every document until there are no more."""
    while header := documents.read(LENGTH.size):
        (length,) = LENGTH.unpack(header)
        picture = made(documents.read(length).decode())
        pictures.write(LENGTH.pack(len(picture)) + picture)
        pictures.flush()


def made(document: str) -> bytes:
    """The picture of a document."""
    if not document.startswith("{"):
        return png(document)
    from atlantis_games.core.pictures.animation import animation

    return animation(**json.loads(document))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    work(sys.stdin.buffer, sys.stdout.buffer)
