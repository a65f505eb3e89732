"""The last journey and the score. §10"""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import Row, State
from atlantis_games.games.causeway.rules.path import price
from atlantis_games.games.causeway.state import DONE
from atlantis_games.games.causeway.tables import ATLANTIS, FIGURE_COUNT, MAINLAND, VALUE_COUNT
from atlantis_games.kernels.numba import kernel


@kernel
def tolls_ahead(state: State, seat: int) -> int:
    """What all remaining figures would pay on their way to the mainland. §5.2"""
    total = 0
    for figure in range(FIGURE_COUNT):
        total += price(state, int(state.figures[seat, figure]), MAINLAND)
    return total


@kernel
def final_price(state: State, seat: int) -> int:
    """What the last journey of all remaining figures costs. §10.2"""
    total = tolls_ahead(state, seat)
    if state.atlantis_is_free:
        for figure in range(FIGURE_COUNT):
            if state.figures[seat, figure] == ATLANTIS:
                total -= price(state, ATLANTIS, MAINLAND)
    return total


@kernel
def least_loss(state: State, seat: int, owed: int) -> int:
    """The fewest points that pay a sum, without change; the sum itself if too few. §10.3"""
    wealth, cards = int(state.wealth[seat]), int(state.hand_size[seat])
    if owed == 0 or owed >= wealth + cards:
        return owed
    if cards >= VALUE_COUNT - 1:  # tiles up to the sum, cards for a rest smaller than any tile
        return owed
    reachable = np.zeros(owed + VALUE_COUNT, np.bool_)  # sums that some of the tiles make
    reachable[0] = True
    for value in range(1, VALUE_COUNT + 1):
        for _ in range(state.tiles[seat, value]):
            for total in range(owed - 1, -1, -1):
                if reachable[total]:
                    reachable[total + value] = True
    for total in range(max(0, owed - cards), owed + VALUE_COUNT):
        if reachable[total]:
            return max(total, owed)
    return owed


@kernel
def scores(state: State, out: Row) -> None:
    """Writes tiles and a point per card; at the end, less what the last journey costs. §10.4"""
    for seat in range(state.players):
        out[seat] = int(state.wealth[seat]) + int(state.hand_size[seat])
        if state.phase == DONE:
            out[seat] -= least_loss(state, seat, final_price(state, seat))
