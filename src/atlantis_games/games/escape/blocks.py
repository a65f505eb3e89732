"""The numbers of actions. They lie in blocks: an action is a block and a detail.

An action has the same number and the same meaning in every position. The name of a block is the
code of its actions in the notation and in the texts.
"""

from __future__ import annotations

import numpy as np

from atlantis_games.games.escape.tables import (
    EDGE_COUNT,
    GATES,
    HEXES,
    PIECES,
    SEATS,
    SPIN_COUNT,
    SYMBOL_COUNT,
)
from atlantis_games.kernels.numba import kernel

# The blocks in the order of their numbers: how many actions each has, and what the detail is.
BLOCKS = {
    "place": len(PIECES),  # the number of the piece: put a person on it. §3.2
    "go": EDGE_COUNT,  # an edge: a person on land or in a boat. §5.1-5.3, §5.8
    "swim": EDGE_COUNT,  # an edge: a swimmer. §5.4, §5.5
    "sail": EDGE_COUNT,  # an edge: a boat. §5.6
    "ride": EDGE_COUNT,  # an edge: a dolphin and a swimmer. §9.2
    "jump": HEXES,  # a hex: out of a boat. §5.9
    "climb": HEXES,  # a hex: into a boat. §5.9
    "go-coral": len(GATES),  # the number of the gate: saved from a boat. §5.10
    "swim-coral": len(GATES),  # the number of the gate: saved by swimming. §5.10
    "stop": 1,  # no more movement. §4.1
    "sink": len(PIECES),  # the number of the piece. §6.1
    "relocate": SEATS * HEXES,  # seat * HEXES + hex: a person off the sinking piece. §6.2
    "pick": HEXES,  # a hex: the animal to move. §8.1
    "pick-rider": HEXES,  # a hex: the dolphin to move with a swimmer. §9.2
    "to": HEXES,  # a hex: where the animal ends. §8.1
    "stay": 1,  # no animal is moved. §8.1
    "symbol": SYMBOL_COUNT,  # a symbol: chance reveals it. §6.3
    "spin": SPIN_COUNT,  # animal * NUMBER_COUNT + number - 1: chance turns the spinner. §8.1
}
PLACE, GO, SWIM, SAIL, RIDE, JUMP, CLIMB, GO_CORAL, SWIM_CORAL, STOP = range(10)
SINK, RELOCATE, PICK, PICK_RIDER, TO, STAY, SYMBOL, SPIN = range(10, len(BLOCKS))

# The block of each action, in bytes: a table of larger numbers would crowd the processor's cache.
BLOCK_OF = np.repeat(np.arange(len(BLOCKS), dtype=np.uint8), list(BLOCKS.values()))
FIRST = np.searchsorted(BLOCK_OF, np.arange(len(BLOCKS)))  # action of each block
ACTIONS = len(BLOCK_OF)
DECISIONS = int(FIRST[SYMBOL])  # actions of seats have the numbers below this


@kernel
def action_of(block: int, detail: int) -> int:
    """The action with a detail in a block."""
    return int(FIRST[block]) + detail


@kernel
def block_of(action: int) -> int:
    """The block of an action."""
    return int(BLOCK_OF[action])


@kernel
def detail_of(action: int) -> int:
    """Which action of its block it is."""
    return action - int(FIRST[BLOCK_OF[action]])
