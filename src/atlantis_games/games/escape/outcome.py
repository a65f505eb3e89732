"""What a move has done, when to leave others to it, and the settlement. §4.4, §10"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.position import Position
from atlantis_games.games.escape import rules
from atlantis_games.games.escape.tables import SEATS


def outcome(before: Any, after: Any) -> dict[str, Any]:
    """Who was lost and who was saved, for the log. §5.12, §10.1"""
    done = {}
    players = int(after["players"][0])
    for fate in ("lost", "saved"):
        change = (after[fate] - before[fate])[0, :players].tolist()
        if any(change):
            done[fate] = change
    return done


def automatic_move(position: Position) -> str | None:
    """Whoever has nobody left in play need not sail empty boats about. §4.4"""
    state = position.state
    seat = position.actor
    if state.phase != rules.MOVING or state.standing[seat].any() or state.swimming[seat].any():
        return None
    return "stop"


def settlement(position: Position) -> list[dict[str, Any]]:
    """People saved are points. §10.1"""
    return [
        {"seat": seat, "code": code, "points": score}
        for seat, score in enumerate(position.scores)
        for code in ("saved", "total")
    ]


def preview(action: int, row: list[int]) -> dict[str, Any]:
    """What an action would do, as a page shows it before it is chosen."""
    shown: dict[str, Any] = {}
    if any(row[:SEATS]):
        shown["lost"] = row[:SEATS]
    if any(row[SEATS:]):
        shown["saved"] = row[SEATS:]
    return shown


def payment(position: Position) -> str | None:
    """Nothing is ever owed."""
    return None
