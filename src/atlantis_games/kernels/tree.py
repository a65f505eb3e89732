"""The search tree, and how one of its actions is chosen: the same for every game."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from atlantis_games.core.actors import MAX_SEATS
from atlantis_games.kernels.numba import inlined_kernel, kernel
from atlantis_games.kernels.random import below

ROOT = 0
NOTHING = -1

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int32),  # that leads here
            ("visits", np.int32),
            ("total", np.float64),  # of the results for the seat that played the action
            ("prior", np.float32),
            ("child", np.int32),  # the first of them, or NOTHING
            ("sibling", np.int32),  # the next child of the same parent, or NOTHING
        ],
    )
)


@kernel
def softmax_choice(values: Any, found: int, temperature: float, stream: Any) -> int:
    """The best of some values, or with a temperature one drawn by softmax."""
    best = 0
    for number in range(1, found):
        if values[number] > values[best]:
            best = number
    if temperature <= 0.0:
        return best
    total = 0.0
    for number in range(found):
        total += math.exp((values[number] - values[best]) / temperature)
    left = total * (below(stream, 1 << 30) + 0.5) / (1 << 30)
    for number in range(found):
        left -= math.exp((values[number] - values[best]) / temperature)
        if left < 0.0:
            return number
    return best


@kernel
def plant(nodes: Any, count: Any) -> None:
    """Begins a tree: a root without children."""
    count[0] = 1
    nodes[ROOT].visits = 0
    nodes[ROOT].child = NOTHING
    nodes[ROOT].sibling = NOTHING


@kernel
def grow(nodes: Any, count: Any, parent: int, action: int, prior: float) -> int:
    """Adds a child to a node, if there is room."""
    if count[0] == nodes.shape[0]:
        return NOTHING
    new = count[0]
    count[0] += 1
    nodes[new].action = action
    nodes[new].visits = 0
    nodes[new].total = 0.0
    nodes[new].prior = prior
    nodes[new].child = NOTHING
    nodes[new].sibling = nodes[parent].child
    nodes[parent].child = new
    return int(new)


@inlined_kernel
def back_up(nodes: Any, path: Any, movers: Any, depth: int, results: Any, outlooks: Any) -> None:
    """Adds the results of an iteration, one per seat, to the nodes on its path and to its root."""
    nodes[ROOT].visits += 1
    if depth > 0:
        first = nodes[path[0]].action
        for seat in range(MAX_SEATS):
            outlooks[first, seat] += results[seat]
    for step in range(depth):
        nodes[path[step]].visits += 1
        nodes[path[step]].total += results[movers[step]]


@kernel
def summary(nodes: Any, actions: Any, visits: Any, means: Any) -> int:
    """Writes the root's children (actions, visits and mean results) and counts them."""
    found = 0
    child = nodes[ROOT].child
    while child != NOTHING:
        actions[found] = nodes[child].action
        visits[found] = nodes[child].visits
        means[found] = nodes[child].total / max(1, nodes[child].visits)
        found += 1
        child = nodes[child].sibling
    return found


@kernel
def final_choice(visits: Any, means: Any, found: int, temperature: float, stream: Any) -> int:
    """The child visited most; with a temperature, one drawn by the mean results."""
    if temperature <= 0.0:
        return softmax_choice(visits, found, 0.0, stream)
    for number in range(found):
        if visits[number] == 0:
            means[number] = -1.0
    return softmax_choice(means, found, temperature, stream)


@kernel
def child_with(nodes: Any, parent: int, action: int) -> int:
    """The child that an action leads to, or NOTHING."""
    child = nodes[parent].child
    while child != NOTHING and nodes[child].action != action:
        child = nodes[child].sibling
    return int(child)
