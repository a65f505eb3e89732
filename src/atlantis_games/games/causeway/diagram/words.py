"""The words of a text, for reading and writing it."""

from __future__ import annotations

from atlantis_games.games.causeway.state import (
    BUYING,
    CHAINING,
    DEAL,
    DONE,
    DRAWING,
    LATE_BRIDGE,
    LAY_LOWER,
    LAY_TOPS,
    PAYING,
    START,
    UNCOVERING,
)
from atlantis_games.games.causeway.tables import COLOURS, MAINLAND

GAME = "causeway"
PHASES = {
    LAY_TOPS: "lay",
    LAY_LOWER: "lower",
    DEAL: "deal",
    START: "start",
    CHAINING: "chain",
    PAYING: "pay",
    UNCOVERING: "uncover",
    LATE_BRIDGE: "bridge",
    DRAWING: "draw",
    BUYING: "buy",
    DONE: "over",
}
NUMBERS = {  # lines that are a number: the field of the state, and what it may be
    "from": ("origin", range(MAINLAND)),
    "owed": ("owed", range(1000)),
    "draws": ("draws", range(20)),
    "space": ("space", range(MAINLAND)),
    "idle": ("idle", range(len(COLOURS) + 1)),
    "turns": ("turns", range(30_000)),
}
PILES = ("draw", "discard", "removed")
TURN = ("turn", "phase", "figure", "paid", "acted", "bought", "played", *NUMBERS)
PARTS = ("hand", "shown", "tiles", "nobridge")
BACKS = ("A", "B")
UNKNOWN = "?"
