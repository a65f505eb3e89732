"""Which actions the clicks on a board may mean."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.notation import NOTATION
from atlantis_games.games.escape.state import MOVING, PICKING

ACTIONS_BY_CLICK: dict[str, list[int]] = {}
for _number, _action in enumerate(NOTATION):
    for _click in _action.clicks:
        ACTIONS_BY_CLICK.setdefault(_click, []).append(_number)


def clicked_actions(clicks: Sequence[str]) -> list[int]:
    """The actions that have all of these clicks."""
    if not clicks:
        return []
    found = ACTIONS_BY_CLICK.get(clicks[0], [])
    return [action for action in found if set(clicks) <= set(NOTATION[action].clicks)]


def clicked_piece(clicks: Sequence[str]) -> str | None:
    """The id of a piece (pieces.py) that no move offers: it is clicked together with its hex."""
    if len(clicks) != 2 or clicked_actions(clicks):
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
