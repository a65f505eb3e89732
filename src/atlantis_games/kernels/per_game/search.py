"""What built-in bots do, for every game: executed once per game with its kernels bound.

`decide` is the one place that says what a bot does; tables, tournaments, analyses and environments
all call it. Greedy looks one move ahead. Search is an information-set Monte Carlo tree search
(Cowling, Powley and Whitehouse 2012) with PUCT (Rosin 2011): every iteration deals again what the
seat cannot know, lets chance act by its weights, and goes down one tree of decisions in which each
seat maximises its own result. Priors come from the evaluation, and so do the results of leaves.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, MAX_SEATS, NO_ACTION, OVER, Row, State, States
from atlantis_games.kernels.bots import EVALUATED, GREEDY, RANDOM, BotRecord
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import inlined_kernel, kernel
from atlantis_games.kernels.results import shares
from atlantis_games.kernels.tree import (
    NOTHING,
    ROOT,
    back_up,
    child_with,
    final_choice,
    grow,
    plant,
    softmax_choice,
    summary,
)
from atlantis_games.kernels.workspace import Workspace

if TYPE_CHECKING:
    from atlantis_games.core.contract import Evaluation, Game, Rules

rules: Rules = bound(globals(), "rules")
evaluation: Evaluation = bound(globals(), "evaluation")
chance: Any = bound(globals(), "chance")

MAX_DEPTH = 512  # decisions from the root to a leaf
MARGIN = 0.06  # of a result, the part that goes by points rather than by winning
SHARPNESS = 0.35  # of the evaluation's scale: the temperature of priors
NOISE = 0.1  # the part of priors that is the same for every action


@inlined_kernel
def decide(seen: States, seat: int, bot: BotRecord, workspace: Workspace, stream: Row) -> int:
    """The action of a built-in bot in a position that is redacted for its seat."""
    actions = workspace.actions
    if bot.kind == RANDOM:
        return rules.random_action(seen[0], actions, stream)
    action = forced_action(seen, actions)
    if action != NO_ACTION:
        return action
    if bot.kind == GREEDY:
        return greedy(seen, workspace.work, actions, workspace.values, bot.temperature, stream)
    return best_found(seen, seat, bot, workspace, stream)


@kernel
def forced_action(seen: States, actions: Row) -> int:
    """What a bot plays without thinking: the automatic or the only legal action, or NO_ACTION."""
    action = rules.automatic_action(seen[0])
    if action == NO_ACTION and rules.legal(seen[0], actions) == 1:
        return int(actions[0])
    return action


@kernel
def greedy(
    seen: States, work: States, actions: Row, values: Row, temperature: float, stream: Row
) -> int:
    """The action that looks best one move ahead, or with a temperature one drawn by its looks."""
    found = rules.legal(seen[0], actions)
    prospects(seen[0], work, actions, found, values)
    return int(actions[softmax_choice(values, found, temperature, stream)])


@kernel
def best_found(seen: States, seat: int, bot: BotRecord, workspace: Workspace, stream: Row) -> int:
    """The action that a search tries most, or with a temperature one drawn by its results."""
    actions, visits, values = workspace.actions, workspace.visits, workspace.values
    workspace.count[0] = 0
    search(seen, seat, bot, NOTHING, workspace, stream)
    found = summary(workspace.nodes, actions, visits, values)
    return int(actions[final_choice(visits, values, found, bot.temperature, stream)])


# Calls inside this loop take single arrays, since a NamedTuple is too dear for each step of a tree,
# and chance is called only where it acts.
@kernel
def search(
    root: States, seat: int, bot: BotRecord, forced: int, workspace: Workspace, stream: Row
) -> None:
    """Adds a bot's iterations to the workspace's tree, which is begun where it has no nodes.

    Its root is a position redacted for the seat to decide. A forced action, if it is not NOTHING,
    is the only one tried there.
    """
    nodes, count, where = workspace.nodes, workspace.count, workspace.where
    actions, values, outlooks = workspace.actions, workspace.values, workspace.outlooks
    state, work = root.copy(), workspace.work
    path, movers = np.empty(MAX_DEPTH, np.int32), np.empty(MAX_DEPTH, np.int8)
    results = np.zeros(MAX_SEATS)
    priors, playout = bot.priors, bot.playout
    where[1, :] = NOTHING
    if count[0] == 0:
        begin_tree(root, priors, workspace)
    for _ in range(bot.iterations):
        state[0] = root[0]
        rules.resample(state[0], seat, stream)
        node = ROOT
        depth = 0
        while depth < MAX_DEPTH:
            who = rules.actor(state[0])
            if who == CHANCE:
                who = chance.settle_chance(state[0], stream)
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
        play_out(state[0], playout, actions, stream)
        estimate(state[0], results)
        back_up(nodes, path, movers, depth, results, outlooks)


@kernel
def begin_tree(root: States, priors: int, workspace: Workspace) -> None:
    """Begins a tree: a root with a child for every legal action."""
    nodes, count = workspace.nodes, workspace.count
    actions, values = workspace.actions, workspace.values
    workspace.outlooks[:, :] = 0.0
    plant(nodes, count)
    expand(root[0], workspace.work, nodes, count, ROOT, actions, values, priors)


@kernel
def select(state: State, nodes: Row, count: Row, node: int, actions: Row, where: Row) -> int:
    """The child to go on with, among those legal now: the best by PUCT."""
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
def expand(
    state: State,
    work: States,
    nodes: Row,
    count: Row,
    node: int,
    actions: Row,
    values: Row,
    priors: int,
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
            values[number] = math.exp((values[number] - best) / (SHARPNESS * evaluation.SCALE))
            total += values[number]
        for number in range(found):
            values[number] = (1.0 - NOISE) * values[number] / total + NOISE / found
    else:
        for number in range(found):
            values[number] = 1.0 / found
    for number in range(found):
        grow(nodes, count, node, actions[number], values[number])


@kernel
def prospects(state: State, work: States, actions: Row, found: int, values: Row) -> None:
    """Writes how each of the listed actions looks: own points less half the best other seat's."""
    who = rules.actor(state)
    points = np.empty(MAX_SEATS, np.float64)
    for number in range(found):
        work[0] = state
        rules.apply(work[0], actions[number])
        evaluation.evaluate(work[0], points)
        best = -1e9
        for seat in range(state.players):
            if seat != who:
                best = max(best, points[seat])
        values[number] = points[who] - 0.5 * best


@kernel
def play_out(state: State, decisions: int, actions: Row, stream: Row) -> None:
    """Plays so many random decisions, or to the end if that comes first."""
    while True:
        who = rules.actor(state)
        if who == CHANCE:
            who = chance.settle_chance(state, stream)
        if who == OVER or decisions == 0:
            return
        decisions -= 1
        rules.apply(state, rules.random_action(state, actions, stream))


@kernel
def estimate(state: State, out: Row) -> None:
    """Writes each seat's share of the win: the result at the end, before that by evaluation."""
    players = int(state.players)
    evaluation.evaluate(state, out)
    if rules.actor(state) == OVER:
        points = out.copy()
        shares(points, players, out)
        mean = 0.0
        for seat in range(players):
            mean += points[seat] / players
        for seat in range(players):
            lead = math.tanh((points[seat] - mean) / (4.0 * evaluation.SCALE))
            out[seat] = (1.0 - MARGIN) * out[seat] + MARGIN * 0.5 * (1.0 + lead)
        return
    best = out[0]
    for seat in range(1, players):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp((out[seat] - best) / evaluation.SCALE)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@kernel
def outlook(states: States, out: Row) -> None:
    """Writes the estimate of one position, for callers outside."""
    estimate(states[0], out)


def warm_up(game: Game) -> None:
    """Asks each kind of bot for a move, which compiles every kernel."""
    from atlantis_games.kernels.bots import SEARCH, bot_record
    from atlantis_games.kernels.random import start_decision, stream
    from atlantis_games.kernels.results import shares_of
    from atlantis_games.kernels.workspace import new_workspace

    states, random = game.new().states(), stream(1)
    game.engine.settle_chance(states, random)
    seat, workspace = game.engine.actor(states), new_workspace(game)
    start_decision(random, random[0], 1)
    decide(states, seat, bot_record(SEARCH, 1), workspace, random)
    search(states, seat, bot_record(SEARCH, 1), NOTHING, workspace, random)
    summary(workspace.nodes, workspace.actions, workspace.visits, workspace.values)
    final_choice(workspace.visits, workspace.values, 1, 0.0, random)
    outlook(states, np.zeros(MAX_SEATS))
    shares_of([0, 0])
