"""Who acts and who sees, and the arrays that kernels work on: what the contract and kernels share.

Kernels import this instead of the contract, so that an edit of the contract compiles none again.
"""

from __future__ import annotations

from typing import Any, TypeAlias

CHANCE = -1  # as an actor: what happens next is drawn by its weight
OVER = -2  # as an actor: the game has ended
EVERYBODY = -1  # as an audience: all may see it
SPECTATOR = -1  # as a seat: sees what all may see
NO_ACTION = -1  # as an action: there is none
MAX_SEATS = 4  # of any game: kernels write results into rows of this length

State: TypeAlias = Any  # one record of a game, seen from inside a kernel: fields are attributes
States: TypeAlias = Any  # an array of such records
Row: TypeAlias = Any  # an array of numbers that a kernel writes into
