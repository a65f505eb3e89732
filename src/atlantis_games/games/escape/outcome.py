"""What moves do and what came of them, and the settlement. §10"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.position import Position
from atlantis_games.games.escape import pieces
from atlantis_games.games.escape.actions import (
    ANIMAL,
    END,
    END_HAS_BOAT,
    END_IS_LAND,
    HAS_SWUM,
    LOST,
    RIDER,
    SAVED,
    SEAT,
    START,
)
from atlantis_games.games.escape.blocks import (
    BLOCK_OF,
    CLIMB,
    GO,
    GO_CORAL,
    JUMP,
    PICK,
    PICK_RIDER,
    PLACE,
    RELOCATE,
    RIDE,
    SAIL,
    SINK,
    SWIM,
    SWIM_CORAL,
    TO,
)
from atlantis_games.games.escape.state import NOWHERE, PLACING
from atlantis_games.games.escape.tables import BOARD, DOLPHIN, SEATS


def preview(action: int, row: list[int]) -> dict[str, Any]:
    """Who would be lost or saved by a move, and which piece it takes where.

    The fields are `lost` and `saved` (people of each seat), `piece` and `rider` (ids of pieces),
    `to` (a hex) and `becomes` (where a person or swimmer is then); each only where it applies.
    """
    block = int(BLOCK_OF[action])
    shown: dict[str, Any] = {}
    if any(row[LOST : LOST + SEATS]):
        shown["lost"] = row[LOST : LOST + SEATS]
    if any(row[SAVED : SAVED + SEATS]):
        shown["saved"] = row[SAVED : SAVED + SEATS]
    piece = moved_piece(block, row)
    if piece is not None:
        shown["piece"] = piece
    if block in (RIDE, PICK_RIDER) or (block == TO and row[RIDER]):
        shown["rider"] = pieces.rider(row[START], row[SEAT], row[HAS_SWUM])
    if row[END] != NOWHERE:
        shown["to"] = BOARD.names[row[END]]
    becomes = where_then(block, row)
    if becomes is not None:
        shown["becomes"] = becomes
    return shown


def moved_piece(block: int, row: list[int]) -> str | None:
    """The piece that moves or sinks; §5.11 says which of several swimmers it is."""
    start, seat = row[START], row[SEAT]
    if block == PLACE:
        return pieces.supply(seat)
    if block in (GO, JUMP, GO_CORAL, RELOCATE):
        return pieces.person(start, seat)
    if block in (SWIM, SWIM_CORAL):
        return pieces.swimmer(start, seat)
    if block == CLIMB:
        return pieces.rider(start, seat, row[HAS_SWUM])
    if block == SAIL:
        return pieces.boat(start)
    if block == SINK:
        return pieces.land(start)
    if block in (RIDE, PICK, PICK_RIDER, TO):
        return pieces.animal(DOLPHIN if block == RIDE else row[ANIMAL], start)
    return None


def where_then(block: int, row: list[int]) -> str | None:
    """What a person or swimmer who moves is on or in afterwards; None for other pieces."""
    if block in (GO_CORAL, SWIM_CORAL):
        return "coral"
    if block == CLIMB:
        return "boat"
    if block not in (PLACE, GO, SWIM, JUMP, RELOCATE):
        return None
    if row[END_IS_LAND]:
        return "land"
    return "boat" if block == GO and row[END_HAS_BOAT] else "water"


def outcome(before: Any, after: Any) -> dict[str, Any]:
    """Who was lost and who was saved, for the log. §5.12, §10.1"""
    changes = {}
    players = int(after["players"][0])
    for name in ("lost", "saved"):
        change = (after[name] - before[name])[0, :players].tolist()
        if any(change):
            changes[name] = change
    return changes


def settlement(position: Position) -> list[dict[str, Any]]:
    """People saved are points. §10.1"""
    return [
        {"seat": seat, "code": code, "points": score}
        for seat, score in enumerate(position.scores)
        for code in ("saved", "total")
    ]


def is_routine(position: Position) -> bool:
    """Placing one's people, one by one. §3.2"""
    return bool(position.state.phase == PLACING)


def ending(position: Position) -> str:
    """Nothing happened for too long, a hurricane came, or nobody is left in play. §10, §11.1"""
    state = position.state
    if int(state.quiet) >= int(state.stall_limit) * int(state.players):
        return "quiet"
    return "hurricane" if state.hurricane else "nobody"


def payment(position: Position) -> str | None:
    """Nothing is ever owed."""
    return None
