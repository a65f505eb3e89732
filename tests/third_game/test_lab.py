"""A game of another distribution has environments for research without a line of its own."""

from __future__ import annotations

from support.tiny_game import Installation

PETTINGZOO = """
from pettingzoo.test import api_test
from atlantis_games.lab.pettingzoo import highcard_v1

env = highcard_v1.env(players=3)
assert env.metadata["name"] == "highcard_v1"
api_test(env, num_cycles=60)
"""
GYMNASIUM = """
import numpy as np
from atlantis_games.lab.gymnasium import VectorEnvironment

env = VectorEnvironment("highcard", num_envs=8, opponents=["greedy"])
observations, info = env.reset(seed=1)
ended = 0
for step in range(30):
    masks = info["action_mask"]
    actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in masks])
    observations, rewards, ends, cuts, info = env.step(actions)
    ended += int(ends.sum())
assert ended > 8
"""


def test_pettingzoo_plays_it(tiny: Installation) -> None:
    tiny.run("-c", PETTINGZOO)


def test_gymnasium_plays_many_games_of_it(tiny: Installation) -> None:
    tiny.run("-c", GYMNASIUM)
