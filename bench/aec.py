"""A random game in PettingZoo's loop, the same for our environments and theirs."""

from __future__ import annotations

from typing import Any

import numpy as np

RNG = np.random.default_rng(1)


def one_game(env: Any) -> float:
    """Plays to the end; how many steps it took."""
    steps = 0
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
        else:
            legal = observation["action_mask"].view(bool).nonzero()[0]
            env.step(int(legal[int(RNG.random() * len(legal))]))
            steps += 1
    return float(steps)
