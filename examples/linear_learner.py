"""A linear policy that learns the opening of Causeway: collect points, spend few.

A game is cut off after some decisions, and the reward is the change of the own points. The policy
is a softmax over a linear function of the observation, improved by its policy gradient.

    python examples/linear_learner.py [updates]
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from atlantis_games.lab.gymnasium import VectorEnvironment

GAMES, DECISIONS, RATE = 128, 12, 0.02
SCALE = 1 / 8  # brings bytes down to about 1


def probabilities(weights: Any, features: Any, masks: Any) -> Any:
    """How likely each legal action is."""
    logits = np.where(masks, features @ weights, -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def play(env: VectorEnvironment, weights: Any, rng: Any) -> tuple[Any, Any]:
    """One shortened game each: the points every one gained, and the gradient of the policy."""
    observations, infos = env.reset()
    steps, rewards = [], []
    for _ in range(DECISIONS):
        features = (observations * SCALE).astype(np.float32)
        odds = probabilities(weights, features, infos["action_mask"].astype(bool))
        below = odds.cumsum(axis=1) > rng.random((GAMES, 1)) * odds.sum(axis=1, keepdims=True)
        actions = np.argmax(below & (odds > 0), axis=1)
        steps.append((features, odds, actions))
        observations, reward, _, _, infos = env.step(actions)
        rewards.append(reward)
    to_go = np.cumsum(rewards[::-1], axis=0)[::-1]  # what was gained from each decision on
    gradient = np.zeros_like(weights)
    for (features, odds, actions), gained in zip(steps, to_go, strict=True):
        advantage = (gained - gained.mean()) / (gained.std() + 1e-6)
        odds = -odds
        odds[np.arange(GAMES), actions] += 1
        gradient += features.T @ (odds * advantage[:, None]) / (GAMES * DECISIONS)
    return to_go[0], gradient


def main(updates: int = 60, seed: int = 1) -> list[float]:
    """Learns, and returns the mean points gained per game, update by update."""
    env = VectorEnvironment(
        "causeway", GAMES, opponents=["random"], reward="points", limit=DECISIONS
    )
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    weights = np.zeros((env.observations.shape[1], env.masks.shape[1]), np.float32)
    size = np.zeros_like(weights)
    curve = []
    for update in range(1, updates + 1):
        points, gradient = play(env, weights, rng)
        size = 0.9 * size + 0.1 * gradient**2
        weights += RATE * gradient / (np.sqrt(size) + 1e-4)
        curve.append(float(points.mean()))
        if update % 10 == 0:
            print(f"update {update:3}: {np.mean(curve[-10:]):6.2f} points gained per game")
    return curve


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
