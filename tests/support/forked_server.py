"""Servers that are forked from a process with everything loaded, so that killing them is cheap."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from support.server_process import LIMITS, NEVER_GONE, ServerProcess, free_port

PATHS = [str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")]


class ForkedServer(ServerProcess):
    """A server that can be killed and started again in a moment."""

    def __init__(
        self, data: Path, host: str = "127.0.0.1", within: Sequence[str] = (), **environment: str
    ) -> None:
        """Prepares one that listens at a host, perhaps by a command that runs it in a network."""
        super().__init__(data, **NEVER_GONE, **environment)
        data.mkdir(parents=True, exist_ok=True)
        port = free_port()
        self.address = f"http://{host}:{port}"
        self.child = 0
        forker = [sys.executable, "-m", "support.fork_server", str(port), str(data), host]
        with self.log.open("w") as log:
            self.forker = subprocess.Popen(
                [*within, *forker],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={
                    **os.environ,
                    "ATLANTIS_LIMITS": LIMITS,
                    **self.environment,
                    "PYTHONPATH": os.pathsep.join(PATHS),
                },
            )

    def begin(self) -> None:
        """Starts a server; the one before must be dead."""
        assert self.forker.stdin is not None
        assert self.forker.stdout is not None
        self.forker.stdin.write("start\n")
        self.forker.stdin.flush()
        self.child = int(self.forker.stdout.readline())

    def signal(self, number: signal.Signals) -> None:
        """Sends the server a signal."""
        os.kill(self.child, number)

    def close(self) -> None:
        """Ends the server and the process that forks it."""
        if self.child:
            with suppress(ProcessLookupError):
                self.signal(signal.SIGKILL)
        self.forker.kill()
        self.forker.communicate()
