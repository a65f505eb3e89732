"""Instructions on masks of 64 bits."""

from __future__ import annotations

import random

import numpy as np

from atlantis_games.kernels.numba import count, kernel, looped_nth, nth


@kernel
def all_bits(mask: object, out: object) -> int:
    """Writes where the bits of a mask are, asking for one after the other, and counts them."""
    for number in range(count(mask)):
        out[number] = nth(mask, number)  # type: ignore[index]
    return count(mask)


def test_nth_finds_every_bit_with_and_without_the_processors_help() -> None:
    generator = random.Random(1)
    masks = [1, 1 << 63, 2**64 - 1, *(generator.getrandbits(64) for _ in range(200))]
    out = np.zeros(64, np.int64)
    for mask in masks:
        bits = [bit for bit in range(64) if mask >> bit & 1]
        found = all_bits(np.uint64(mask), out)
        assert out[:found].tolist() == bits
        assert [looped_nth(np.uint64(mask), number) for number in range(len(bits))] == bits
