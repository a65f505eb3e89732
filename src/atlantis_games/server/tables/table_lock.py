"""A lock of a table that can also be taken without waiting."""

from __future__ import annotations

import asyncio
from collections import deque


class TableLock:
    """Lets one change of a table happen at a time, in the order in which they came."""

    __slots__ = ("_is_locked", "_waiting")

    def __init__(self) -> None:
        self._is_locked = False
        self._waiting: deque[asyncio.Future[None]] | None = None

    def locked(self) -> bool:
        """Whether a change is under way."""
        return self._is_locked

    def take(self) -> bool:
        """Takes the lock if it is free; whether it was."""
        if self._is_locked:
            return False
        self._is_locked = True
        return True

    def release(self) -> None:
        """Hands the lock to who has waited longest, or leaves it free."""
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():
                first.set_result(None)
                return
        self._is_locked = False

    async def __aenter__(self) -> None:
        if self.take():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was handed over already
                self.release()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self.release()
