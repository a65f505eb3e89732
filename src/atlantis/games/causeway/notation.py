"""What every action is called, in the order of their numbers (docs/notation.md)."""

from __future__ import annotations

from atlantis.games.causeway.tables import FIGURES, ITEMS, MAINLAND, TILES, VALUE_COUNT

TEXTS = (
    *(f"{figure} {item}" for figure in FIGURES for item in ITEMS),
    *(f"then {item}" for item in ITEMS),
    *(f"pay {value}" for value in range(1, VALUE_COUNT + 1)),
    *(f"pay {item}" for item in ITEMS),
    *(f"buy {value}" for value in range(1, VALUE_COUNT + 1)),
    "pass",
    "end",
    *(f"bridge {space}" for space in range(1, MAINLAND)),
    *(f"tile {tile}" for tile in TILES),
    *(f"draw {item}" for item in ITEMS),
)
