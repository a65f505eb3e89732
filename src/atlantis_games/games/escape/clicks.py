"""Which actions the clicks on a board may mean."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.notation import NOTATION
from atlantis_games.games.escape.state import MOVING, PICKING

ACTIONS_BY_CLICK: dict[str, list[int]] = {}
for number, action in enumerate(NOTATION):
    for click in action.clicks:
        ACTIONS_BY_CLICK.setdefault(click, []).append(number)


def click_on_piece(phase: int, piece: str) -> str:
    """The click that the id of a piece (pieces.py) stands for in a phase: the piece or its hex."""
    kind, _, rest = piece.partition(":")
    name = rest.partition(":")[0]
    if phase == MOVING and kind in ("person", "swimmer", "boat"):
        return f"{kind}:{name}"
    if phase == PICKING and kind in ANIMALS:
        return f"animal:{name}"
    return f"hex:{name}"


def clicked_actions(clicks: Sequence[str]) -> list[int]:
    """The actions that have all of these clicks; only a hex alone must be all there is to click."""
    found = (
        [
            action
            for action in ACTIONS_BY_CLICK.get(clicks[0], ())
            if set(clicks) <= set(NOTATION[action].clicks)
        ]
        if clicks
        else []
    )
    if len(clicks) == 1 and clicks[0].startswith("hex:"):
        return [action for action in found if NOTATION[action].clicks == tuple(clicks)]
    return found
