"""Sets of hexes, with a bit for each hex in three words of 64.

In the record a set is a row of three words, which `put` changes in place. What kernels work out is
a `HexSet`, which is passed by value and costs no more than three numbers. Every other operation
takes both.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from atlantis_games.games.escape.tables import NEAR, WORDS
from atlantis_games.kernels.numba import kernel, lowest

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
def grown(hexes: HexSet, within: HexSet) -> HexSet:
    """A set and all neighbours of its hexes that are in another set."""
    result = HexSet(hexes[0], hexes[1], hexes[2])
    for word in range(WORDS):
        rest = word_of(hexes, word)
        while rest:
            result = union(result, intersection(NEAR[first_hex(rest, word)], within))
            rest = without_first(rest)
    return result


# Going through the hexes of a set, word by word. Numba cannot keep compiled generators on disk.


@kernel
def word_of(hexes: HexSet, word: int) -> Any:
    """One of the words of a set; quicker than an index where the set is not a row of the record."""
    return hexes[0] if word == 0 else (hexes[1] if word == 1 else hexes[2])


@kernel
def first_hex(bits: Any, word: int) -> int:
    """The first hex whose bit is set in a word, which must not be empty."""
    return 64 * word + lowest(bits)


@kernel
def without_first(bits: Any) -> Any:
    """A word without the bit of its first hex."""
    return bits & (bits - ONE)
