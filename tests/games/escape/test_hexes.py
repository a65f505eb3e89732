"""Sets of hexes against Python's own sets."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from atlantis_games.games.escape.hexes import (
    HexSet,
    contains,
    first_hex,
    grown,
    intersection,
    is_empty,
    minus,
    only,
    put,
    union,
    without_first,
    word_of,
)
from atlantis_games.games.escape.tables import BOARD, HEXES, WORDS, words

pytestmark = pytest.mark.plain


def hex_set(hexes: set[int]) -> HexSet:
    """A set as kernels pass it."""
    return HexSet(*(np.uint64(word) for word in words(hexes)))


def hexes_of(hexes: Any) -> list[int]:
    """The hexes of a set, word by word."""
    found = []
    hexes = HexSet(*map(np.uint64, hexes))  # compiled kernels return Python's numbers
    for word in range(WORDS):
        rest = np.uint64(word_of(hexes, word))
        while rest:
            found.append(first_hex(rest, word))
            rest = np.uint64(without_first(rest))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_operations_are_those_of_sets(seed: int) -> None:
    rng = random.Random(seed)
    one, other = (set(rng.sample(range(HEXES), rng.randint(0, HEXES))) for _ in range(2))
    assert hexes_of(hex_set(one)) == sorted(one)
    assert hexes_of(union(hex_set(one), hex_set(other))) == sorted(one | other)
    assert hexes_of(intersection(hex_set(one), hex_set(other))) == sorted(one & other)
    assert hexes_of(minus(hex_set(one), hex_set(other))) == sorted(one - other)
    assert [place for place in range(HEXES) if contains(hex_set(one), place)] == sorted(one)


@pytest.mark.parametrize("place", [0, 63, 64, 127, 128, HEXES - 1])
def test_a_set_of_one_hex(place: int) -> None:
    assert hexes_of(only(place)) == [place]
    assert not is_empty(hex_set({place}))
    assert is_empty(minus(hex_set({place}), hex_set({place})))


@pytest.mark.parametrize("place", [0, 63, 64, 127, 128, HEXES - 1])
def test_a_set_of_the_record_is_changed_in_place(place: int) -> None:
    row: Any = np.zeros(WORDS, np.uint64)
    put(row, place, True)
    assert hexes_of(row) == [place]
    put(row, place, False)
    assert is_empty(row)


def test_a_set_grows_by_its_neighbours_within_another() -> None:
    start, within = {60, 66}, set(range(0, HEXES, 2))
    expected = start | {near for place in start for near in BOARD.neighbours[place]} & within
    assert hexes_of(grown(hex_set(start), hex_set(within))) == sorted(expected)
