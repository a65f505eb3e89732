"""Forks servers from a process that has loaded everything: -m support.server_forker SOCKET

Loading everything takes seconds of the processor, a fork none. Each message that it reads from the
socket is a call as JSON, with the files for output and errors: arguments, environment and folder.
It answers with the number of the process. The number of a process that has ended is answered with
its exit code. Servers that are left when the socket is closed are killed.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

from atlantis_games.cli import main as command
from atlantis_games.server import child
from support.loaded_games import load_games

MAX_CALL = 100_000  # bytes


def serve(call: dict[str, Any], files: list[int]) -> int:
    """Turns this process into one that was started with the call, and runs it to its end."""
    os.chdir(call["folder"])
    os.environ.clear()
    os.environ.update(call["environment"])
    for number, file in enumerate(files, 1):
        os.dup2(file, number)
        os.close(file)
    sys.argv = ["atlantis", *call["arguments"]]
    try:
        command.main()
    except SystemExit as end:
        code = end.code
    else:
        code = 0
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


def main() -> None:
    """One call after another."""
    with socket.socket(fileno=int(sys.argv[1])) as calls:
        assert child  # is loaded too
        load_games()
        running: set[int] = set()
        while True:
            text, files, _, _ = socket.recv_fds(calls, MAX_CALL, 2)
            if not text:
                break
            call = json.loads(text)
            if isinstance(call, int):
                _, status = os.waitpid(call, 0)
                running.discard(call)
                answer = os.waitstatus_to_exitcode(status)
            else:
                answer = os.fork()
                if answer == 0:
                    calls.close()
                    os._exit(serve(call, files))
                running.add(answer)
                for file in files:
                    os.close(file)
            calls.send(str(answer).encode())
    for left in running:
        with suppress(ProcessLookupError):
            os.kill(left, signal.SIGKILL)


if __name__ == "__main__":
    main()
