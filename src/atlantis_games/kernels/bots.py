"""What a built-in bot is inside kernels: one record of numbers.

`per_game/search.py` has the kernel `decide`, which says what such a bot does in a position.
"""

from __future__ import annotations

from collections.abc import Mapping
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
            ("explore", np.float64),  # 0: as the game's evaluation says
            ("sharpness", np.float64),  # of priors; the smaller, the more the best looks matter
            ("first_play", np.float64),  # what an untried action is taken to be worse than the rest
            ("max_nodes", np.int64),  # of a tree, which does not grow beyond
        ],
    )
)

BotRecord: TypeAlias = Any  # one record of BOT: fields are attributes, also inside kernels


SHARPNESS = 0.35  # of priors, in units of the evaluation's scale
FIRST_PLAY = 0.05  # share of a win
MAX_NODES = 600_000  # of one tree; at 32 bytes each and 8 for an edge it takes at most 51 MB


def bot_record(
    kind: int,
    iterations: int = 0,
    temperature: float = 0.0,
    playout: int = 0,
    priors: int = EVALUATED,
    settings: Mapping[str, float] | None = None,
) -> BotRecord:
    """A bot for kernels; settings of a search are `explore`, `sharpness` and so on.

    >>> bot_record(SEARCH, iterations=500, settings={"explore": 0.5}).explore
    np.float64(0.5)
    """
    record = np.zeros(1, BOT)[0]
    record.kind, record.iterations, record.temperature = kind, iterations, temperature
    record.playout, record.priors = playout, priors
    record.sharpness, record.first_play, record.max_nodes = SHARPNESS, FIRST_PLAY, MAX_NODES
    for name, value in (settings or {}).items():
        record[name] = value
    return record
