"""What a built-in bot is inside kernels: one record of numbers.

`per_game/search.py` has the kernel `decide`, which says what such a bot does in a position.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

RANDOM, GREEDY, SEARCH = range(3)  # kinds of bots
UNIFORM, EVALUATED = range(2)  # where a search takes its priors from
TO_THE_END = 1_000_000  # as the length of a playout: more decisions than any game has

BOT = np.dtype(
    (
        np.record,
        [
            ("kind", np.int64),
            ("iterations", np.int64),  # of a search, per decision
            ("temperature", np.float64),  # 0 plays the best move found; more errs now and then
            ("playout", np.int64),  # random decisions from a leaf before it is evaluated
            ("priors", np.int64),
        ],
    )
)

BotRecord: TypeAlias = Any  # one record of BOT: fields are attributes, also inside kernels


def bot_record(
    kind: int,
    iterations: int = 0,
    temperature: float = 0.0,
    playout: int = 0,
    priors: int = EVALUATED,
) -> BotRecord:
    """A bot for kernels.

    >>> bot_record(SEARCH, iterations=500).iterations
    np.int64(500)
    """
    return np.array([(kind, iterations, temperature, playout, priors)], BOT)[0]
