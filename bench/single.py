"""How fast one environment of Gymnasium steps and draws.

    python bench/single.py [--rounds 5]

Steps are counted in random play against `random`, the way an agent takes them: the action is drawn
from the mask in `info`. Frames are `rgb_array`, 640 pixels wide, of positions along such games.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from atlantis_games.games import GAMES
from atlantis_games.lab.gymnasium import gymnasium_id

SECONDS = 1.0
RNG = np.random.default_rng(1)


def made(game: str, **settings: Any) -> gymnasium.Env[Any, Any]:
    """An environment by its id, without Gymnasium's checks of every step."""
    return gymnasium.make(
        gymnasium_id(GAMES[game]), opponents=["random"], disable_env_checker=True, **settings
    )


def stepping(env: gymnasium.Env[Any, Any]) -> Callable[[], int]:
    """Plays a game; how many steps it had."""

    def work() -> int:
        _, info = env.reset()
        done, steps = False, 0
        while not done:
            legal = info["action_mask"].view(bool).nonzero()[0]
            _, _, ended, cut, info = env.step(legal[int(RNG.random() * len(legal))])
            done, steps = ended or cut, steps + 1
        return steps

    return work


def drawing(env: gymnasium.Env[Any, Any]) -> Callable[[], int]:
    """Plays a game and draws the position before each step; how many frames that were."""

    def work() -> int:
        _, info = env.reset()
        done, frames = False, 0
        while not done:
            frame: Any = env.render()
            assert frame.shape[1] == 640
            _, _, ended, cut, info = env.step(RNG.choice(np.flatnonzero(info["action_mask"])))
            done, frames = ended or cut, frames + 1
        return frames

    return work


def rate(work: Callable[[], int]) -> float:
    """How much is done in a second of CPU time."""
    start, done = time.process_time(), 0
    while time.process_time() - start < SECONDS:
        done += work()
    return done / (time.process_time() - start)


def main() -> None:
    """Prints medians, and the load of the machine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    for game in GAMES:
        for name, work in (
            ("steps", stepping(made(game))),
            ("frames", drawing(made(game, render_mode="rgb_array"))),
        ):
            work()
            found = [rate(work) for _ in range(rounds)]
            print(f"{game}: {statistics.median(found):,.0f} {name} per CPU second", flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
