"""Forks servers from a process that has loaded everything: -m support.fork_server PORT FOLDER HOST

Reads a line for every server to start, waits until the one before is dead, and answers with the new
one's process once it listens. The wall clock of all of them is wrong by the seconds that stand in
the file `clock` of the folder (`set_clock`).
"""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import sys
import time
from pathlib import Path

CLOCK = "clock"


def set_clock(folder: Path, seconds: float) -> None:
    """Sets the clock of running servers, by so many seconds from the right time."""
    with (folder / CLOCK).open("r+b") as file:
        file.write(struct.pack("d", seconds))


def bend_clock(folder: Path) -> None:
    """Lets this process and its children read their wall clock with what the file says."""
    file = folder / CLOCK
    file.write_bytes(struct.pack("d", 0.0))
    with file.open("r+b") as opened:
        shared = mmap.mmap(opened.fileno(), 8)
    right = time.time
    time.time = lambda: right() + float(struct.unpack_from("d", shared)[0])


def main() -> None:
    """One server after another, on one port and one folder."""
    port, folder, host = int(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    bend_clock(folder)
    # Only now, for modules may keep the function that tells the time.
    from atlantis_games.server.app import make_app
    from atlantis_games.server.metrics import set_up_log
    from atlantis_games.server.run import bound_socket, make_server
    from atlantis_games.server.settings import read_settings
    from support.loaded_games import load_games

    set_up_log()
    load_games()
    child = 0
    for _ in sys.stdin:
        if child:
            os.waitpid(child, 0)
        with bound_socket(host, port) as listener:
            child = os.fork()
            if child == 0:
                server = make_server(make_app(read_settings(host, port, folder)))
                server.run(sockets=[listener])
                os._exit(0)
        print(child, flush=True)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, 15)


if __name__ == "__main__":
    main()
