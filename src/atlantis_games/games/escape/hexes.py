"""Sets of hexes, with a bit for each hex in three words of 64.

In the record a set is a row of three words, which `put` changes in place. What kernels work out is
a `HexSet`, which is passed by value and costs no more than three numbers. Every other operation
takes both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.games.escape.tables import NEAR
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.numba import lowest as lowest_bit

NONE, ONE = np.uint64(0), np.uint64(1)


class HexSet(NamedTuple):
    """A set of hexes that does not change."""

    low: Any  # a bit for each of the hexes 0 to 63
    middle: Any  # 64 to 127
    high: Any  # 128 to 191


@kernel
def put(row: Any, place: int, present: bool) -> None:
    """Adds a hex to a set of the record, or removes it."""
    bit = ONE << np.uint64(place & 63)
    if present:
        row[place >> 6] |= bit
    else:
        row[place >> 6] &= ~bit


@kernel
def contains(hexes: HexSet, place: int) -> bool:
    """Whether a hex is in a set."""
    return bool((hexes[place >> 6] >> np.uint64(place & 63)) & ONE)


@kernel
def is_empty(hexes: HexSet) -> bool:
    """Whether no hex is in a set."""
    return not (hexes[0] | hexes[1] | hexes[2])


@kernel
def only(place: int) -> HexSet:
    """The set of one hex."""
    bit = ONE << np.uint64(place & 63)
    word = place >> 6
    return HexSet(
        bit if word == 0 else NONE, bit if word == 1 else NONE, bit if word == 2 else NONE
    )


@kernel
def union(one: HexSet, other: HexSet) -> HexSet:
    """The hexes that are in either set."""
    return HexSet(one[0] | other[0], one[1] | other[1], one[2] | other[2])


@kernel
def intersection(one: HexSet, other: HexSet) -> HexSet:
    """The hexes that are in both sets."""
    return HexSet(one[0] & other[0], one[1] & other[1], one[2] & other[2])


@kernel
def minus(one: HexSet, other: HexSet) -> HexSet:
    """The hexes of one set that are not in another."""
    return HexSet(one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2])


@kernel
def members(hexes: HexSet) -> Iterator[int]:
    """The hexes of a set in ascending order."""
    for word in range(3):
        rest = hexes[word]
        while rest:
            yield 64 * word + lowest_bit(rest)
            rest &= rest - ONE


@kernel
def members_of_word(hexes: HexSet, word: int) -> Iterator[int]:
    """The hexes of a set in ascending order that have their bits in one of the words."""
    rest = hexes[word]
    while rest:
        yield 64 * word + lowest_bit(rest)
        rest &= rest - ONE


@kernel
def grown(hexes: HexSet, within: HexSet) -> HexSet:
    """A set and all neighbours of its hexes that are in another set."""
    result = HexSet(hexes[0], hexes[1], hexes[2])
    for place in members(hexes):
        result = union(result, intersection(NEAR[place], within))
    return result
