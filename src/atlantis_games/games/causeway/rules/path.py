"""The path as it lies: where a card leads, what gaps cost, which tile a figure wins."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.tables import (
    ABOVE,
    ATLANTIS,
    BELOW,
    BIT,
    MAINLAND,
    VALUE_COUNT,
    WATER,
)
from atlantis_games.kernels.numba import highest, kernel, lowest

# §2 Setup


@kernel
def back(space: int) -> int:
    """Which back the tiles of a space have: 0 for A, 1 for B. §2.2"""
    return 1 if space > WATER else 0


@kernel
def lay(state: State, space: int, tile: int) -> None:
    """Lays a visible tile on a space. §2.2, §2.3"""
    item = tile // VALUE_COUNT
    state.face[space] = item
    state.value[space] = tile % VALUE_COUNT + 1
    state.shows[item] |= BIT[space]
    state.land |= BIT[space]


# §4 Moving


@kernel
def landing(state: State, start: int, item: int) -> int:
    """The next visible tile with this item, else the mainland. §4.1, §4.3"""
    return lowest(state.shows[item] & ABOVE[start])


@kernel
def is_free(state: State, space: int) -> bool:
    """Whether a figure may stop here: no figure on the tile, or the mainland. §4.2, §4.3"""
    return not state.occupied & BIT[space]


# §5 Gaps and their price


@kernel
def toll(state: State, left: int, right: int) -> int:
    """What crossing between two neighbouring tiles costs: the lower value, if a gap. §5.1, §5.2"""
    if left == ATLANTIS or right == MAINLAND or right == left + 1:
        return 0
    if state.bridges & ABOVE[left] & BELOW[right]:
        return 0
    return min(int(state.value[left]), int(state.value[right]))


@kernel
def price(state: State, start: int, end: int) -> int:
    """What crossing every unbridged gap between two spaces costs. §5.2, §5.3"""
    return int(state.cost[end]) - int(state.cost[start])


@kernel
def reprice(state: State, left: int, right: int) -> None:
    """Updates the costs after the path has changed between two tiles. §5.2"""
    cost = int(state.cost[left])
    last = left
    for space in range(left + 1, right + 1):
        if space == MAINLAND or state.land & BIT[space]:
            cost += toll(state, last, space)
            last = space
        change = cost - int(state.cost[space])
        state.cost[space] = cost
    if change != 0:
        for space in range(right + 1, MAINLAND + 1):
            state.cost[space] += change


@kernel
def tile_behind(state: State, space: int) -> int:
    """The nearest tile towards Atlantis, else Atlantis itself."""
    return max(highest(state.land & BELOW[space]), ATLANTIS)


@kernel
def tile_ahead(state: State, space: int) -> int:
    """The nearest tile towards the mainland, else the mainland itself."""
    return lowest((state.land | BIT[MAINLAND]) & ABOVE[space])


# §6 Bridges


@kernel
def gap_starts(state: State) -> Any:
    """The mask of the first spaces of all gaps, bridged or not. §5.1"""
    path = state.land | state.covered  # a tile that is being uncovered leaves no gap
    return ~path & (path << np.uint64(1)) & BELOW[max(highest(path), 0)]


@kernel
def is_bridged(state: State, space: int) -> bool:
    """Whether a bridge lies in the gap that begins at this space. §6.2"""
    return bool(state.bridges & ABOVE[space - 1] & BELOW[tile_ahead(state, space)])


@kernel
def open_gaps(state: State) -> Any:
    """The mask of the first spaces of the gaps without a bridge. §6.1"""
    gaps = gap_starts(state)
    bridges = state.bridges
    while bridges:
        gaps &= ~BIT[tile_behind(state, lowest(bridges)) + 1]
        bridges &= bridges - np.uint64(1)
    return gaps


# §8 Taking a tile


@kernel
def prize(state: State, space: int, leaving: Any) -> int:
    """The first free tile behind a space, the spaces being left counted as free; else -1. §8.1"""
    return highest(state.land & ~(state.occupied & ~leaving) & BELOW[space])
