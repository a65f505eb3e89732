"""Threads that share the games of a batch."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

Part = TypeVar("Part")


def shares_of_rows(rows: int, threads: int) -> list[slice]:
    """Which rows each thread gets: about as many as any other, and at least one."""
    cuts = [rows * number // threads for number in range(threads + 1)]
    return [slice(first, last) for first, last in pairwise(cuts) if first < last]


class Threads:
    """Threads that work at the same time; a forked process makes its own."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def run(self, work: Callable[[Part], None], parts: Sequence[Part]) -> None:
        """Does the work for every part, all at once."""
        if len(parts) == 1:
            work(parts[0])
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.number), os.getpid()
        for _ in self._pool.map(work, parts):
            pass

    def close(self) -> None:
        """Ends them."""
        if self._pool is not None:
            self._pool.shutdown()
