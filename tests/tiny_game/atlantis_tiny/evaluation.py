"""How good a position looks for each player: an estimate of the final points."""

from __future__ import annotations

import numpy as np

from atlantis_games.core.contract import Row, State
from atlantis_games.kernels.numba import kernel
from atlantis_tiny.state import CARDS

SCALE = 0.7  # points of advantage that make a win e times as likely as a loss
EXPLORE = 1.5  # how much a search trusts priors against results
SHARPNESS = 0.5  # of priors: the smaller, the more the best looks matter
MIDDLE = (CARDS + 1) / 2


@kernel
def evaluate(state: State, out: Row) -> None:
    """The rounds taken, and a share of those to come: more with good cards in a known hand."""
    sign = -1.0 if state.low_wins else 1.0
    for seat in range(state.players):
        points = float(state.score[seat]) + float(state.hand_size[seat]) / float(state.players)
        for card in range(1, CARDS + 1):
            if int(state.hands[seat]) >> card & 1:
                points += sign * (card - MIDDLE) / CARDS
        out[seat] = points


@kernel
def is_beaten(state: State, seat: int) -> bool:
    """Whether another seat has taken more rounds than this one still can, the present included."""
    best = int(state.score[seat]) + int(state.hand_size[seat]) + 1
    return bool(np.max(state.score) > best)


@kernel
def is_late(state: State) -> bool:
    """Never: every round is an event."""
    return False
