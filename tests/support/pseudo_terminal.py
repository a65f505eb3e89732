"""A terminal of a chosen size, with keys that are pressed and a screen that is read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

from support.command import Fork, environment

KEYS = {"enter": "\r", "tab": "\t", "esc": "\x1b", "down": "\x1b[B", "right": "\x1b[C"}
STYLES = re.compile(r"\x1b\[[\d;?]*[A-Za-z]")
SECONDS = 60  # that something may take to appear


class PseudoTerminal:
    """A process in a terminal, and everything that it has shown."""

    def __init__(self, process: Fork, descriptor: int) -> None:
        self.process = process
        self.descriptor = descriptor
        self.raw = ""

    @property
    def text(self) -> str:
        """Everything shown so far, without colours and other sequences."""
        return STYLES.sub("", self.raw)

    def press(self, *keys: str) -> None:
        """Presses keys, by name or as they are typed."""
        for key in keys:
            os.write(self.descriptor, KEYS.get(key, key).encode())

    def read(self, seconds: float) -> bool:
        """Takes what is shown; whether the process goes on."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return True
        try:
            part = os.read(self.descriptor, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += part.decode("utf-8", "ignore")
        return bool(part)

    def wait_for(self, words: str) -> str:
        """What has been shown since the last call, once these words are among it."""
        deadline = time.monotonic() + SECONDS
        while words not in self.text:
            assert time.monotonic() < deadline, (
                f"{words!r} does not appear in {self.text[-3000:]!r}"
            )
            assert self.read(1), f"ended without {words!r}: {self.text[-3000:]!r}"
        shown, self.raw = self.text, ""
        return shown

    def end(self) -> str:
        """Everything shown until the process ends, which it does without an error."""
        while self.read(1):
            pass
        assert self.process.wait() == 0
        return self.text


@contextmanager
def terminal(
    *args: object, width: int = 80, height: int = 24, variables: dict[str, str] | None = None
) -> Iterator[PseudoTerminal]:
    """Runs the command in a terminal."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
    kept = {name: word for name, word in environment().items() if name not in ("COLUMNS", "LINES")}
    chosen = kept | {"TERM": "xterm-256color"} | (variables or {})
    fork = Fork(list(map(str, args)), chosen, *[os.ttyname(child)] * 3)
    os.close(child)
    try:
        yield PseudoTerminal(fork, parent)
    finally:
        fork.kill()
        os.close(parent)
