"""The search tree, and how one of its actions is chosen: the same for every game."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from atlantis_games.core.actors import MAX_SEATS
from atlantis_games.kernels.numba import inlined_kernel, kernel
from atlantis_games.kernels.random import below

NOTHING = -1
CALM = 0.04  # where results spread less, a search trusts its priors less
FIRST_RESULTS = 8  # after so many the spread is known well enough

# A node is made when it is first visited. What might be tried from it is written when it is visited
# again, as a block of edges: a quarter of a node each, and most are never tried.
NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int32),  # that leads here
            ("visits", np.int32),
            ("total", np.float64),  # of the results for the seat that played the action
            ("child", np.int32),  # the newest of them, or NOTHING
            ("sibling", np.int32),  # the child of the same parent that is next older, or NOTHING
            ("first_edge", np.int32),  # or NOTHING before it has any
            ("edges", np.int32),
        ],
    )
)
EDGE = np.dtype((np.record, [("action", np.int32), ("prior", np.float32)]))
MARK = np.dtype(  # what is known of an action at a node that is being looked at
    (np.record, [("node", np.int32), ("child", np.int32), ("prior", np.float32)])
)
NODES, EDGES, ROOT = range(3)  # in the counts of a tree: how many there are, and which is it


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
def softmax(values: Any, found: int, temperature: float, out: Any) -> None:
    """Writes what part of the whole each value is: e times as much for a temperature more."""
    best = values[0]
    for number in range(1, found):
        best = max(best, values[number])
    total = 0.0
    for number in range(found):
        out[number] = math.exp((values[number] - best) / temperature)
        total += out[number]
    for number in range(found):
        out[number] /= total


@kernel
def plant(nodes: Any, counts: Any) -> None:
    """Begins a tree: a root without children."""
    counts[NODES] = 0
    counts[EDGES] = 0
    counts[ROOT] = new_node(nodes, counts, NOTHING, NOTHING)


@inlined_kernel
def new_node(nodes: Any, counts: Any, action: int, sibling: int) -> int:
    """A node that was never visited; there must be room for it."""
    new = counts[NODES]
    counts[NODES] += 1
    nodes[new].action = action
    nodes[new].visits = 0
    nodes[new].total = 0.0
    nodes[new].child = NOTHING
    nodes[new].sibling = sibling
    nodes[new].first_edge = NOTHING
    nodes[new].edges = 0
    return int(new)


@inlined_kernel
def grow(nodes: Any, counts: Any, parent: int, action: int) -> int:
    """Adds a child to a node; there must be room for it."""
    new = new_node(nodes, counts, action, nodes[parent].child)
    nodes[parent].child = new
    return new


@kernel
def add_edges(
    nodes: Any, edges: Any, counts: Any, node: int, actions: Any, priors: Any, found: int
) -> bool:
    """Notes what can be tried from a node, each with its prior; False if there is no room."""
    first = counts[EDGES]
    if first + found > edges.shape[0]:
        return False
    counts[EDGES] += found
    nodes[node].first_edge = first
    nodes[node].edges = found
    for number in range(found):
        edges[first + number].action = actions[number]
        edges[first + number].prior = priors[number]
    return True


@inlined_kernel
def mark_edges(nodes: Any, edges: Any, node: int, marks: Any) -> None:
    """Looks up what is known of each action at a node: its prior, and the child it leads to."""
    first = nodes[node].first_edge
    for edge in range(first, first + nodes[node].edges):
        action = edges[edge].action
        marks[action].node = node
        marks[action].child = NOTHING
        marks[action].prior = edges[edge].prior
    child = nodes[node].child
    while child != NOTHING:
        action = nodes[child].action
        if marks[action].node != node:  # it became legal by what was dealt later
            marks[action].node = node
            marks[action].prior = NOTHING
        marks[action].child = child
        child = nodes[child].sibling


@inlined_kernel
def sum_of_children(nodes: Any, node: int) -> tuple[int, float]:
    """How often the children of a node were visited, and the sum of their results."""
    visits = 0
    total = 0.0
    child = nodes[node].child
    while child != NOTHING:
        visits += nodes[child].visits
        total += nodes[child].total
        child = nodes[child].sibling
    return visits, total


@inlined_kernel
def back_up(
    nodes: Any, root: int, path: Any, movers: Any, depth: int, results: Any, won: Any, outlooks: Any
) -> None:
    """Adds an iteration to the nodes on its path and to its root.

    Nodes get the result of the seat that played, and the outlooks each seat's share of the win.
    """
    nodes[root].visits += 1
    if depth > 0:
        first = nodes[path[0]].action
        outlooks[first, MAX_SEATS] += 1.0
        for seat in range(MAX_SEATS):
            outlooks[first, seat] += won[seat]
    for step in range(depth):
        nodes[path[step]].visits += 1
        nodes[path[step]].total += results[movers[step]]


@kernel
def write_spread(sums: Any, done: int, spread: Any) -> None:
    """Writes for each seat how far its results differ, as a part of CALM and at most 1.

    Where everything is much the same for a seat, as in a game that is decided, small differences
    are all there is, and are not to be drowned by priors.
    """
    for seat in range(MAX_SEATS):
        spread[seat] = 1.0
        if done >= FIRST_RESULTS:
            mean = sums[0, seat] / done
            variance = max(0.0, sums[1, seat] / done - mean * mean)
            spread[seat] = min(1.0, (math.sqrt(variance) + 1e-4) / CALM)


@kernel
def add_results(sums: Any, results: Any) -> None:
    """Adds an iteration's results and their squares."""
    for seat in range(MAX_SEATS):
        sums[0, seat] += results[seat]
        sums[1, seat] += results[seat] * results[seat]


@kernel
def summary(workspace: Any) -> int:
    """Writes the root's actions with their visits and mean results and counts them."""
    nodes, edges, marks = workspace.nodes, workspace.edges, workspace.marks
    actions, visits, means = workspace.actions, workspace.visits, workspace.values
    root = int(workspace.counts[ROOT])
    mark_edges(nodes, edges, root, marks)
    first = int(nodes[root].first_edge)
    found = int(nodes[root].edges)
    for number in range(found):
        action = edges[first + number].action
        child = marks[action].child
        actions[number] = action
        visits[number] = 0.0 if child == NOTHING else nodes[child].visits
        means[number] = 0.0 if child == NOTHING else nodes[child].total / nodes[child].visits
    child = nodes[root].child
    while child != NOTHING:
        if marks[nodes[child].action].prior == NOTHING:
            actions[found] = nodes[child].action
            visits[found] = nodes[child].visits
            means[found] = nodes[child].total / nodes[child].visits
            found += 1
        child = nodes[child].sibling
    return found


@kernel
def follow(nodes: Any, counts: Any, action: int) -> bool:
    """Makes what an action leads to the new root, if it was tried often enough to have edges."""
    child = child_with(nodes, counts[ROOT], action)
    if child == NOTHING or nodes[child].first_edge == NOTHING:
        return False
    counts[ROOT] = child
    return True


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
