"""A complete search in one file, on the public API alone, for every game and number of players.

Information-set Monte Carlo tree search: each iteration guesses what the seat cannot know
(`resampled`), goes down the tree by UCT (`play`, and `settled` for chance), and plays out at random
the first decision that is new (`playout`). Try it with

    atlantis arena causeway --bots examples/search_bot.py,greedy,random
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from atlantis_games import Position

ITERATIONS = 150  # for each decision; more make it stronger and slower
EXPLORE = 0.7  # the constant of UCT


@dataclass
class Node:
    """What is known of a move: how often it was tried, and what its seat won in all."""

    visits: int = 0
    offered: int = 0  # iterations in which it was legal
    total: float = 0.0
    children: dict[str, Node] = field(default_factory=dict)

    def child(self, moves: list[str]) -> str:
        """The move to try: a new one first, else the one of the best bound (UCT)."""
        for move in moves:
            self.children.setdefault(move, Node()).offered += 1

        def bound(move: str) -> float:
            child = self.children[move]
            if child.visits == 0:
                return math.inf
            mean = child.total / child.visits
            return mean + EXPLORE * math.sqrt(math.log(child.offered) / child.visits)

        return max(moves, key=bound)


class Bot:
    """Chooses the move that it has tried most."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, clock: float | None) -> str:
        """One of the moves of a position that is redacted for the seat to decide."""
        if len(position.moves) == 1:
            return next(iter(position.moves))
        root = Node()
        for _ in range(ITERATIONS):
            self.seed += 1
            self.iterate(root, position.resampled(self.seed))
        return max(root.children, key=lambda move: root.children[move].visits)

    def iterate(self, node: Node, position: Position) -> None:
        """One way down the tree, a random end of the game, and what it teaches on the way up."""
        way = []
        while not position.is_over:
            seat, move = position.actor, node.child(list(position.moves))
            node = node.children[move]
            way.append((seat, node))
            position = position.play(move).settled(self.seed)
            if node.visits == 0:
                break
        winners = position.playout(self.seed).winners
        for seat, node in way:
            node.visits += 1
            node.total += (seat in winners) / len(winners)
