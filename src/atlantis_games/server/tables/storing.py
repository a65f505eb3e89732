"""How much of the disk a table takes, and changes that are tried again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from atlantis_games.server.store import Conflict
from atlantis_games.server.tables.match_log import MatchLog

ENTRY_BYTES = 80  # that an entry takes beside its move and its outcome, about
TABLE_BYTES = 1_500  # that a table takes with its seats, before anything is played, about
P = ParamSpec("P")
T = TypeVar("T")


def retried(
    change: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Tries a change again that another process was faster with: what that did is known now.

    Somebody's change was stored whenever this happens, so it does not go on for ever.
    """

    @wraps(change)
    async def tried(*given: P.args, **named: P.kwargs) -> T:
        while True:
            try:
                return await change(*given, **named)
            except Conflict:
                continue

    return tried


def stored_bytes(match: MatchLog, first: int = 0) -> int:
    """How much of the disk a log takes from a ply on, about."""
    moves = sum(len(move) for _, move in match.log[first:])
    return moves + sum(map(len, match.outcomes[first:])) + ENTRY_BYTES * (match.ply - first)
