"""What a move would do, what came of it, and the final scores."""

from __future__ import annotations

from atlantis_games.core.contract import States, View
from atlantis_games.core.position import Position


def preview(action: int, row: list[int]) -> View:
    """Whether the card would be the best of its round so far."""
    return {"best": True} if row[0] else {}


def outcome(before: States, after: States) -> View:
    """Who has taken the round, if the move ended it. §2.2"""
    taken = (after["score"] - before["score"])[0].tolist()
    return {"takes": taken.index(1)} if 1 in taken else {}


def settlement(position: Position) -> list[View]:
    """The rounds of each seat, which are also the sum. §3.1"""
    return [
        {"seat": seat, "code": code, "points": points}
        for seat, points in enumerate(position.scores)
        for code in ("rounds", "total")
    ]


def is_routine(position: Position) -> bool:
    """No: every decision is one that a player wants to make."""
    return False


def ending(position: Position) -> str:
    """All cards are played."""
    return "played"


def payment(position: Position) -> str | None:
    """Nothing is ever owed."""
    return None
