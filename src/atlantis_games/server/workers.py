"""Works on jobs in threads: in the processes of a cluster, and in `atlantis worker`."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from atlantis_games.analysis.accounts import Analysis
from atlantis_games.core.errors import BadRequest
from atlantis_games.kernels.prepare import prepare_all
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import step_back
from atlantis_games.server.metrics import BOT_SECONDS, log, note, set_up_log
from atlantis_games.server.store import Store
from atlantis_games.server.store.engine import url_without_password
from atlantis_games.server.store.jobs import Job, JobStore
from atlantis_games.server.thoughts import Task, done

CLAIM_SECONDS = 30.0  # after which another worker may take a job; longer than any move takes
BETWEEN_REPORTS = 5.0  # seconds, of a job that takes long
FIRST_REPORT = 0.5  # seconds, of one whose first results are looked at; then ever more seldom
BETWEEN_LOOKS = 0.1  # seconds, of a worker that nobody wakes
AFTER_FAILURE = 1.0  # seconds, when the database is away


class Stopped(Exception):
    """The job belongs to another worker now, or the program ends."""


class Progress:
    """How far a job is; the thread that works on it is told when to stop."""

    def __init__(self) -> None:
        self.text = ""
        self.is_stopped = False
        self.so_far = Analysis()  # if it is a review

    def __call__(self, done: int, total: int) -> None:
        """Called by the work, from its thread."""
        if self.is_stopped:
            raise Stopped
        self.text = f"{done} {total}"


class Workers:
    """So many threads, each with one job at a time."""

    def __init__(self, jobs: JobStore, threads: int) -> None:
        self.jobs = jobs
        self.threads = threads
        self.pool = ThreadPoolExecutor(max(1, threads), "worker", step_back)
        self.wake = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def start(self, between_looks: float = BETWEEN_LOOKS) -> None:
        """Begins to take jobs, whenever it is woken and as often as is said."""
        self.tasks = [
            asyncio.create_task(self.work_forever(between_looks)) for _ in range(self.threads)
        ]

    async def close(self) -> None:
        """Gives back what is being worked on."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    async def work_forever(self, between_looks: float) -> None:
        """Takes one job after another."""
        while True:
            try:
                job = await self.jobs.claim(CLAIM_SECONDS)
                if job is not None:
                    await self.work(job)
                    continue
                self.wake.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(between_looks):
                        await self.wake.wait()
            except Exception as error:
                log.warning("a worker waits for the database: %s", type(error).__name__)
                await asyncio.sleep(AFTER_FAILURE)

    async def work(self, job: Job) -> None:
        """Does a job, and says now and then that it is being done."""
        progress = Progress()
        loop = asyncio.get_running_loop()
        working = loop.run_in_executor(self.pool, counted, job.task, progress)
        pause = FIRST_REPORT if job.task["kind"] == "review" else BETWEEN_REPORTS
        try:
            while not (await asyncio.wait([working], timeout=pause))[0]:
                found = progress.so_far.as_dict() if progress.so_far.decisions else None
                if not await self.jobs.go_on(job, progress.text, CLAIM_SECONDS, found):
                    progress.is_stopped = True
                pause = min(2 * pause, BETWEEN_REPORTS)
            result = working.result()
        except asyncio.CancelledError:
            progress.is_stopped = True
            working.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
            with suppress(Exception):
                await self.jobs.give_back(job)
            raise
        except Stopped:
            return
        except Exception as error:
            log.exception("a job failed", extra={"values": {"job": job.id}})
            result = {"failed": type(error).__name__}
        await self.jobs.finish(job, result)


def counted(task: Task, progress: Progress) -> object:
    """Does a task, and counts its time."""
    begin = time.perf_counter()
    found = done(task, progress, progress.so_far)
    BOT_SECONDS.inc(time.perf_counter() - begin)
    return found


def run_worker(url: str, threads: int | None) -> None:
    """Works on the jobs of a database until a signal ends it."""
    from atlantis_games.games import GAMES

    os.umask(0o077)
    set_up_log()
    prepare_all(GAMES.values())
    asyncio.run(work_on(url, threads or os.cpu_count() or 1))


async def work_on(url: str, threads: int) -> None:
    """Works on the jobs of a database until a signal ends it."""
    name = f"worker-{secrets.token_hex(6)}"
    store = Store(url, name)
    try:
        await store.check()
    except RequestRefused as error:
        await store.close()
        raise BadRequest(
            f"Cannot use the database {url_without_password(url)}: is it there, and has a server "
            "used it?"
        ) from error
    workers = Workers(JobStore(store.engine, name), threads)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    workers.start()
    note("worker started", worker=name, threads=threads)
    print(f"Working with {threads} threads  (Ctrl-C stops it)", flush=True)
    await stop.wait()
    await workers.close()
    await store.close()
    note("worker stopped", worker=name)
