"""A small stream of random numbers for kernels: one 64-bit word, held by the caller."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.kernels.numba import kernel

A, B, C = np.uint64(13), np.uint64(7), np.uint64(17)
HALF = np.uint64(32)


def stream(seed: int) -> Any:
    """A fresh stream for a seed: an array of one word that kernels advance."""
    word = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFF_FFFF_FFFF_FFFF
    word ^= word >> 29
    word = (word * 0xBF58476D1CE4E5B9) & 0xFFFF_FFFF_FFFF_FFFF
    word ^= word >> 32
    return np.array([word or 1], dtype=np.uint64)


def streams(seed: int, number: int) -> Any:
    """The first words of so many different streams for one seed."""
    first = stream(seed)[0]
    with np.errstate(over="ignore"):
        words = first + np.arange(1, number + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        words ^= words >> np.uint64(30)
        words *= np.uint64(0xBF58476D1CE4E5B9)
        words ^= words >> np.uint64(27)
        words *= np.uint64(0x94D049BB133111EB)
        words ^= words >> np.uint64(31)
    words[words == 0] = 1  # which would stay zero for ever
    return words


@kernel
def below(stream: Any, limit: int) -> int:
    """A number from 0 to limit - 1, each as likely as the others (xorshift64)."""
    word = stream[0]
    word ^= word << A
    word ^= word >> B
    word ^= word << C
    stream[0] = word
    return int(((word >> HALF) * np.uint64(limit)) >> HALF)
