"""Players that are programs. A bot gets what its seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from atlantis.bots.random import Random
from atlantis.core.errors import BadRequest
from atlantis.core.game import Position


class Bot(Protocol):
    """Anything that chooses a move."""

    def choose(self, position: Position, clock: float | None) -> str:
        """One of the position's moves. The position is redacted; the clock is in seconds."""
        ...


BOTS: dict[str, Callable[[int], Bot]] = {"random": Random}


def bot_named(name: str, seed: int = 0) -> Bot:
    """A bot by its name, with a seed that makes its choices repeatable."""
    if name not in BOTS:
        raise BadRequest(f"There is no bot {name!r}; there are {', '.join(BOTS)}.")
    return BOTS[name](seed)
