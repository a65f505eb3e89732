"""Work in threads, shared out: addresses are served in turn, and at each address its guests."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from atlantis_games.server.limits import Buckets

T = TypeVar("T")
NICENESS = 5  # of threads that think


class Payer(NamedTuple):
    """Whom a piece of work is for."""

    address: str
    guest: str = ""


class Share(NamedTuple):
    """How many threads there are, and how many of them may work for one address or guest."""

    threads: int
    of_address: int
    of_guest: int


class Job:
    """A piece of work that waits for a thread."""

    def __init__(self, payer: Payer, work: Callable[[], Any]) -> None:
        self.payer = payer
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class FairQueue:
    """Threads that nobody can keep for themselves.

    Those who have used more seconds than their budget allows are in debt: such work waits for as
    long as others' does, and only one thread is used for it. Nobody starves, because debts are
    paid by waiting.
    """

    def __init__(
        self,
        name: str,
        share: Share,
        of_guests: Buckets | None = None,
        of_all: Buckets | None = None,
    ) -> None:
        self.share = share
        self.budgets = (of_all or Buckets(1e9, 1e9), of_guests or Buckets(1e9, 1e9))
        self.pool = ThreadPoolExecutor(share.threads, name, step_back)
        self.waiting: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()
        self.of_address: Counter[str] = Counter()  # in threads now
        self.of_payer: Counter[Payer] = Counter()
        self.in_debt = 0  # in threads now, of those in debt
        self.is_closed = False

    def close(self) -> None:
        """Starts nothing any more."""
        self.is_closed = True
        self.pool.shutdown(wait=False, cancel_futures=True)

    def count(self, payer: Payer) -> int:
        """How many pieces of work of a payer wait or are done now."""
        waiting = self.waiting.get(payer.address, OrderedDict()).get(payer.guest, deque())
        return self.of_payer[payer] + sum(not job.done.done() for job in waiting)

    async def run(self, payer: Payer, work: Callable[[], T]) -> T:
        """Does work in a thread when its turn has come; what it returns."""
        job = Job(payer, work)
        guests = self.waiting.setdefault(payer.address, OrderedDict())
        guests.setdefault(payer.guest, deque()).append(job)
        self._start_waiting()
        result: T = await job.done
        return result

    def _start_waiting(self) -> None:
        """Gives free threads to those whose turn it is."""
        while not self.is_closed and self.of_address.total() < self.share.threads:
            job = self._take_next(with_debts=False)
            if job is None and not self.in_debt:
                job = self._take_next(with_debts=True)
            if job is None:
                return
            self._start(job)

    def _take_next(self, with_debts: bool) -> Job | None:
        """The next job of those who may have another thread; they go to the end of the line."""
        for address, guests in list(self.waiting.items()):
            if self.of_address[address] >= self.share.of_address:
                continue
            for guest, jobs in list(guests.items()):
                payer = Payer(address, guest)
                while jobs and jobs[0].done.done():  # nobody waits for it any more
                    jobs.popleft()
                if not jobs:
                    del guests[guest]
                elif self.of_payer[payer] < self.share.of_guest and (
                    with_debts or not self._owes(payer)
                ):
                    guests.move_to_end(guest)
                    self.waiting.move_to_end(address)
                    return jobs.popleft()
            if not guests:
                del self.waiting[address]
        return None

    def _owes(self, payer: Payer) -> bool:
        of_address, of_guest = self.budgets
        return not (
            of_address.take(payer.address, 0.0)
            and (not payer.guest or of_guest.take(payer.guest, 0.0))
        )

    def _start(self, job: Job) -> None:
        """Lets a thread do a job, and then those who wait have their turn."""
        payer, owes = job.payer, self._owes(job.payer)
        self.of_address[payer.address] += 1
        self.of_payer[payer] += 1
        self.in_debt += owes
        loop = asyncio.get_running_loop()
        working = loop.run_in_executor(self.pool, timed, job.work)
        working.add_done_callback(lambda done: self._finish(job, owes, done))

    def _finish(self, job: Job, owes: bool, done: asyncio.Future[Any]) -> None:
        """Hands the result over and charges the time."""
        payer = job.payer
        self.of_address[payer.address] -= 1
        self.of_payer[payer] -= 1
        self.of_address += Counter()  # drops what is 0
        self.of_payer += Counter()
        self.in_debt -= owes
        if done.cancelled():
            job.done.cancel()
            return
        result, error, seconds = done.result()
        self.budgets[0].charge(payer.address, seconds)
        if payer.guest:
            self.budgets[1].charge(payer.guest, seconds)
        if not job.done.done():
            if error is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(error)
        self._start_waiting()


def step_back() -> None:
    """Lets the thread that answers people go before this one, where threads have priorities."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def timed(work: Callable[[], T]) -> tuple[T | None, Exception | None, float]:
    """What work returns or raises, and how many seconds it took."""
    begin = time.perf_counter()
    try:
        return work(), None, time.perf_counter() - begin
    except Exception as error:
        return None, error, time.perf_counter() - begin
