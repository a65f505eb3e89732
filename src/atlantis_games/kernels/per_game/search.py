"""What built-in bots do, for every game: executed once per game with its kernels bound.

`decide` is the one place that says what a bot does; tables, tournaments, analyses and environments
all call it. Greedy is in looking.py. Search is an information-set Monte Carlo tree search
(Cowling, Powley and Whitehouse 2012) with PUCT (Rosin 2011): every iteration deals again what the
seat cannot know, lets chance act by its weights, and goes down one tree of decisions in which each
seat maximises its own result. Priors come from the evaluation, and so do the results of leaves.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, MAX_SEATS, NO_ACTION, OVER, Row, State, States
from atlantis_games.kernels.bots import EVALUATED, GREEDY, POLICY, RANDOM, BotRecord
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import inlined_kernel, kernel
from atlantis_games.kernels.results import shares
from atlantis_games.kernels.tree import (
    NODES,
    NOTHING,
    ROOT,
    add_edges,
    add_results,
    back_up,
    child_with,
    final_choice,
    follow,
    grow,
    mark_edges,
    plant,
    softmax,
    softmax_choice,
    sum_of_children,
    summary,
    write_spread,
)
from atlantis_games.kernels.workspace import CURRENT, Workspace

if TYPE_CHECKING:
    from atlantis_games.core.contract import Evaluation, Features, Game, Rules

rules: Rules = bound(globals(), "rules")
evaluation: Evaluation = bound(globals(), "evaluation")
features: Features = bound(globals(), "features")
chance: Any = bound(globals(), "chance")
net: Any = bound(globals(), "net")
looking: Any = bound(globals(), "looking")

MAX_DEPTH = 512  # decisions from the root to a leaf
MARGIN = 0.06  # of a result, the part that goes by points rather than by winning
NOISE = 0.1  # the part of priors that is the same for every action
NEVER = -1e9  # as a logit


@inlined_kernel
def decide(seen: States, seat: int, bot: BotRecord, workspace: Workspace, stream: Row) -> int:
    """The action of a built-in bot in a position that is redacted for its seat."""
    actions = workspace.actions
    if bot.kind == RANDOM:
        return rules.random_action(seen[0], actions, stream)
    action = forced_action(seen, actions)
    if action != NO_ACTION:
        return action
    if bot.kind == GREEDY or evaluation.is_late(seen[0]):
        return int(looking.greedy(seen, bot, workspace, stream))
    if bot.kind == POLICY:
        return first_impression(seen, bot, workspace, stream)
    return best_found(seen, seat, bot, workspace, stream)


@kernel
def forced_action(seen: States, actions: Row) -> int:
    """What a bot plays without thinking: the automatic or the only legal action, or NO_ACTION."""
    action = rules.automatic_action(seen[0])
    if action == NO_ACTION and rules.legal(seen[0], actions) == 1:
        return int(actions[0])
    return action


@kernel
def first_impression(seen: States, bot: BotRecord, workspace: Workspace, stream: Row) -> int:
    """The action that the net likes best, or with a temperature one drawn by its logits.

    What can be done once in a game is not done by mistake.
    """
    actions, values, weights = workspace.actions, workspace.values, workspace.weights
    found = rules.legal(seen[0], actions)
    net.appeal(seen[0], weights[bot.net - 1], workspace.scratch, actions, found, values)
    best = softmax_choice(values, found, 0.0, stream)
    for number in range(found):
        if features.IS_ONCE[actions[number]] and not features.IS_ONCE[actions[best]]:
            values[number] = NEVER
    return int(actions[softmax_choice(values, found, bot.temperature, stream)])


@kernel
def best_found(seen: States, seat: int, bot: BotRecord, workspace: Workspace, stream: Row) -> int:
    """The action that a search tries most, or with a temperature one drawn by its results."""
    workspace.counts[NODES] = 0
    search(seen, seat, bot, NOTHING, workspace, stream)
    actions, visits, values = workspace.actions, workspace.visits, workspace.values
    found = summary(workspace)
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
    edges, counts, marks = workspace.edges, workspace.counts, workspace.marks
    nodes = workspace.nodes[: bot.max_nodes]
    actions, values, outlooks = workspace.actions, workspace.values, workspace.outlooks
    states, scratch = workspace.work, workspace.scratch
    state = states[CURRENT:]
    weights = weights_of(bot, workspace.weights)
    usual = features.EXPLORE if weights.shape[0] > 0 else evaluation.EXPLORE
    trust = (bot.explore if bot.explore > 0.0 else usual, bot.first_play)
    path, movers = np.empty(MAX_DEPTH, np.int32), np.empty(MAX_DEPTH, np.int8)
    rows = np.zeros((3, MAX_SEATS))
    won, results, spread = rows[0], rows[1], rows[2]  # contiguous, which an iteration forgets
    sums = np.zeros((2, MAX_SEATS))
    playout = bot.playout
    if counts[NODES] == 0:
        begin_tree(root, bot, workspace)
    top = counts[ROOT]
    for done in range(bot.iterations):
        write_spread(sums, done, spread)
        state[0] = root[0]
        rules.resample(state[0], seat, stream)
        node = top
        depth = 0
        while depth < MAX_DEPTH:
            who = rules.actor(state[0])
            if who == CHANCE:
                who = chance.settle_chance(state[0], stream)
            if who == OVER:
                break
            if nodes[node].first_edge == NOTHING:
                if nodes[node].visits == 0:
                    break
                found = write_priors(states, actions, values, bot, weights, scratch)
                if not add_edges(nodes, edges, counts, node, actions, values, found):
                    break
            if node == top and forced != NOTHING:
                child = child_with(nodes, top, forced)
                if child == NOTHING:
                    child = grow(nodes, counts, top, forced)
            else:
                pace = (trust[0] * spread[who], trust[1] * spread[who])
                child = select(state[0], nodes, edges, counts, node, actions, marks, pace)
            if child == NOTHING:
                break
            path[depth] = child
            movers[depth] = who
            depth += 1
            rules.apply(state[0], nodes[child].action)
            node = child
        play_out(state[0], playout, actions, stream)
        judge(state[0], weights, scratch, won, results)
        add_results(sums, results)
        back_up(nodes, top, path, movers, depth, results, won, outlooks)


@kernel
def weights_of(bot: BotRecord, weights: Row) -> Row:
    """The weights of a bot's net; none if it goes by the evaluation, or its game has no net."""
    row = bot.net - 1
    if 0 <= row < weights.shape[0]:
        return weights[row]
    return weights[:0].reshape(-1)


@kernel
def begin_tree(root: States, bot: BotRecord, workspace: Workspace) -> None:
    """Begins a tree: a root with an edge for every legal action."""
    nodes, edges, counts = workspace.nodes, workspace.edges, workspace.counts
    workspace.outlooks[:, :] = 0.0
    workspace.marks["node"][:] = NOTHING
    plant(nodes, counts)
    workspace.work[CURRENT] = root[0]
    actions, values, states = workspace.actions, workspace.values, workspace.work
    weights = weights_of(bot, workspace.weights)
    found = write_priors(states, actions, values, bot, weights, workspace.scratch)
    add_edges(nodes, edges, counts, counts[ROOT], actions, values, found)


@kernel
def select(
    state: State,
    nodes: Row,
    edges: Row,
    counts: Row,
    node: int,
    actions: Row,
    marks: Row,
    trust: tuple[float, float],
) -> int:
    """The child to go on with, among the actions legal now the best by PUCT; NOTHING if full.

    Trust is how much priors count against results, and what an untried action is taken to lack.
    """
    explore, first_play = trust
    found = rules.legal(state, actions)
    mark_edges(nodes, edges, node, marks)
    visits, total = sum_of_children(nodes, node)
    untried = total / visits - first_play if visits > 0 else 0.5
    push = explore * math.sqrt(float(visits + 1))
    has_room = counts[NODES] < nodes.shape[0]
    best = NOTHING
    best_action = NOTHING
    best_score = -1e9
    for number in range(found):
        action = actions[number]
        is_known = marks[action].node == node and marks[action].prior >= 0.0
        prior = marks[action].prior if is_known else 1.0 / found  # legal only by what is dealt now
        child = marks[action].child if marks[action].node == node else NOTHING
        if child != NOTHING:
            tried = nodes[child].visits
            score = nodes[child].total / tried + push * prior / (1.0 + tried)
        elif has_room:
            score = untried + push * prior
        else:
            continue
        if score > best_score:
            best, best_action, best_score = child, action, score
    if best == NOTHING and best_action != NOTHING:
        best = grow(nodes, counts, node, best_action)
    return best


@kernel
def write_priors(
    states: States, actions: Row, values: Row, bot: BotRecord, weights: Row, scratch: Row
) -> int:
    """Writes every legal action of the state CURRENT with a prior each, and counts them."""
    state = states[CURRENT]
    found = rules.legal(state, actions)
    if bot.priors != EVALUATED or found == 1:
        for number in range(found):
            values[number] = 1.0 / found
        return found
    if weights.shape[0] > 0:
        net.appeal(state, weights, scratch, actions, found, values)
        temperature = bot.sharpness if bot.sharpness > 0.0 else features.SHARPNESS
    else:
        looking.prospects(state, states, actions, found, values)
        sharpness = bot.sharpness if bot.sharpness > 0.0 else evaluation.SHARPNESS
        temperature = sharpness * evaluation.SCALE
    softmax(values, found, temperature, values)
    for number in range(found):
        values[number] = (1.0 - NOISE) * values[number] + NOISE / found
    return found


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
def judge(state: State, weights: Row, scratch: Row, won: Row, results: Row) -> None:
    """Writes each seat's share of the win, and a result that counts its lead in points too.

    Without the latter nothing would be left to play for in a game that is decided.
    """
    players = int(state.players)
    if weights.shape[0] > 0 and rules.actor(state) != OVER:
        net.expect(state, weights, scratch, results, won)
        leave_out_beaten(state, won)
    else:
        evaluation.evaluate(state, results)
        share_by_points(state, results, won)
    mean = 0.0
    for seat in range(players):
        mean += results[seat] / players
    for seat in range(players):
        lead = (results[seat] - mean) / (4.0 * evaluation.SCALE)
        lead /= 1.0 + abs(lead)
        results[seat] = (1.0 - MARGIN) * won[seat] + MARGIN * 0.5 * (1.0 + lead)


@kernel
def share_by_points(state: State, points: Row, won: Row) -> None:
    """Writes each seat's share of the win: the result at the end, before that by evaluation."""
    if rules.actor(state) == OVER:
        shares(points, int(state.players), won)
    else:
        softmax(points, int(state.players), evaluation.SCALE, won)
        leave_out_beaten(state, won)


@kernel
def leave_out_beaten(state: State, won: Row) -> None:
    """Gives the shares of seats that can no longer win to the others."""
    total = 0.0
    for seat in range(state.players):
        if evaluation.is_beaten(state, seat):
            won[seat] = 0.0
        total += won[seat]
    for seat in range(state.players):
        won[seat] /= total


@kernel
def outlook(states: States, out: Row) -> None:
    """Writes each seat's share of the win as the evaluation sees it, for callers outside."""
    points = np.empty(MAX_SEATS)
    evaluation.evaluate(states[0], points)
    share_by_points(states[0], points, out)


def warm_up(game: Game) -> None:
    """Asks each kind of bot for a move, which compiles every kernel."""
    from atlantis_games.kernels.bots import SEARCH, bot_record
    from atlantis_games.kernels.random import start_decision, stream
    from atlantis_games.kernels.results import shares_of
    from atlantis_games.kernels.workspace import NO_NETS, new_workspace

    states, random = game.new().states(), stream(1)
    game.engine.settle_chance(states, random)
    seat, workspace = game.engine.actor(states), new_workspace(game, weights=NO_NETS)
    start_decision(random, random[0], 1)
    decide(states, seat, bot_record(SEARCH, 1), workspace, random)
    search(states, seat, bot_record(SEARCH, 1), NOTHING, workspace, random)
    summary(workspace)
    follow(workspace.nodes, workspace.counts, workspace.actions[0])
    final_choice(workspace.visits, workspace.values, 1, 0.0, random)
    outlook(states, np.zeros(MAX_SEATS))
    shares_of([0, 0])
