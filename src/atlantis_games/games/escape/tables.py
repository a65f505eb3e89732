"""What is in the box: components, and the map as tables for kernels. §1, §2"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.games.escape.board import (
    ANIMALS,
    KINDS,
    NUMBERS,
    SYMBOLS,
    distances,
    read_board,
)

COLOURS = ("blue", "white", "black", "red")
SEATS = len(COLOURS)
PEOPLE = 12  # of each player. §1.1
ROOM = 3  # people on a piece or in a boat. §3.2, §5.7
POINTS = 3  # of movement in a turn. §4.1

BOARD = read_board(Path(__file__).with_name("board.toml"))
HEXES = len(BOARD.names)
WORDS = 3  # of 64 bits, for a set with a bit for each hex
PIECES = np.array(list(BOARD.kinds), dtype=np.uint8)  # the hexes of the island
GATES = np.array(BOARD.gates, dtype=np.uint8)
MONSTER, SHARK, KRAKEN, DOLPHIN, BOAT, WHIRLPOOL = range(len(SYMBOLS))
FLATLAND, HILL, MOUNTAIN = range(len(KINDS))
DIVE = len(NUMBERS)  # the spinner's T, after the numbers 1 to 3. §1.4

# How many there are of what `board.py` names.
KIND_COUNT = len(KINDS)
SYMBOL_COUNT = len(SYMBOLS)
ANIMAL_COUNT = len(ANIMALS)
NUMBER_COUNT = len(NUMBERS)
SPIN_COUNT = ANIMAL_COUNT * NUMBER_COUNT


def words(hexes: Iterable[int]) -> list[int]:
    """A set of hexes as words with a bit for each hex."""
    bits = sum(1 << place for place in hexes)
    return [bits >> (64 * word) & (2**64 - 1) for word in range(WORDS)]


def hex_sets(sets: Iterable[Iterable[int]]) -> Any:
    """Sets of hexes, one in each row."""
    return np.array([words(hexes) for hexes in sets], dtype=np.uint64)


ALL = hex_sets([range(HEXES)])[0]
NEAR = hex_sets(BOARD.neighbours)
KIND_HEXES = hex_sets([h for h, k in BOARD.kinds.items() if k == kind] for kind in range(3))
START_BOATS = hex_sets(BOARD.boats)  # for two players, and for more. §2.4
KIND = np.array([BOARD.kinds.get(h, -1) for h in range(HEXES)], dtype=np.int64)
GATE = np.array(
    [BOARD.gates.index(h) if h in BOARD.gates else -1 for h in range(HEXES)], dtype=np.int64
)
SYMBOLS_UNDER = np.array(BOARD.symbols, dtype=np.int64)  # pieces of each kind. §1.3
SPINNERS = np.array([BOARD.spinners["even"], BOARD.spinners["dice"]], dtype=np.int64)

# Every way from a hex to a neighbour is an edge; those of one hex follow each other.
EDGES = [(start, end) for start, near in enumerate(BOARD.neighbours) for end in near]
EDGE_COUNT = len(EDGES)
EDGE_FROM = np.array([start for start, _ in EDGES], dtype=np.uint8)
EDGE_TO = np.array([end for _, end in EDGES], dtype=np.uint8)
FIRST_EDGE = np.searchsorted(EDGE_FROM, np.arange(HEXES + 1))


def distance_table(starts: Iterable[int]) -> Any:
    """How far each hex is from the nearest of some hexes, as if all were sea."""
    found = distances(BOARD, starts)
    return np.array([found[place] for place in range(HEXES)], dtype=np.int64)


TO_GATE = distance_table(BOARD.gates)
APART = np.array([distance_table([place]) for place in range(HEXES)])  # from hex to hex
