"""`atlantis serve` that also measures its event loop: python bench/watched_server.py --data FOLDER

On every SIGUSR1 it prints a line of JSON with the seconds since the last one, the seconds of CPU
that the event loop used, and the longest stretch of them between two of its turns. CPU time says
what a message costs also on a machine that is busy with other things.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time

import uvicorn

from atlantis_games.cli.main import main
from atlantis_games.server import run
from atlantis_games.server.middleware import Guard
from atlantis_games.server.run import make_server

TICK = 0.005  # seconds between two looks at the clock


class LoopWatch:
    """Notes how long the loop is busy between two ticks."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.reset()
        self.tick()
        loop.add_signal_handler(signal.SIGUSR1, self.report)

    def reset(self) -> None:
        """Begins to count."""
        self.since = time.monotonic()
        self.cpu_since = self.last_cpu = time.thread_time()
        self.longest = 0.0

    def tick(self) -> None:
        """Notes what was used since the last tick."""
        now = time.thread_time()
        self.longest = max(self.longest, now - self.last_cpu)
        self.last_cpu = now
        self.loop.call_later(TICK, self.tick)

    def report(self) -> None:
        """Prints what was measured, and begins again."""
        seconds, cpu = time.monotonic() - self.since, time.thread_time() - self.cpu_since
        print(json.dumps({"seconds": seconds, "cpu": cpu, "longest": self.longest}), flush=True)
        self.reset()


class WatchedServer(uvicorn.Server):
    """Uvicorn with a watch on its loop."""

    async def main_loop(self) -> None:
        """Serves until it is stopped."""
        LoopWatch(asyncio.get_running_loop())
        await super().main_loop()


def make_watched_server(app: Guard) -> uvicorn.Server:
    """The usual server, with a watch on its loop."""
    return WatchedServer(make_server(app).config)


if __name__ == "__main__":
    vars(run)["make_server"] = make_watched_server
    sys.argv[1:1] = ["serve", "--port", "0"]
    main()
