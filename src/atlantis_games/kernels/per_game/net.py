"""A small net inside kernels, for every game that brings features: executed once per game.

One row of weights is one net (net_layout.py). It sees what the seat to decide may know, and answers
with each seat's share of the win and with a logit for each legal action.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from atlantis_games.core.actors import MAX_SEATS, Row, State
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.net_layout import layout, scratch
from atlantis_games.kernels.numba import WIDTH, dense, dot, kernel

if TYPE_CHECKING:
    from atlantis_games.core.contract import Evaluation, Features, Rules

rules: Rules = bound(globals(), "rules")
evaluation: Evaluation = bound(globals(), "evaluation")
features: Features = bound(globals(), "features")

FIRST, SECOND, VALUE, PART, PART_BIAS, KINDS, KIND_BIAS, SIZE = layout(features)
FIRST_LAYER, SECOND_LAYER, KNOWN, KNOWN_WEIGHTS, SCRATCH = scratch(features)
INPUTS, ACTION_INPUTS = features.INPUTS, features.ACTION_INPUTS
KIND, PARTS = features.KIND, features.PARTS
PARTS_PER_ACTION = PARTS.shape[1]


@kernel
def look(state: State, weights: Row, scratch: Row, points: Row) -> None:
    """Works out both layers for a position where a seat decides, and its evaluation."""
    evaluation.evaluate(state, points)
    features.features(state, points, scratch)
    dense(weights, FIRST, scratch, 0, INPUTS, FIRST_LAYER)
    dense(weights, SECOND, scratch, FIRST_LAYER, WIDTH, SECOND_LAYER)


@kernel
def expect(state: State, weights: Row, scratch: Row, points: Row, out: Row) -> None:
    """Writes each seat's points by the evaluation and its share of the win by the net.

    A seat must be to decide.
    """
    look(state, weights, scratch, points)
    players, mover = int(state.players), int(rules.actor(state))
    best = -1e9
    for turn in range(players):
        direct = scratch[FIRST_LAYER + WIDTH + turn] + scratch[SECOND_LAYER + WIDTH + turn]
        seat = mover + turn if mover + turn < players else mover + turn - players
        out[seat] = direct + dot(weights, VALUE + turn * WIDTH, scratch, SECOND_LAYER)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp(out[seat] - best)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@kernel
def appeal(state: State, weights: Row, scratch: Row, actions: Row, found: int, values: Row) -> None:
    """Writes the logit of each of some legal actions: how well it looks before it is tried."""
    look(state, weights, scratch, np.empty(MAX_SEATS, np.float64))
    last = -1
    known = scratch[KNOWN:]
    for number in range(found):
        action = int(actions[number])
        kind = KIND[action]
        if kind != last:  # actions of a kind follow each other
            for place in range(ACTION_INPUTS):
                at = kind * ACTION_INPUTS + place
                product = dot(weights, KINDS + at * WIDTH, scratch, SECOND_LAYER)
                scratch[KNOWN_WEIGHTS + place] = weights[KIND_BIAS + at] + product
            last = kind
        features.action_features(state, action, known)
        total = np.float32(0.0)
        for part in range(PARTS_PER_ACTION):
            row = PARTS[action, part]
            total += weights[PART_BIAS + row]
            total += dot(weights, PART + row * WIDTH, scratch, SECOND_LAYER)
        for place in range(ACTION_INPUTS):
            total += known[place] * scratch[KNOWN_WEIGHTS + place]
        values[number] = total
