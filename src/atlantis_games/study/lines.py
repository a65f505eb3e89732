"""What an engine thinks of a position: moves with winning chances, or what chance would bring."""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from atlantis_games.analysis.judge import estimated
from atlantis_games.bots.search import Search
from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.kernels.results import shares_of


@dataclass(frozen=True)
class Line:
    """A move, or an outcome of chance, and what each seat may expect after it."""

    move: str
    share: float  # of the search's visits, or how likely chance is to do it
    chances: tuple[float, ...]  # each seat's share of the win


@dataclass(frozen=True)
class Judgement:
    """A position as an engine sees it."""

    chances: tuple[float, ...]  # with the best move, or on average over what chance may do
    lines: list[Line]  # the best first; of chance the likeliest
    visits: int  # how often the search has tried a move; 0 where chance acts or the game is over

    def as_dict(self) -> dict[str, Any]:
        """The judgement as plain values."""
        return asdict(self)


def judge_position(
    position: Position,
    iterations: int | None = None,
    seconds: float = 0.2,
    seed: int = 0,
    stop: threading.Event | None = None,
) -> Judgement:
    """What an engine thinks, with what the seat to decide may know; `stop` ends a search by time.

    >>> import atlantis_games as atlantis
    >>> position = atlantis.position("causeway 2 / path ring1 / blue A:1 hand ring / white hand 3x?"
    ...     " / eyes blue")
    >>> judge_position(position, iterations=50).lines[0].move
    'A ring'
    """
    if position.is_over:
        return Judgement(tuple(shares_of(position.scores)), [], 0)
    if position.actor == CHANCE:
        return judged_chance(position)
    seat = position.actor
    if position.seen_by is not None and position.seen_by != seat:
        raise BadRequest(f"Only seat {seat + 1} knows what can be done here: look with its eyes.")
    seen = position if position.seen_by == seat else position.redacted(seat)
    search = Search(seed, iterations=iterations, seconds=seconds, threads=1)
    search.stop = stop
    found = search.think(seen)
    visits = sum(candidate.visits for candidate in found)
    lines = [Line(one.move, one.visits / max(1, visits), one.outlook) for one in found]
    return Judgement(lines[0].chances, lines, visits)


def judged_chance(position: Position) -> Judgement:
    """What chance may do, and what it would mean for everybody as the evaluation sees it."""
    total = sum(position.odds.values())
    lines = [
        Line(move, weight / total, tuple(estimated(position.play(move)).tolist()))
        for move, weight in position.odds.items()
    ]
    lines.sort(key=lambda line: -line.share)
    average = np.sum([line.share * np.array(line.chances) for line in lines], axis=0)
    return Judgement(tuple(average.tolist()), lines, 0)
