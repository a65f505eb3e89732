"""Who has won: shares of one win, worked out here for kernels and for Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from atlantis_games.kernels.numba import kernel


@kernel
def shares(scores: Any, players: int, out: Any) -> None:
    """Writes each seat's share of the win: those with the most points share it evenly."""
    best = scores[0]
    for seat in range(1, players):
        best = max(best, scores[seat])
    winners = 0
    for seat in range(players):
        winners += scores[seat] == best
    for seat in range(players):
        out[seat] = 1.0 / winners if scores[seat] == best else 0.0


def shares_of(scores: Sequence[int]) -> list[float]:
    """Each seat's share of the win.

    >>> shares_of([12, 30, 30])
    [0.0, 0.5, 0.5]
    """
    out = np.zeros(len(scores), np.float64)
    shares(np.array(scores, np.int64), len(scores), out)
    return out.tolist()
