"""The peers' side of the benchmark: one library in a process of its own, commanded by lines.

`peers.py LIBRARY` prints the library's version, or why it cannot be used. Then every line
`WHAT NAME` is answered with decisions (or iterations) per CPU second over about half a second, or
with the reason why there is no answer.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

ROLLOUTS = 200
SECONDS = 0.5
PACKAGES = {
    "openspiel": "open_spiel",
    "catanatron": "catanatron",
    "pgx": "pgx",
    "rlcard": "rlcard",
    "envpool": "envpool",
    "pettingzoo": "pettingzoo",
}


def rate(work: Callable[[], float]) -> float:
    """How much work is done per CPU second, all threads counted."""
    start = time.process_time()
    done = 0.0
    while time.process_time() - start < SECONDS:
        done += work()
    return done / (time.process_time() - start)


def dealt(game: Any, rng: random.Random) -> Any:
    """An OpenSpiel position where a player is to decide."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    return state


def spiel_game(game: Any, rng: random.Random) -> int:
    """A random game of OpenSpiel played from Python; how many decisions it had."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def openspiel(what: str, name: str) -> Callable[[], float]:
    """C++ rollouts (one simulation with many rollouts is nothing else), C++ search, Python loop."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    if what == "loop":
        return lambda: spiel_game(game, rng)
    state = dealt(game, random.Random(2))
    length = sum(spiel_game(game, rng) for _ in range(40)) / 40 if what == "play" else 1.0
    rollouts, simulations = (ROLLOUTS, 1) if what == "play" else (1, ROLLOUTS)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 100, False, 1, False)

    def work() -> float:
        bot.mcts_search(state)
        return ROLLOUTS * length

    return work


def catanatron(what: str, name: str) -> Callable[[], float]:
    """Whole games of four random players."""
    from catanatron import Color, Game, RandomPlayer

    decisions = 0

    class Counted(RandomPlayer):  # type: ignore[misc]
        """A random player who counts."""

        def decide(self, game: Any, playable_actions: Any) -> Any:
            nonlocal decisions
            decisions += 1
            return super().decide(game, playable_actions)

    def work() -> float:
        nonlocal decisions
        decisions = 0
        Game([Counted(color) for color in Color]).play()
        return decisions

    return work


def rlcard(what: str, name: str) -> Callable[[], float]:
    """Whole games of random agents, as its environments run them."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make(name)
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def work() -> float:
        paths, _ = env.run(is_training=False)
        return sum(len(path) // 2 for path in paths)

    return work


def pgx(what: str, name: str) -> Callable[[], float]:
    """Batched steps with random legal actions, compiled for the CPU."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    game, games = name.split("@")
    env = library.make(game)

    def step(state: Any, key: Any) -> Any:
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(key, odds)
        return auto_reset(env.step, env.init)(state, action, key)

    run = jax.jit(jax.vmap(step))
    split = jax.jit(lambda key: jax.random.split(key, int(games)))
    keys = split(jax.random.PRNGKey(1))
    state = jax.jit(jax.vmap(env.init))(keys)
    count = 0

    def work() -> float:
        nonlocal state, count
        count += 1
        state = run(state, split(jax.random.PRNGKey(count)))
        state.rewards.block_until_ready()
        return float(games)

    work()
    return work


def envpool(what: str, name: str) -> Callable[[], float]:
    """Batched steps of a classic control task."""
    import envpool as library
    import numpy as np

    task, games = name.split("@")
    env = library.make(task, env_type="gymnasium", num_envs=int(games), num_threads=1)
    env.reset()
    actions = np.random.default_rng(1).integers(0, 2, (64, int(games)))

    def work() -> float:
        for row in actions:
            env.step(row)
        return float(actions.size)

    return work


def pettingzoo(what: str, name: str) -> Callable[[], float]:
    """The loop of PettingZoo's documentation, with its default wrappers."""
    import importlib

    from aec import one_game

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    return lambda: one_game(env)


def main() -> None:
    library = sys.argv[1]
    try:
        print(version(PACKAGES[library]), flush=True)
    except Exception as error:
        print(f"cannot: {error}", flush=True)
        return
    measures: dict[str, Callable[[], float]] = {}
    for line in sys.stdin:
        what, name = line.split()
        try:
            if line not in measures:
                measures[line] = globals()[library](what, name)
                measures[line]()  # whatever is compiled or loaded by the first call
            print(rate(measures[line]), flush=True)
        except Exception as error:
            print(f"cannot: {type(error).__name__}: {error}".split("\n")[0], flush=True)


if __name__ == "__main__":
    main()
