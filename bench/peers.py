"""OpenSpiel's side of the benchmark: runs in a virtual environment of its own, commanded by lines.

Reads `play GAME` or `search GAME` per line, works for about half a CPU second, and answers with
decisions of C++ rollouts or iterations of C++ MCTS per CPU second. A search with one simulation and
200 rollouts plays exactly the rollouts and nothing else.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

import pyspiel

ROLLOUTS = 200
SECONDS = 0.5


def dealt(game: Any, rng: random.Random) -> Any:
    """A position where the first player is to decide."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def decisions_per_game(game: Any, games: int = 40) -> float:
    """How many decisions a uniformly random game has on average."""
    rng = random.Random(1)
    total = 0
    for _ in range(games):
        state = dealt(game, rng)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                total += 1
    return total / games


class Rollouts:
    """Random games of one OpenSpiel game from a dealt position."""

    def __init__(self, name: str) -> None:
        self.game = pyspiel.load_game(name)
        self.length = decisions_per_game(self.game)
        self.state = dealt(self.game, random.Random(2))
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        self.bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 10, False, 1, False)
        single = pyspiel.RandomRolloutEvaluator(1, 1)
        self.searcher = pyspiel.MCTSBot(self.game, single, 2.0, ROLLOUTS, 100, False, 1, False)

    def rate(self, what: str) -> float:
        """Decisions or iterations per CPU second over a short while."""
        bot, unit = (self.bot, self.length) if what == "play" else (self.searcher, 1.0)
        start = time.process_time()
        rollouts = 0
        while time.process_time() - start < SECONDS:
            bot.mcts_search(self.state)
            rollouts += ROLLOUTS
        return rollouts * unit / (time.process_time() - start)


def main() -> None:
    """Answers a rate for every line read."""
    rollouts: dict[str, Rollouts] = {}
    for line in sys.stdin:
        what, name = line.split()
        if name not in rollouts:
            rollouts[name] = Rollouts(name)
        print(rollouts[name].rate(what), flush=True)


if __name__ == "__main__":
    main()
