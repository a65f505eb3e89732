"""What is in the box and how the path is laid. §1, §2"""

from __future__ import annotations

import numpy as np

ITEMS = ("crown", "ring", "flag", "helmet", "statue", "olive", "amphora")
COLOURS = ("blue", "white", "black", "red")
FIGURES = ("A", "B", "C")

ITEM_COUNT = len(ITEMS)
VALUE_COUNT = 7  # tiles are worth 1 to 7
SEATS = 4
FIGURE_COUNT = len(FIGURES)
CARDS_PER_ITEM = 15  # §1.2
ATLANTIS = 0
SPACES = 53  # §2.1
MAINLAND = SPACES + 1
FIRST_HAND = 4  # seat 1's cards; every later seat gets one more. §2.5
CARDS_FOR_PASSING = 2  # §3.7

# The high tile of each item on back A and back B. §1.1
HIGH_TILES = (
    {"crown": 6, "ring": 6, "flag": 7, "helmet": 6, "statue": 6, "olive": 7, "amphora": 7},
    {"crown": 7, "ring": 7, "flag": 6, "helmet": 7, "statue": 7, "olive": 6, "amphora": 6},
)

# How many tiles lie on the spaces from Atlantis to the mainland; the middle one is water. §2.2
LAYOUT = [2] * 10 + [1] * 10 + [2] * 6 + [0] + [2] * 6 + [1] * 10 + [2] * 10
WATER = LAYOUT.index(0) + 1


def tile(item: int, value: int) -> int:
    """The number of a tile: item and value in one."""
    return item * VALUE_COUNT + value - 1


TILES = tuple(f"{item}{value}" for item in ITEMS for value in range(1, VALUE_COUNT + 1))


def bits(numbers: list[int]) -> np.uint64:
    """A mask with these bits set."""
    return np.uint64(sum(1 << number for number in numbers))


def tiles_of_back(high: dict[str, int]) -> np.uint64:
    """The mask of the 42 tiles with one back: 1 to 5 and the high tile of every item. §1.1"""
    return bits(
        [tile(ITEMS.index(item), value) for item in ITEMS for value in (1, 2, 3, 4, 5, high[item])]
    )


ALL_TILES = np.array([tiles_of_back(high) for high in HIGH_TILES], dtype=np.uint64)
STACKED = bits([space for space in range(1, MAINLAND) if LAYOUT[space - 1] == 2])
BIT = np.array([1 << number for number in range(64)], dtype=np.uint64)
BELOW = np.array([(1 << number) - 1 for number in range(65)], dtype=np.uint64)
ABOVE = ~np.append(BELOW[1:], BELOW[64])  # bits above a number; none above 63 and 64
