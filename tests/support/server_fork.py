"""Server processes that are forked from one with everything loaded; `server_forker.py` does it."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import IO

READ_BY_A_CALL = "ATLANTIS_"  # variables that are read when a server starts, not when it is loaded
READ_WHEN_LOADED = {"ATLANTIS_CACHE", "ATLANTIS_COMPILED"}


def can_be_forked(variables: dict[str, str]) -> bool:
    """Whether a process with these variables is the one that is loaded, but for its settings."""
    return hasattr(os, "pidfd_open") and all(
        name.startswith(READ_BY_A_CALL) and name not in READ_WHEN_LOADED for name in variables
    )


class ServerFork:
    """A running server, as `subprocess.Popen` would show it."""

    def __init__(self, words: list[str], variables: dict[str, str], errors: IO[str]) -> None:
        call = {"arguments": words, "environment": variables, "folder": os.getcwd()}
        output, written = os.pipe()
        self.stdout = open(output, encoding="utf-8")  # noqa: SIM115
        files = [written, errors.fileno()]
        self.calls, _ = forker()
        socket.send_fds(self.calls, [json.dumps(call).encode()], files)
        os.close(written)
        self.pid = int(self.calls.recv(100))
        self.handle = os.pidfd_open(self.pid)  # it is readable when the process has ended
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self.end(0.0)

    def wait(self, seconds: float) -> int:
        """Its exit code, once it has ended."""
        code = self.end(seconds)
        if code is None:
            raise subprocess.TimeoutExpired("atlantis", seconds)
        return code

    def end(self, seconds: float) -> int | None:
        """Waits for its end for so long; its exit code, if it has ended."""
        if self.returncode is None and select.select([self.handle], [], [], seconds)[0]:
            self.calls.send(str(self.pid).encode())
            self.returncode = int(self.calls.recv(100))
            os.close(self.handle)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Sends it a signal, if it has not ended; the number stays its own until `end` asks."""
        if self.returncode is None:
            os.kill(self.pid, number)


@cache
def forker() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Started once for all tests of a process; it ends when this socket is closed."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    paths = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        [sys.executable, "-m", "support.server_forker", str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    theirs.close()
    return ours, process
