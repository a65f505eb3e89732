"""Asking workers for something, and waiting for the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.metrics import JOBS
from atlantis_games.server.store import Store
from atlantis_games.server.store.jobs import JobStore
from atlantis_games.server.thoughts import Task
from atlantis_games.server.workers import Workers

BETWEEN_LOOKS = 1.0  # seconds, in case a notification was lost


class Jobs:
    """The jobs of a cluster, as one of its processes sees them."""

    def __init__(self, store: Store, threads: int) -> None:
        self.store = JobStore(store.engine, store.process)
        self.workers = Workers(self.store, threads)
        self.waiting: dict[str, list[asyncio.Event]] = {}  # who waits for each job here

    def hear(self, note: dict[str, Any]) -> None:
        """Takes a notification: there is something to do, or something is done."""
        self.workers.wake.set()
        for event in self.waiting.get(note.get("job", ""), ()):
            event.set()

    async def result(
        self, job_id: str, task: Task, report: Callable[[str], None] = lambda progress: None
    ) -> Any:
        """What a worker makes of a task; the same job is not done twice."""
        event = asyncio.Event()
        self.waiting.setdefault(job_id, []).append(event)
        try:
            await self.store.add(job_id, task)
            return await self.done(job_id, event, report)
        finally:
            self.waiting[job_id].remove(event)
            if not self.waiting[job_id]:
                del self.waiting[job_id]

    async def done(self, job_id: str, event: asyncio.Event, report: Callable[[str], None]) -> Any:
        """Waits for the result of a job."""
        while True:
            event.clear()
            found = await self.store.look(job_id)
            if found is None:  # it was done, and forgotten
                raise RequestRefused("server-error", 503)
            progress, result = found
            if isinstance(result, dict) and "failed" in result:
                raise RequestRefused("server-error", 503)
            if result is not None:
                return result
            report(progress)
            with suppress(TimeoutError):
                async with asyncio.timeout(BETWEEN_LOOKS):
                    await event.wait()

    async def count(self) -> None:
        """Counts for the metrics how many jobs wait and are being done."""
        waiting, running = await self.store.count()
        JOBS.labels("waiting").set(waiting)
        JOBS.labels("running").set(running)
