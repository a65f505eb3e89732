"""Why a move is better than another, in words: what the two lines that follow lead to."""

from __future__ import annotations

from typing import Any

from atlantis_games.bots.search import Search
from atlantis_games.core.contract import Difference
from atlantis_games.core.position import Position

LOOK = 120  # iterations for each decision of a line that follows
MAX_STEPS = 40  # of such a line
MAX_REASONS = 3  # that are told
SHARE = 0.2  # a reason that weighs less than this of the first is not told
SMALL = 0.05  # points that are not worth a sentence


def reasons_for(position: Position, good: str, bad: str, seed: int = 0) -> list[Difference]:
    """Why the seat to decide should make one move rather than another, the main reason first.

    Both moves are followed until chance or somebody else acts, and what the seat has then is
    compared. What speaks against the move comes last, if it matters. None if nothing shows yet.
    """
    coach, seat = position.game.coach, position.actor
    if coach is None or good == bad:
        return []
    seen = position if position.seen_by == seat else position.redacted(seat)
    found = coach.differences(followed(seen, good, seed), followed(seen, bad, seed), seat)
    found.sort(key=lambda one: -one.points)
    if not found or found[0].points < SMALL:
        return []
    least = max(SMALL, SHARE * found[0].points)
    told = [one for one in found if one.points >= least][:MAX_REASONS]
    return told + [one for one in found[-1:] if one.points <= -least]


def explained(position: Position, good: str, bad: str) -> list[dict[str, Any]]:
    """The same as codes and values of sentences."""
    return sentences(reasons_for(position, good, bad))


def followed(position: Position, move: str, seed: int) -> Position:
    """The position after a move and what its seat would do next, until another one acts."""
    seat = position.actor
    searcher = Search(seed, iterations=LOOK)
    position = position.play(move)
    for _ in range(MAX_STEPS):
        if position.actor != seat:
            break
        position = position.play(searcher.choose(position, None))
    return position


def sentences(reasons: list[Difference]) -> list[dict[str, Any]]:
    """Reasons as codes of sentences `why.CODE` with values; what is against has the code CODE.but.

    A `seat` among the values is one that the sentence calls `who`.
    """
    return [
        {"code": one.code if one.points > 0 else f"{one.code}.but", "values": one.values}
        for one in reasons
    ]
