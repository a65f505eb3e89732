"""How positions look, and the greedy bot that goes by looks: executed once per game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from atlantis_games.core.actors import MAX_SEATS, Row, State, States
from atlantis_games.kernels.bots import GREEDY, ONE_MOVE, BotRecord
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.tree import softmax_choice
from atlantis_games.kernels.workspace import CURRENT, TRIED, Workspace

if TYPE_CHECKING:
    from atlantis_games.core.contract import Evaluation, Rules

rules: Rules = bound(globals(), "rules")
evaluation: Evaluation = bound(globals(), "evaluation")

CONSIDERED = 8  # actions that greedy looks at to the end of the turn
NOT_CONSIDERED = -1e18  # in place of how an action looks at the end of the turn
MAX_TURN = 40  # decisions in one turn


@kernel
def greedy(seen: States, bot: BotRecord, workspace: Workspace, stream: Row) -> int:
    """The action that looks best, or with a temperature one drawn by its looks.

    By default the best-looking ones are looked at again with the rest of the turn played out. Other
    bots that have waited for too long go by the looks alone.
    """
    actions, values = workspace.actions, workspace.values
    found = rules.legal(seen[0], actions)
    prospects(seen[0], workspace.work, actions, found, values)
    if bot.kind != GREEDY or bot.iterations != ONE_MOVE:
        look_to_the_end_of_the_turn(seen, found, workspace)
    temperature = bot.temperature if bot.kind == GREEDY else 0.0
    return int(actions[softmax_choice(values, found, temperature, stream)])


@kernel
def look_to_the_end_of_the_turn(seen: States, found: int, workspace: Workspace) -> None:
    """Replaces the looks of actions by those at the end of the turn, played on by looks.

    All but the best-looking ones keep what they lack to the last of those.
    """
    work, actions, values = workspace.work, workspace.actions, workspace.values
    later, at_once = workspace.later, workspace.visits
    for number in range(found):
        at_once[number] = values[number]
        values[number] = NOT_CONSIDERED
    worst, last = 1e18, 0
    for _ in range(min(found, CONSIDERED)):
        last = best_not_considered(at_once, values, found)
        work[CURRENT] = seen[0]
        rules.apply(work[CURRENT], actions[last])
        play_turn_on(seen[0], work, later, at_once[found:])
        values[last] = looks(work[CURRENT], rules.actor(seen[0]))
        worst = min(worst, values[last])
    for number in range(found):
        if values[number] == NOT_CONSIDERED:
            values[number] = worst + at_once[number] - at_once[last]


@kernel
def best_not_considered(at_once: Row, values: Row, found: int) -> int:
    """The action that looks best at once of those that were not considered yet."""
    best = -1
    for number in range(found):
        if values[number] == NOT_CONSIDERED and (best < 0 or at_once[number] > at_once[best]):
            best = number
    return best


@kernel
def play_turn_on(start: State, work: States, actions: Row, values: Row) -> None:
    """Plays the rest of a turn on the state CURRENT, each time the action that looks best."""
    seat = rules.actor(start)
    for _ in range(MAX_TURN):
        if rules.actor(work[CURRENT]) != seat or work[CURRENT].turns != start.turns:
            return
        found = rules.legal(work[CURRENT], actions)
        prospects(work[CURRENT], work, actions, found, values)
        best = 0
        for number in range(1, found):
            if values[number] > values[best]:
                best = number
        rules.apply(work[CURRENT], actions[best])


@kernel
def prospects(state: State, work: States, actions: Row, found: int, values: Row) -> None:
    """Writes how each of the listed actions looks to the seat to decide."""
    who = rules.actor(state)
    for number in range(found):
        work[TRIED] = state
        rules.apply(work[TRIED], actions[number])
        values[number] = looks(work[TRIED], who)


@kernel
def looks(state: State, seat: int) -> float:
    """How a position looks to a seat: its own points less half the best other seat's."""
    points = np.empty(MAX_SEATS, np.float64)
    evaluation.evaluate(state, points)
    best = -1e9
    for other in range(state.players):
        if other != seat:
            best = max(best, points[other])
    return float(points[seat] - 0.5 * best)
