"""Who does the work of a tournament or a training: threads, processes, or a Ray cluster.

All three are executors as of `concurrent.futures`, so what is done does not know who does it. What
it returns comes in the order of the items, whichever was done first, and an item decides alone what
comes of it: the results are the same on one worker and on many.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from atlantis_games.core.processors import usable_processors

Item = TypeVar("Item")
Found = TypeVar("Found")
AHEAD = 8  # items that wait or are done for each worker, so that none waits for a slow one


@dataclass(frozen=True)
class Workers:
    """An executor, and how many work for it at once."""

    pool: Executor
    count: int

    def run(self, do: Callable[[Item], Found], items: Iterable[Item]) -> Iterator[Found]:
        """What comes of each item, in their order; `do` and the items must be picklable."""
        left = iter(items)
        running: deque[Future[Found]] = deque()
        while True:
            while len(running) < AHEAD * self.count:
                for item in left:
                    running.append(self.pool.submit(do, item))
                    break
                else:
                    break
            if not running:
                return
            yield running.popleft().result()


@contextmanager
def workers(jobs: int = 0, cluster: str = "", processes: bool = False) -> Iterator[Workers]:
    """Workers for a block: as many as asked for, or one for each processor that may be used.

    A cluster is the address of a Ray cluster, or `local` for one that is started here.
    """
    if cluster:
        from atlantis_games.arena.cluster import ClusterExecutor

        executor = ClusterExecutor(cluster, jobs)
        found = Workers(executor, executor.count)
    else:
        count = jobs or usable_processors()
        found = Workers(
            ProcessPoolExecutor(count, initializer=begin_work)
            if processes
            else ThreadPoolExecutor(count),
            count,
        )
    try:
        yield found
    finally:
        found.pool.shutdown(wait=True, cancel_futures=True)


def begin_work() -> None:
    """Leaves Ctrl-C, which reaches every process, to the one that writes the results.

    If that one is killed, this process ends too, and so do the bots that it has started.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Waits until the process that started this one has ended, and ends then."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
