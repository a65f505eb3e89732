"""Forks servers from a process that has loaded everything: -m support.fork_server PORT FOLDER

Reads a line for every server to start, waits until the one before is dead, and answers with the new
one's process once it listens.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from atlantis_games.server.run import bound_socket, make_server, prepare
from atlantis_games.server.settings import read_settings


def main() -> None:
    """One server after another, on one port and one folder."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    prepare()
    child = 0
    for _ in sys.stdin:
        if child:
            os.waitpid(child, 0)
        with bound_socket("127.0.0.1", port) as listener:
            child = os.fork()
            if child == 0:
                server = make_server(read_settings("127.0.0.1", port, folder))
                server.run(sockets=[listener])
                os._exit(0)
        print(child, flush=True)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, 15)


if __name__ == "__main__":
    main()
