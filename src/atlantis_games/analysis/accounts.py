"""What an analysis says about a match: decisions, luck, the curve of chances, and accounts."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

import numpy as np

Chances: TypeAlias = Any  # one number per seat: shares of the win


@dataclass(frozen=True)
class Decision:
    """A decision and what it cost."""

    entry: int  # in the log, from 1
    seat: int  # from 1
    move: str
    best: str
    chances: float  # of the seat, with the best move
    loss: float  # of chances, by the move played
    why: list[dict[str, Any]] = field(default_factory=list)  # sentences; of a loss that matters


@dataclass(frozen=True)
class Luck:
    """A chance event and what it gave each player."""

    entry: int
    event: str
    luck: list[float]


@dataclass(frozen=True)
class Account:
    """A player's match: the first four add up to the last."""

    seat: int
    name: str
    start: float
    luck: float
    loss: float  # own decisions; counts against
    gifts: float  # what the others' decisions gave
    result: float


@dataclass
class Analysis:
    """Everything about a match."""

    decisions: list[Decision] = field(default_factory=list)
    events: list[Luck] = field(default_factory=list)
    curve: list[tuple[int, list[float]]] = field(default_factory=list)  # entry, chances per seat
    accounts: list[Account] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


class Ledger:
    """Books every change of the chances: to luck, to an own loss, or to a gift of others."""

    def __init__(self, players: int, analysis: Analysis | None = None) -> None:
        self.analysis = Analysis() if analysis is None else analysis
        self.start = np.full(players, 1 / players)
        self.luck, self.loss, self.gifts = (np.zeros(players) for _ in range(3))
        self.chances = self.start.copy()  # as they stand
        self.gain = np.zeros(players)  # changes of the estimate not yet booked to an event
        self.pending: list[tuple[int, str, Chances]] = []  # chance events since the last decision

    def add_event(self, entry: int, event: str, estimate: Chances) -> None:
        """Notes a chance event with its luck as the evaluation sees it."""
        self.pending.append((entry, event, estimate))

    def add_decision(self, decision: Decision, with_best: Chances, with_move: Chances) -> None:
        """Books a decision: the chances of all seats with the best move and with the one played."""
        self.gain += with_best - self.chances
        if self.pending:
            self.book_luck()
        actor = decision.seat - 1
        cost = with_move - with_best
        self.loss[actor] -= cost[actor]
        self.gifts += np.where(np.arange(len(cost)) == actor, 0.0, cost)
        self.analysis.curve.append((decision.entry, with_best.tolist()))
        self.analysis.decisions.append(decision)
        self.chances = with_move

    def book_luck(self) -> None:
        """Books what has changed to the chance events since the last decision."""
        self.luck += self.gain
        self.analysis.events += shared_out(self.pending, self.gain)
        self.pending, self.gain = [], np.zeros(len(self.gain))

    def close(self, entry: int, final: Chances | None, names: list[str]) -> Analysis:
        """Books the rest, with the result if the game is over, and writes the accounts."""
        final = self.chances if final is None else final
        self.gain += final - self.chances
        events = self.analysis.events
        if not self.pending and events:  # nothing happened since: the last event was luckier
            last = events.pop()
            self.luck -= np.array(last.luck)
            self.gain += np.array(last.luck)
            self.pending = [(last.entry, last.event, None)]
        self.book_luck()
        self.analysis.curve.append((entry, final.tolist()))
        columns = zip(self.start, self.luck, self.loss, self.gifts, final, strict=True)
        self.analysis.accounts = [
            Account(seat + 1, names[seat], *map(float, row)) for seat, row in enumerate(columns)
        ]
        return self.analysis


def shared_out(events: list[tuple[int, str, Chances]], gain: Chances) -> list[Luck]:
    """The luck between two decisions, by event: each as it looked, the last one takes the rest."""
    found = []
    for entry, event, estimate in events[:-1]:
        found.append(Luck(entry, event, estimate.tolist()))
        gain = gain - estimate
    if events:
        found.append(Luck(events[-1][0], events[-1][1], gain.tolist()))
    return found
