"""Tidying up: idle tables leave memory, and old ones that were never finished the store.

A wrong clock must not remove anything. So a table is marked by one sweep and removed by another, a
day later; nothing that is in memory is removed; and a wall clock that has jumped takes all marks
away and stops this sweep.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from atlantis_games.server.metrics import log, note
from atlantis_games.server.store import Changes
from atlantis_games.server.tables.lobby import Lobby

DAY = 86_400.0  # seconds
GRACE = DAY  # between the mark and the removal, if tables are kept for so long
MAX_DRIFT = 30.0  # seconds by which two clocks may come apart between sweeps


def steady_seconds() -> float:
    """Seconds on a clock that nobody sets and that runs while a laptop sleeps."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Sweeper:
    """Sweeps again and again, and watches the wall clock meanwhile."""

    def __init__(
        self,
        lobby: Lobby,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = steady_seconds,
    ) -> None:
        self.lobby = lobby
        self.wall = wall
        self.steady = steady
        self.offset = wall() - steady()

    def has_jumped(self) -> bool:
        """Whether the wall clock was set since the last time this was asked."""
        before, self.offset = self.offset, self.wall() - self.steady()
        return abs(self.offset - before) > MAX_DRIFT

    async def sweep(self, idle_seconds: float, keep_days: float) -> None:
        """Unloads idle tables, marks old ones, and removes those marked long ago."""
        self.lobby.unload_idle(idle_seconds)
        store, now = self.lobby.store, self.wall()
        if self.has_jumped():
            log.warning("the clock was set: no table is removed for a day")
            await store.unmark_tables()
            return
        if store.process:  # what another process has in memory is not removed
            await store.write(Changes().keep_tables(self.lobby.sessions))
        kept = keep_days * DAY
        old, marked = now - kept, now - min(kept, GRACE)
        removed = await self.lobby.remove(await store.removable(old, marked))
        if removed:
            note("removed old tables", count=removed)
        await store.mark_unfinished(old, now)
