"""The words of a text, for reading and writing it."""

from __future__ import annotations

from typing import NoReturn

from atlantis_games.core.diagram import refuse
from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.state import (
    DONE,
    ENDING,
    MOVING,
    PICKING,
    PLACING,
    RELOCATING,
    REVEALING,
    SINKING,
    SPINNING,
)
from atlantis_games.games.escape.tables import BOARD, PIECES

GAME = "escape"
NAMES = BOARD.names
ISLAND = [NAMES[piece] for piece in PIECES]
PHASES = {
    "place": PLACING,
    "move": MOVING,
    "sink": SINKING,
    "relocate": RELOCATING,
    "reveal": REVEALING,
    "spin": SPINNING,
    "pick": PICKING,
    "end": ENDING,
    "over": DONE,
}
ALL = "all"  # the whole island, or the symbols of all kinds of pieces
BOARD_WORDS = ("land", "sunk", "boat", "people", "swim", "swum", "jumped", "riding", *ANIMALS)
OTHER_WORDS = ("symbols", "saved", "lost", "turn", "points", "phase", "eventful", "quiet", "turns")


def fail(code: str, rule: str = "", /, **values: str | int) -> NoReturn:
    """Says what cannot be."""
    refuse(GAME, code, rule, **values)


def hex_of(name: str) -> int:
    """The number of a hex."""
    if name not in NAMES:
        fail("no-hex", text=name)
    return NAMES.index(name)
