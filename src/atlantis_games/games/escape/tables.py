"""What is in the box: the map as tables for kernels, and the numbering of actions. §1, §2"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from atlantis_games.games.escape.board import ANIMALS, KINDS, NUMBERS, SYMBOLS, read_board

COLOURS = ("blue", "white", "black", "red")
SEATS = len(COLOURS)
PEOPLE = 12  # of each player. §1.1
ROOM = 3  # people on a piece or in a boat. §3.2, §5.7
POINTS = 3  # of movement in a turn. §4.1

BOARD = read_board(Path(__file__).with_name("board.toml"))
HEXES = len(BOARD.names)
WORDS = 3  # of 64 bits, for a mask with a bit per hex
PIECES = np.array(list(BOARD.kinds), dtype=np.int64)  # the hexes of the island
GATES = np.array(BOARD.gates, dtype=np.int64)
MONSTER, SHARK, KRAKEN, DOLPHIN, BOAT, WHIRLPOOL = range(len(SYMBOLS))
FLATLAND, HILL, MOUNTAIN = range(len(KINDS))
DIVE = len(NUMBERS)  # the spinner's T, after the numbers 1 to 3. §1.4


def masks(sets: list[list[int]]) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """A mask of WORDS words for each set of hexes."""
    rows = [
        [sum(1 << (h - 64 * word) for h in chosen if h // 64 == word) for word in range(WORDS)]
        for chosen in sets
    ]
    return np.array(rows, dtype=np.uint64)


ALL = masks([list(range(HEXES))])[0]
NEAR = masks([list(near) for near in BOARD.neighbours])
KIND_MASKS = masks([[h for h, k in BOARD.kinds.items() if k == kind] for kind in range(3)])
KIND = np.array([BOARD.kinds.get(h, -1) for h in range(HEXES)], dtype=np.int64)
GATE = np.array(
    [BOARD.gates.index(h) if h in BOARD.gates else -1 for h in range(HEXES)], dtype=np.int64
)
SYMBOL_COUNTS = np.array(BOARD.symbols, dtype=np.int64)
SPINNERS = np.array([BOARD.spinners["even"], BOARD.spinners["dice"]], dtype=np.int64)
START_BOATS = masks([list(boats) for boats in BOARD.boats])

# Every way from a hex to a neighbour is an edge; those of one hex follow each other.
EDGES = [(start, end) for start, near in enumerate(BOARD.neighbours) for end in near]
EDGE_COUNT = len(EDGES)
EDGE_FROM = np.array([start for start, _ in EDGES], dtype=np.int64)
EDGE_TO = np.array([end for _, end in EDGES], dtype=np.int64)
FIRST_EDGE = np.searchsorted(EDGE_FROM, np.arange(HEXES + 1))

# Actions, in blocks. Every action has one text, whatever the position.
PLACE = 0  # + number of the piece: put a person on it. §3.2
GO = PLACE + len(PIECES)  # + edge: a person on land or in a boat. §5.1-5.3, §5.8
SWIM = GO + EDGE_COUNT  # + edge: a swimmer. §5.4, §5.5
SAIL = SWIM + EDGE_COUNT  # + edge: a boat. §5.6
RIDE = SAIL + EDGE_COUNT  # + edge: a dolphin and a swimmer. §9.2
JUMP = RIDE + EDGE_COUNT  # + hex: out of a boat. §5.9
CLIMB = JUMP + HEXES  # + hex: into a boat. §5.9
GO_CORAL = CLIMB + HEXES  # + number of the gate: saved from a boat. §5.10
SWIM_CORAL = GO_CORAL + len(GATES)  # + number of the gate: saved by swimming. §5.10
STOP = SWIM_CORAL + len(GATES)  # no more movement. §4.1
SINK = STOP + 1  # + number of the piece. §6.1
RELOCATE = SINK + len(PIECES)  # + colour * HEXES + hex: a person off the sinking piece. §6.2
PICK = RELOCATE + SEATS * HEXES  # + hex: the animal to move. §8.1
PICK_RIDER = PICK + HEXES  # + hex: the dolphin to move with a swimmer. §9.2
TO = PICK_RIDER + HEXES  # + hex: where the animal ends. §8.1
STAY = TO + HEXES  # no animal is moved. §8.1
SYMBOL = STAY + 1  # + symbol: chance reveals it. §6.3
SPIN = SYMBOL + len(SYMBOLS)  # + animal * 4 + number - 1: chance turns the spinner. §8.1
ACTIONS = SPIN + len(ANIMALS) * len(NUMBERS)
