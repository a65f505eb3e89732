"""A player for tests that heads for the gates: uniformly random games seldom reach one."""

from __future__ import annotations

import random

from atlantis_games import CHANCE, Position
from atlantis_games.games.escape.hexes import contains
from atlantis_games.games.escape.tables import BOARD, TO_GATE

FAR: dict[str, int] = dict(zip(BOARD.names, TO_GATE.tolist(), strict=True))


def guided(position: Position, rng: random.Random) -> str:
    """Mostly the move that brings somebody closest to safety, now and then any move."""
    moves = list(position.moves)
    if position.actor == CHANCE or rng.random() < 0.2:
        return rng.choice(moves)
    return max(moves, key=lambda move: appeal(position, move) + rng.random())


def appeal(position: Position, move: str) -> float:
    """How good a move looks at a glance."""
    verb, *rest = move.split()
    if rest[-1:] == ["coral"]:
        return 100
    if verb == "climb":
        return 12
    if verb == "jump":
        return -9
    if verb not in {"go", "swim", "sail", "ride"}:
        return 0
    start, end = rest
    closer = FAR[start] - FAR[end]
    place, target = BOARD.names.index(start), BOARD.names.index(end)
    state = position.states()[0]
    if verb == "sail":
        return 20 + 5 * closer if state.people[place, position.actor] else -5
    if verb == "ride":
        return 25 + 5 * closer
    if verb == "go" and contains(state.boats, target) and not contains(state.boats, place):
        return 15
    if verb == "go" and contains(state.boats, place):
        return -8
    return 2 * closer
