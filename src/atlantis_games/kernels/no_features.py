"""The features of a game that has no net: nothing to see, so that the same kernels compile."""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import Row, State
from atlantis_games.kernels.numba import kernel

VERSION = 0
EXPLORE = 1.0
SHARPNESS = 1.0
INPUTS = 0
ACTION_INPUTS = 0
KINDS = 0
KIND = np.zeros(1, np.int64)
PARTS = np.zeros((1, 1), np.int64)
IS_ONCE = np.zeros(1, np.bool_)


@kernel
def features(state: State, points: Row, out: Row) -> None:
    """Writes nothing."""


@kernel
def action_features(state: State, action: int, out: Row) -> None:
    """Writes nothing."""
