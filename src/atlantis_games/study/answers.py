"""Whether somebody's answer to a position is right: any move that is nearly as good as the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from atlantis_games.analysis.words import explained
from atlantis_games.bots.search import Search
from atlantis_games.core.errors import BadRequest, IllegalMove
from atlantis_games.core.position import Position

SEEDS = (1, 2, 3)  # of the searches that must agree
ITERATIONS = 300  # of each
MARGIN = 0.02  # of the win: a move that loses less is as good as the best


@dataclass(frozen=True)
class Answer:
    """What is thought of a move."""

    is_right: bool
    loss: float  # of the win, against the best move
    best: str
    why: list[dict[str, Any]]  # sentences: why the best move is better than the other one


def judge_answer(position: Position, move: str, best: str = "", instead: str = "") -> Answer:
    """Judges a move of the seat to decide, beside the best one if that is known already.

    Of a right move it says why it is better than `instead`, or than the next best one.
    """
    if position.actor < 0:
        raise BadRequest("Nobody decides here.")
    if position.seen_by not in (None, position.actor):
        raise BadRequest(f"Only seat {position.actor + 1} knows what can be done here.")
    for one in (move, best or move, instead or move):
        reason = position.why_not(one)
        if reason is not None:
            raise IllegalMove(one, reason)
    seat = position.actor
    seen = position if position.seen_by == seat else position.redacted(seat)
    ranked = [best] if best else ranking(seen)
    loss = 0.0 if move == ranked[0] else max(0.0, lost_by(seen, move, ranked[0]))
    is_right = move == ranked[0] or (not best and loss <= MARGIN)
    other = move
    if is_right:
        other = instead or next((one for one in ranked if one not in (move, ranked[0])), move)
    good = move if is_right else ranked[0]
    return Answer(is_right, loss, ranked[0], explained(seen, good, other))


def ranking(position: Position) -> list[str]:
    """The moves of a position, the best first, as several searches together see them."""
    visits: dict[str, int] = {}
    for seed in SEEDS:
        for found in Search(seed, iterations=ITERATIONS).think(position):
            visits[found.move] = visits.get(found.move, 0) + found.visits
    return sorted(visits, key=lambda move: -visits[move])


def lost_by(position: Position, move: str, best: str) -> float:
    """How much less of the win the seat may expect after a move than after the best one."""
    total = 0.0
    for seed in SEEDS:
        searcher = Search(seed, iterations=ITERATIONS)
        for one, sign in ((best, 1), (move, -1)):
            found = searcher.think(position, only=one)
            total += sign * next(tried.chances for tried in found if tried.move == one)
    return total / len(SEEDS)
