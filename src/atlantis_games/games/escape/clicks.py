"""What the clicks on a board may mean."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_games.core.contract import Game
from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.notation import MOVERS
from atlantis_games.games.escape.state import MOVING, PICKING, PLACING, SINKING

VERBS = {mover: verb for verb, mover in MOVERS.items()}


def clicked_piece(game: Game, clicks: Sequence[str]) -> str | None:
    """The id of a piece (pieces.py) that no move offers: it is clicked together with its hex."""
    if len(clicks) != 2 or game.clicked_actions(clicks):
        return None
    return clicks[0] if clicks[1] == f"hex:{hex_of(clicks[0])}" else None


def hex_of(piece: str) -> str:
    """The hex in the id of a piece."""
    return piece.partition(":")[2].partition(":")[0]


def click_on_piece(phase: int, piece: str) -> str:
    """What a click on a piece stands for in a phase: the piece itself, or its hex."""
    kind = piece.partition(":")[0]
    if phase == MOVING and kind in ("person", "swimmer", "boat"):
        return f"{kind}:{hex_of(piece)}"
    if phase == PICKING and kind in ANIMALS:
        return f"animal:{hex_of(piece)}"
    return f"hex:{hex_of(piece)}"


def text_clicked(phase: int, clicks: Sequence[str]) -> str:
    """How a move with these clicks would be written; empty if no move has such clicks."""
    if len(clicks) == 1 and clicks[0].startswith("hex:") and phase in (PLACING, SINKING):
        return f"{'place' if phase == PLACING else 'sink'} {hex_of(clicks[0])}"
    if len(clicks) == 2 and phase == MOVING and clicks[1].startswith("hex:"):
        mover, _, start = clicks[0].partition(":")
        return f"{VERBS.get(mover, '')} {start} {hex_of(clicks[1])}"
    return ""
