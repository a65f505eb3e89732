"""What every action is called, in the order of their numbers (docs/notation.md)."""

from __future__ import annotations

from atlantis.games.escape.board import ANIMALS, NUMBERS, SYMBOLS
from atlantis.games.escape.tables import BOARD, COLOURS, EDGES, GATES, PIECES

NAMES = BOARD.names

TEXTS = (
    *(f"place {NAMES[piece]}" for piece in PIECES),
    *(f"{verb} {NAMES[a]} {NAMES[b]}" for verb in ("go", "swim", "sail", "ride") for a, b in EDGES),
    *(f"jump {name}" for name in NAMES),
    *(f"climb {name}" for name in NAMES),
    *(f"go {NAMES[gate]} coral" for gate in GATES),
    *(f"swim {NAMES[gate]} coral" for gate in GATES),
    "stop",
    *(f"sink {NAMES[piece]}" for piece in PIECES),
    *(f"move {colour} {name}" for colour in COLOURS for name in NAMES),
    *(f"pick {name}" for name in NAMES),
    *(f"pick {name} rider" for name in NAMES),
    *(f"to {name}" for name in NAMES),
    "stay",
    *(f"symbol {symbol}" for symbol in SYMBOLS),
    *(f"spin {animal} {number}" for animal in ANIMALS for number in NUMBERS),
)
