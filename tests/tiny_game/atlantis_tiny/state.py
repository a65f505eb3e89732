"""The record of a position. §1"""

from __future__ import annotations

import numpy as np

CARDS = 13
HAND = 3  # cards that each player is dealt
COLOURS = ("blue", "black", "red", "white")
SEATS = len(COLOURS)

STATE = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            ("turns", np.int16),  # cards played so far
            ("low_wins", np.int8),  # the option: the lowest card takes a round. §2.2
            ("dealt", np.int8),  # cards dealt so far
            ("leader", np.int8),  # who plays first in this round
            ("played", np.int8),  # cards played in this round
            ("deck", np.int16),  # a bit per card; redacted: with the cards that a seat cannot know
            ("hands", np.int16, SEATS),  # a bit per card; redacted: 0 for the others
            ("hand_size", np.int8, SEATS),
            ("table", np.int8, SEATS),  # the card of each seat in this or the last round, or 0
            ("score", np.int8, SEATS),  # rounds taken
        ],
    )
)
