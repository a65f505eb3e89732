"""Judges a finished or unfinished match decision by decision: what was skill and what was luck.

Winning chances are those that a search finds with what the deciding seat may know. A decision costs
the difference between the best move found and the move played. What chance did is the difference
between the chances before and after it. So for every player the equal share at the beginning, the
luck, the own losses and what others gave away add up to the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from atlantis_games.analysis.accounts import Analysis, Chances, Decision, Ledger
from atlantis_games.analysis.words import explained
from atlantis_games.bots.search import Candidate, Search
from atlantis_games.core.contract import CHANCE, MAX_SEATS
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import UNDO, Match
from atlantis_games.core.position import Position
from atlantis_games.kernels.results import shares_of

ITERATIONS = 800
MIN_ITERATIONS = 10
EXPLAINED_LOSS = 0.02  # of the win: a smaller loss is not explained in words
CLEAR = 0.95  # of the iterations: a best move that had fewer is looked at a second time too
DOUBT = 0.02  # of the win: a larger loss is looked at again, more deeply
NEAR = (0.025, 0.08)  # a loss between these is looked at once more: is it above 5 points?
AGAIN, DEEPER, FINER = 2, 8, 24  # times as many iterations then
TREE = 4  # times as many in each of several trees: what one overlooks, another may see
FEW = 4  # a move tried less often than one in so many iterations is looked at again
MOST = 0.75  # of the iterations: a best move that had so many is known as well as one by itself


class Step(NamedTuple):
    """An entry of the log that was not taken back."""

    entry: int  # from 1
    actor: int
    move: str
    before: Position
    after: Position


def analyse(
    match: Match,
    iterations: int = ITERATIONS,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
    analysis: Analysis | None = None,
) -> Analysis:
    """Judges every decision and chance event of a match; moves taken back are left out.

    Each seat's decisions are judged by a searching bot with the seed. What seems to be a mistake is
    looked at again with eight times as many iterations, what seems to lose some 5 points with three
    times as many again, in several trees; the last look counts.
    An analysis that is given grows while it is made, so that others can look at it meanwhile.
    """
    if iterations < MIN_ITERATIONS:
        raise BadRequest(f"At least {MIN_ITERATIONS} iterations are needed, not {iterations}.")
    players = match.start.players
    judges = [Judge(seed, iterations) for _ in range(players)]
    ledger = Ledger(players, analysis)
    steps = played_steps(match)
    for done, step in enumerate(steps):
        progress(done, len(steps))
        if step.actor == CHANCE:
            ledger.add_event(step.entry, step.move, visible_luck(step.before, step.after))
            continue
        best, chosen = judges[step.actor].verdict(step.before, step.move)
        loss = best.chances - chosen.chances
        why = explained(step.before, best.move, step.move) if loss >= EXPLAINED_LOSS else []
        seat = step.actor + 1
        decision = Decision(step.entry, seat, step.move, best.move, best.chances, loss, why)
        ledger.add_decision(decision, np.array(best.outlook), np.array(chosen.outlook))
    final = np.array(shares_of(match.position.scores)) if match.position.is_over else None
    return ledger.close(match.ply, final, match.seats)


def played_steps(match: Match) -> list[Step]:
    """What was played and not taken back."""
    steps: list[Step] = []
    before = match.start
    for entry, (actor, move, after) in enumerate(match.positions(), 1):
        if move == UNDO:
            steps.pop()
        else:
            steps.append(Step(entry, actor, move, before, after))
        before = after
    return steps


class Judge:
    """Looks at decisions, and more deeply at those that seem to be mistakes."""

    def __init__(self, seed: int, iterations: int) -> None:
        self.quick = Search(seed, iterations=iterations)
        self.other = Search(seed + 1, iterations=AGAIN * iterations)
        self.deep, self.fine = (
            Search(seed + 2, iterations=times * iterations, threads=times // TREE)
            for times in (DEEPER, FINER)
        )

    def verdict(self, position: Position, move: str) -> tuple[Candidate, Candidate]:
        """The best move found and the move played."""
        best, chosen = judged(self.quick, position, move)
        if best is chosen and best.visits < CLEAR * (self.quick.iterations or 0):
            best, chosen = judged(self.other, position, move)
        for searcher, (least, most) in ((self.deep, (DOUBT, 1.0)), (self.fine, NEAR)):
            if not least <= best.chances - chosen.chances < most:
                break
            best, chosen = judged(searcher, position, move)
        return best, chosen


def judged(searcher: Search, position: Position, move: str) -> tuple[Candidate, Candidate]:
    """The best move found and the move played, both looked at equally closely.

    The deeper a search looks, the more it sees of what others will do about a move. So where one of
    the two was tried seldom, each is looked at by itself.
    """
    seen = position.redacted(position.actor)
    found = {candidate.move: candidate for candidate in searcher.think(seen)}
    best = max(found.values(), key=lambda candidate: candidate.visits)
    chosen = found[move]
    iterations = searcher.iterations or 0
    if chosen is not best and chosen.visits < iterations // FEW:
        chosen = closely(searcher, seen, move)
        if best.visits < MOST * iterations:
            best = closely(searcher, seen, best.move)
    return (chosen, chosen) if chosen.chances > best.chances else (best, chosen)


def closely(searcher: Search, seen: Position, move: str) -> Candidate:
    """A move looked at by itself."""
    return next(one for one in searcher.think(seen, only=move) if one.move == move)


def visible_luck(before: Position, after: Position) -> Chances:
    """The luck of one event as the evaluation sees it: its estimate less the average one."""
    total = sum(before.odds.values())
    average = sum(
        weight * estimated(before.play(outcome)) for outcome, weight in before.odds.items()
    )
    return estimated(after) - average / total


def estimated(position: Position) -> Chances:
    """The chances of all seats as the evaluation sees them."""
    out = np.zeros(MAX_SEATS)
    position.game.kernels("search").outlook(position.states(), out)
    return out[: position.players]
