"""How bots think, with a game's `rules` and `evaluation` bound.

Greedy looks one move ahead. Search is an information-set Monte Carlo tree search: every iteration
deals what the seat cannot know anew, lets chance act by its weights, and goes down one tree of
decisions; each seat maximises its own result there. Priors come from the evaluation, and so do the
results of playouts that are cut short.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from atlantis_games.core.contract import CHANCE, OVER, Evaluation, Game, Rules
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.tree import (
    NOTHING,
    ROOT,
    child_with,
    grow,
    pick_softly,
)

rules: Rules = bound(globals(), "rules")
evaluation: Evaluation = bound(globals(), "evaluation")

SEATS = 4
MARGIN = 0.06  # of a result, the part that goes by points rather than by winning
UNIFORM, EVALUATED = 0, 1  # where priors come from


@kernel
def results(state: Any, out: Any) -> None:
    """Shares of the win: at the end as they are, before that as the evaluation suggests."""
    players = int(state.players)
    evaluation.evaluate(state, out)
    best = out[0]
    for seat in range(1, players):
        best = max(best, out[seat])
    if rules.actor(state) == OVER:
        winners = 0
        mean = 0.0
        for seat in range(players):
            winners += out[seat] == best
            mean += out[seat] / players
        for seat in range(players):
            share = (1.0 / winners) if out[seat] == best else 0.0
            lead = math.tanh((out[seat] - mean) / (4.0 * evaluation.SCALE))
            out[seat] = (1.0 - MARGIN) * share + MARGIN * 0.5 * (1.0 + lead)
        return
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((out[seat] - best) / evaluation.SCALE)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@kernel
def outlook(states: Any, out: Any) -> None:
    """The results as the evaluation sees them, for callers outside."""
    results(states[0], out)


@kernel
def prospects(state: Any, work: Any, actions: Any, found: int, values: Any) -> None:
    """How each action looks to the seat to decide: own hopes less those of the best other."""
    who = rules.actor(state)
    hopes = np.empty(SEATS, np.float64)
    for number in range(found):
        work[0] = state
        rules.apply(work[0], actions[number])
        evaluation.evaluate(work[0], hopes)
        best = -1e9
        for seat in range(state.players):
            if seat != who:
                best = max(best, hopes[seat])
        values[number] = hopes[who] - 0.5 * best


@kernel
def greedy(
    states: Any, work: Any, actions: Any, values: Any, temperature: float, stream: Any
) -> int:
    """The number, among the legal actions, of the one that looks best a move ahead."""
    found = rules.legal(states[0], actions)
    prospects(states[0], work, actions, found, values)
    return pick_softly(values, found, temperature, stream)


@kernel
def play_out(state: Any, work: Any, actions: Any, values: Any, length: int, stream: Any) -> None:
    """Plays on for some decisions, mostly greedy ones; for a length below zero random ones."""
    while True:
        who = rules.actor(state)
        if who == CHANCE:
            rules.apply(state, rules.sample(state, stream))
        elif who == OVER or length == 0:
            return
        elif length < 0:
            length += 1
            rules.apply(state, rules.random_action(state, actions, stream))
        else:
            length -= 1
            found = rules.legal(state, actions)
            prospects(state, work, actions, found, values)
            choice = pick_softly(values, found, 0.15 * evaluation.SCALE, stream)
            rules.apply(state, actions[choice])


@kernel
def expand(
    state: Any, work: Any, nodes: Any, count: Any, node: int, actions: Any, values: Any, priors: int
) -> None:
    """Gives a node a child for every legal action, with a prior each."""
    found = rules.legal(state, actions)
    if priors == EVALUATED and found > 1:
        prospects(state, work, actions, found, values)
        best = values[0]
        for number in range(1, found):
            best = max(best, values[number])
        total = 0.0
        for number in range(found):
            values[number] = math.exp((values[number] - best) / (0.35 * evaluation.SCALE))
            total += values[number]
        for number in range(found):
            values[number] = 0.9 * values[number] / total + 0.1 / found
    else:
        for number in range(found):
            values[number] = 1.0 / found
    for number in range(found):
        grow(nodes, count, node, actions[number], values[number])


@kernel
def select(state: Any, nodes: Any, count: Any, node: int, actions: Any, where: Any) -> int:
    """The child to go on with: among those legal now, a good one or one hardly tried."""
    found = rules.legal(state, actions)
    child = nodes[node].child
    visits = 0
    total = 0.0
    while child != NOTHING:
        where[0, nodes[child].action] = child
        where[1, nodes[child].action] = node
        visits += nodes[child].visits
        total += nodes[child].total
        child = nodes[child].sibling
    expected = total / visits - 0.05 if visits > 0 else 0.5  # of a child not tried yet
    push = evaluation.EXPLORE * math.sqrt(float(visits + 1))
    best = NOTHING
    best_score = -1.0
    for number in range(found):
        child = where[0, actions[number]] if where[1, actions[number]] == node else NOTHING
        if child == NOTHING:  # what is dealt now allows an action that was not legal before
            child = grow(nodes, count, node, actions[number], 1.0 / found)
            if child == NOTHING:
                continue
        tried = nodes[child].visits
        mean = nodes[child].total / tried if tried > 0 else expected
        score = mean + push * nodes[child].prior / (1.0 + tried)
        if score > best_score:
            best, best_score = child, score
    return best


@kernel
def search(
    root: Any,
    seat: int,
    iterations: int,
    priors: int,
    length: int,
    forced: int,
    nodes: Any,
    count: Any,
    where: Any,
    outlooks: Any,
    stream: Any,
) -> None:
    """Adds iterations to a tree whose root is a redacted position where a seat decides.

    A forced action is the only one tried at the root. `outlooks` adds up, per action at the root,
    the results of all seats.
    """
    state = root.copy()
    work = root.copy()
    actions = np.empty(where.shape[1], np.int32)
    values = np.empty(where.shape[1], np.float64)
    outcome = np.zeros(SEATS, np.float64)
    path = np.empty(512, np.int32)
    movers = np.empty(512, np.int8)
    where[1, :] = NOTHING
    if count[0] == 0:
        count[0] = 1
        nodes[ROOT].visits = 0
        nodes[ROOT].child = NOTHING
        nodes[ROOT].sibling = NOTHING
        expand(root[0], work, nodes, count, ROOT, actions, values, priors)
    for _ in range(iterations):
        state[0] = root[0]
        rules.resample(state[0], seat, stream)
        node = ROOT
        depth = 0
        while depth < 512:
            who = rules.actor(state[0])
            while who == CHANCE:
                rules.apply(state[0], rules.sample(state[0], stream))
                who = rules.actor(state[0])
            if who == OVER:
                break
            if nodes[node].child == NOTHING:
                if nodes[node].visits == 0:
                    break
                expand(state[0], work, nodes, count, node, actions, values, priors)
            if node == ROOT and forced != NOTHING:
                child = child_with(nodes, ROOT, forced)
            else:
                child = select(state[0], nodes, count, node, actions, where)
            if child == NOTHING:
                break
            path[depth] = child
            movers[depth] = who
            depth += 1
            rules.apply(state[0], nodes[child].action)
            node = child
        play_out(state[0], work, actions, values, length, stream)
        results(state[0], outcome)
        nodes[ROOT].visits += 1
        if depth > 0:
            first = nodes[path[0]].action
            for seat_number in range(SEATS):
                outlooks[first, seat_number] += outcome[seat_number]
        for step in range(depth):
            nodes[path[step]].visits += 1
            nodes[path[step]].total += outcome[movers[step]]


def warm_up(game: Game) -> None:
    """Asks each kind of bot for a move, which compiles it."""
    from atlantis_games.bots.greedy import Greedy
    from atlantis_games.bots.search import Search
    from atlantis_games.core.dealer import Dealer

    dealt = Dealer("1").deal(game.new())
    outlook(dealt.states(), np.zeros(SEATS))
    Greedy(1).choose(dealt, None)
    Search(1, iterations=2, threads=1).choose(dealt, None)
