"""What a built-in bot is inside kernels: one record of numbers.

`per_game/search.py` has the kernel `decide`, which says what such a bot does in a position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

RANDOM, GREEDY, SEARCH, POLICY = range(4)  # kinds of bots
UNIFORM, EVALUATED = range(2)  # where a search takes its priors from
ONE_MOVE = 1  # as the iterations of a greedy bot: it does not play its turn out
TO_THE_END = 1_000_000  # as the length of a playout: more decisions than any game has

BOT = np.dtype(
    (
        np.record,
        [
            ("kind", np.int64),
            ("iterations", np.int64),  # of a search, per decision; of a greedy bot ONE_MOVE or 0
            ("temperature", np.float64),  # 0 plays the best move found; more errs now and then
            ("playout", np.int64),  # random decisions from a leaf before it is evaluated
            ("priors", np.int64),
            ("explore", np.float64),  # 0: EXPLORE of the game's evaluation or features
            ("sharpness", np.float64),  # 0: SHARPNESS of those
            ("first_play", np.float64),  # what an untried action is taken to be worse than the rest
            ("max_nodes", np.int64),  # of a tree, which does not grow beyond
            ("net", np.int64),  # which of the workspace's nets, from 1; 0 the evaluation instead
        ],
    )
)

BotRecord: TypeAlias = Any  # one record of BOT: fields are attributes, also inside kernels


FIRST_PLAY = 0.1  # share of a win
OWN_NET = 1  # as the net of a bot: the one that its game ships, if it does
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
    record.first_play, record.max_nodes = FIRST_PLAY, MAX_NODES
    record.net = OWN_NET if kind in {SEARCH, POLICY} else 0
    for name, value in (settings or {}).items():
        record[name] = value
    return record
