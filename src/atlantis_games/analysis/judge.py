"""A finished or unfinished match judged decision by decision: what was skill and what was luck.

Winning chances are those that a search finds with what the deciding seat may know. A decision costs
the difference between the best move found and the move played. What chance did is the difference
between the chances before and after it. So for every player the equal share at the beginning, the
luck, the own losses and what others gave away add up to the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.bots.search import Candidate, Search
from atlantis_games.bots.workspace import SEATS
from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import UNDO, Match
from atlantis_games.core.position import Position

ITERATIONS = 800
FEW = 4  # a move tried less often than one in so many iterations is looked at again


@dataclass(frozen=True)
class Decision:
    """A decision and what it cost."""

    entry: int  # in the log, from 1
    seat: int  # from 1
    move: str
    best: str
    chances: float  # of the seat, with the best move
    loss: float  # of chances, by the move played


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


def analyse(
    match: Match,
    iterations: int = ITERATIONS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Judges every decision and chance event of a match; moves taken back are left out."""
    if iterations < 10:
        raise BadRequest(f"At least 10 iterations are needed, not {iterations}.")
    players = match.start.players
    searcher = Search(seed, iterations=iterations)
    analysis = Analysis()
    start = np.full(players, 1 / players)
    luck, loss, gifts = np.zeros(players), np.zeros(players), np.zeros(players)
    chances = start.copy()
    gain = np.zeros(players)  # what the estimates changed by that is not yet put down to an event
    pending: list[tuple[int, str, Any]] = []  # chance events since the last decision
    line = played_line(match)
    for done, (entry, actor, move, before, after) in enumerate(line):
        progress(done, len(line))
        if actor == CHANCE:
            pending.append((entry, move, glimpse_of_luck(before, after)))
            continue
        best, chosen = judge(searcher, before, actor, move)
        gain += np.array(best.outlook) - chances
        if pending:
            luck += gain
            analysis.events += share_out(pending, gain)
            pending, gain = [], np.zeros(players)
        cost = np.array(chosen.outlook) - np.array(best.outlook)
        loss[actor] -= cost[actor]
        gifts += np.where(np.arange(players) == actor, 0.0, cost)
        analysis.curve.append((entry, list(best.outlook)))
        analysis.decisions.append(
            Decision(entry, actor + 1, move, best.move, best.chances, best.chances - chosen.chances)
        )
        chances = np.array(chosen.outlook)
    final = shares(match.position) if match.position.is_over else chances
    gain += final - chances
    luck += gain
    if not pending and analysis.events:  # nothing happened since: the last event was luckier
        last = analysis.events.pop()
        pending, gain = [(last.entry, last.event, None)], gain + np.array(last.luck)
    analysis.events += share_out(pending, gain)
    analysis.curve.append((match.ply, final.tolist()))
    analysis.accounts = [
        Account(
            seat + 1,
            match.seats[seat],
            float(start[seat]),
            float(luck[seat]),
            float(loss[seat]),
            float(gifts[seat]),
            float(final[seat]),
        )
        for seat in range(players)
    ]
    return analysis


def played_line(match: Match) -> list[tuple[int, int, str, Position, Position]]:
    """What was played and not taken back: entry, actor, move, position before and after."""
    line: list[tuple[int, int, str, Position, Position]] = []
    before = match.start
    for entry, (actor, move, after) in enumerate(match.positions(), 1):
        if move == UNDO:
            line.pop()
        else:
            line.append((entry, actor, move, before, after))
        before = after
    return line


def judge(
    searcher: Search, position: Position, actor: int, move: str
) -> tuple[Candidate, Candidate]:
    """The best move found and the move played, both looked at closely."""
    seen = position.redacted(actor)
    found = {candidate.move: candidate for candidate in searcher.think(seen)}
    best = max(found.values(), key=lambda candidate: candidate.visits)
    chosen = found[move]
    if chosen.visits < (searcher.iterations or 0) // FEW:
        chosen = next(c for c in searcher.think(seen, only=move) if c.move == move)
    return (chosen, chosen) if chosen.chances > best.chances else (best, chosen)


def shares(position: Position) -> Any:
    """The result of a finished game as shares of the win."""
    won = np.array([seat in position.winners for seat in range(position.players)], float)
    return won / won.sum()


def glimpse_of_luck(before: Position, after: Position) -> Any:
    """The luck of one event at a glance: the evaluation after it less its average before."""
    total = sum(before.odds.values())
    average = sum(weight * glimpse(before.play(outcome)) for outcome, weight in before.odds.items())
    return glimpse(after) - average / total


def glimpse(position: Position) -> Any:
    """The chances of all seats as the evaluation sees them."""
    out = np.zeros(SEATS)
    position.game.kernels("search").outlook(position.states(), out)
    return out[: position.players]


def share_out(events: list[tuple[int, str, Any]], gain: Any) -> list[Luck]:
    """The luck between two decisions, by event: as it looked, the last one bearing the rest."""
    found = []
    for entry, event, seen in events[:-1]:
        found.append(Luck(entry, event, seen.tolist()))
        gain = gain - seen
    if events:
        found.append(Luck(events[-1][0], events[-1][1], gain.tolist()))
    return found


def draw_curve(match: Match, analysis: Analysis, file: Path) -> None:
    """The winning chances over the match, as a picture."""
    from matplotlib.figure import Figure

    from atlantis_games.arena.plots import COLOURS, save_figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    panel = figure.subplots()
    entries = [entry for entry, _ in analysis.curve]
    for seat, name in enumerate(match.seats):
        values = [chances[seat] for _, chances in analysis.curve]
        panel.plot(entries, values, color=COLOURS[seat], label=f"{name} (seat {seat + 1})")
    panel.set(ylim=(0, 1), xlabel="entry of the log", ylabel="winning chances")
    panel.set_title(f"{match.game.title}: {' - '.join(match.seats)}, result {match.result}")
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False, loc="upper left")
    save_figure(figure, file)
