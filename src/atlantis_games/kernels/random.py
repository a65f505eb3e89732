"""A small stream of random numbers for kernels: one 64-bit word, held by the caller."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.kernels.compiler import COMPILED, Function, kernel

A, B, C = np.uint64(13), np.uint64(7), np.uint64(17)
HALF = np.uint64(32)
STEP = np.uint64(0x9E3779B97F4A7C15)  # SplitMix64's constants
FIRST_FACTOR, SECOND_FACTOR = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
FIRST_SHIFT, SECOND_SHIFT, LAST_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)


def stream(seed: int) -> Any:
    """A fresh stream for a seed: an array of one word that kernels advance."""
    word = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFF_FFFF_FFFF_FFFF
    word ^= word >> 29
    word = (word * 0xBF58476D1CE4E5B9) & 0xFFFF_FFFF_FFFF_FFFF
    word ^= word >> 32
    return np.array([word or 1], dtype=np.uint64)


def streams(seed: int, number: int) -> Any:
    """The first words of so many different streams for one seed."""
    words = np.empty(number, np.uint64)
    fill_streams(words, stream(seed)[0])
    return words


def wrapping(compiled: Function) -> Function:
    """Silences warnings about 64-bit overflow, which is meant, where kernels are not compiled."""
    return compiled if COMPILED else np.errstate(over="ignore")(compiled)


@wrapping
@kernel
def start_decision(stream: Any, seed: Any, decision: int) -> None:
    """Sets a stream to its beginning for a bot's decision, the first of which has the number 1.

    It depends on the first word of the bot's seed and on the number alone (SplitMix64), so a bot
    chooses the same moves wherever it is asked.
    """
    word = seed + np.uint64(decision) * STEP
    word = (word ^ (word >> FIRST_SHIFT)) * FIRST_FACTOR
    word = (word ^ (word >> SECOND_SHIFT)) * SECOND_FACTOR
    word ^= word >> LAST_SHIFT
    stream[0] = word if word != 0 else STEP  # zero would stay zero for ever


@kernel
def fill_streams(words: Any, seed: Any) -> None:
    """Writes the first words of many streams, one for each number from 1 on."""
    for number in range(len(words)):
        start_decision(words[number : number + 1], seed, number + 1)


@kernel
def below(stream: Any, limit: int) -> int:
    """A number from 0 to limit - 1, each as likely as the others (xorshift64)."""
    word = stream[0]
    word ^= word << A
    word ^= word >> B
    word ^= word << C
    stream[0] = word
    return int(((word >> HALF) * np.uint64(limit)) >> HALF)
