"""Games that a search plays against itself, for learning: executed once per game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, MAX_SEATS, NO_ACTION, OVER, Row, States
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below, stream
from atlantis_games.kernels.results import shares
from atlantis_games.kernels.samples import MAX_LISTED, MAX_PER_GAME, Samples, Variety, new_samples
from atlantis_games.kernels.tree import NODES, NOTHING, summary
from atlantis_games.kernels.workspace import NO_NETS, Workspace, new_workspace

if TYPE_CHECKING:
    from atlantis_games.core.contract import Evaluation, Features, Game, Rules

rules: Rules = bound(globals(), "rules")
evaluation: Evaluation = bound(globals(), "evaluation")
features: Features = bound(globals(), "features")
search: Any = bound(globals(), "search")

CHEAP, FULL = range(2)  # in the array of bots
MILLION = 1_000_000
MAX_LEGAL = 4096  # legal actions of one position


@kernel
def self_play(
    state: States,
    bots: Row,
    variety: Variety,
    workspace: Workspace,
    samples: Samples,
    first: int,
    stream: Row,
) -> int:
    """Plays a game to its end and writes what full searches found, from a row on; the next row."""
    seen, row = workspace.seen, first
    while True:
        who = int(rules.actor(state[0]))
        if who == OVER:
            break
        if who == CHANCE:
            rules.apply(state[0], rules.sample(state[0], stream))
            continue
        action = search.forced_action(state, workspace.actions)
        if action == NO_ACTION and below(stream, MILLION) < variety.random_share * MILLION:
            action = rules.random_action(state[0], workspace.actions, stream)
        if action == NO_ACTION:
            seen[0] = state[0]
            rules.redact(seen[0], who)
            is_full = below(stream, MILLION) < variety.full_share * MILLION
            workspace.counts[NODES] = 0
            bot = bots[FULL] if is_full else bots[CHEAP]
            search.search(seen, who, bot, NOTHING, workspace, stream)
            if is_full and row < first + MAX_PER_GAME:
                write_sample(workspace, samples, row, who)
                row += 1
            action = drawn_action(workspace, variety.temperature, stream)
        rules.apply(state[0], action)
    write_results(state, samples, first, row)
    return row


@kernel
def write_sample(workspace: Workspace, samples: Samples, row: int, seat: int) -> None:
    """Writes what a search found out."""
    state = workspace.seen[0]
    samples.states[row] = state
    found = summary(workspace)
    actions, visits, outlooks = workspace.actions, workspace.visits, workspace.outlooks
    total = 0.0
    samples.values[row, :] = 0.0
    for number in range(found):
        total += visits[number]
        for other in range(state.players):
            samples.values[row, other] += outlooks[actions[number], other]
    for other in range(state.players):
        samples.values[row, other] /= total
    later = workspace.later
    listed = rules.legal(state, later)  # in ascending order, as are the edges of a root
    samples.found[row] = listed if listed == found and listed <= MAX_LISTED else 0
    samples.visits[row, :] = 0.0
    for number in range(samples.found[row]):
        samples.visits[row, number] = visits[number] / total


@kernel
def drawn_action(workspace: Workspace, temperature: float, stream: Row) -> int:
    """An action drawn by how often a search tried it."""
    found = summary(workspace)
    visits = workspace.visits
    best, total = 0.0, 0.0
    for number in range(found):
        best = max(best, visits[number])
    for number in range(found):
        total += (visits[number] / best) ** (1.0 / temperature)
    left = total * (below(stream, MILLION) + 0.5) / MILLION
    for number in range(found):
        left -= (visits[number] / best) ** (1.0 / temperature)
        if left < 0.0:
            return int(workspace.actions[number])
    return int(workspace.actions[0])


@kernel
def write_results(state: States, samples: Samples, first: int, end: int) -> None:
    """Writes how the game ended into the rows of its samples."""
    points, won = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.float64)
    rules.scores(state[0], points)
    players = int(state[0].players)
    shares(points, players, won)
    for row in range(first, end):
        for seat in range(MAX_SEATS):
            samples.results[row, seat] = won[seat] if seat < players else 0.0


@kernel
def see(states: States, found: Row, inputs: Row, actions: Row, known: Row, seats: Row) -> None:
    """Writes what a net sees of many samples: the position, the listed actions, and whose it is."""
    legal, points = np.empty(MAX_LEGAL, np.int32), np.empty(MAX_SEATS, np.float64)
    for row in range(states.shape[0]):
        state = states[row]
        seats[row] = rules.actor(state)
        evaluation.evaluate(state, points)
        features.features(state, points, inputs[row])
        if found[row] > 0:
            rules.legal(state, legal)
        for number in range(found[row]):
            actions[row, number] = legal[number]
            features.action_features(state, int(legal[number]), known[row, number])


def warm_up(game: Game) -> None:
    """Plays a game at random, which compiles it."""
    from atlantis_games.kernels.bots import BOT

    states, bots = game.new(game.players[0]).states(), np.zeros(2, BOT)
    samples = new_samples(game, MAX_PER_GAME)
    variety = Variety(0.0, 1.0, 1.0)
    rows = self_play(states, bots, variety, new_workspace(game, 1, NO_NETS), samples, 0, stream(1))
    inputs = np.zeros((rows, features.INPUTS), np.float32)
    known = np.zeros((rows, MAX_LISTED, features.ACTION_INPUTS), np.float32)
    actions, seats = np.zeros((rows, MAX_LISTED), np.int32), np.zeros(rows, np.int64)
    see(samples.states[:rows], samples.found[:rows], inputs, actions, known, seats)
