"""Self-play with a small PyTorch network on the CPU, shared by all seats: [updates]"""

from __future__ import annotations

import sys
from statistics import mean
from typing import Any

import torch
from torch import nn

from atlantis_games.lab.batch import Batch
from atlantis_games.lab.gymnasium import VectorEnvironment

GAMES, DECISIONS = 256, 16  # decisions of each game between two updates


class Network(nn.Module):  # type: ignore[misc]
    """Observation in; odds of the legal actions and the expected reward out."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """For arrays with a row per game."""
        hidden = self.body(torch.as_tensor(observations).float() / 8)
        logits = self.policy(hidden).masked_fill(torch.as_tensor(masks) == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden)[:, 0]


def improve(batch: Batch, network: Network, optimiser: Any, hopes: Any) -> None:
    """Plays on in every game and learns from it. `hopes` is what each seat last expected."""
    steps, rows = [], torch.arange(GAMES)
    for _ in range(DECISIONS):
        odds, values = network(batch.observations.copy(), batch.masks.copy())
        seats, actions = torch.as_tensor(batch.actors).long(), odds.sample()
        hopes[rows, seats] = values.detach()
        batch.step(actions.numpy())
        ended = torch.as_tensor(batch.terminated.copy())
        steps.append((odds.log_prob(actions), values, seats, ended, batch.rewards.copy()))
    loss, targets = torch.zeros(()), hopes.clone()
    for chosen, values, seats, ended, rewards in reversed(steps):
        targets = torch.where(ended[:, None], torch.as_tensor(rewards), targets)
        error = targets[rows, seats] - values
        loss = loss + (0.5 * error**2 - chosen * error.detach()).mean()
    loss.backward()
    optimiser.step()
    optimiser.zero_grad()


def strength(network: Network, steps: int = 100) -> float:
    """The share of the wins against random players."""
    env = VectorEnvironment("causeway", GAMES, opponents=["random"])
    (observations, infos), results = env.reset(seed=99), []
    for _ in range(steps):
        with torch.no_grad():
            odds, _ = network(observations, infos["action_mask"])
        observations, rewards, ended, _, infos = env.step(odds.probs.argmax(dim=1).numpy())
        results += rewards[ended].tolist()
    return float(mean(results) + 1) / 2


def main(updates: int = 40, seed: int = 1) -> tuple[float, float]:
    """Trains; the share of wins before and after."""
    torch.manual_seed(seed)
    batch = Batch("causeway", GAMES, seed=seed)
    batch.reset()
    network = Network(batch.observations.shape[1], batch.width)
    optimiser, hopes = torch.optim.Adam(network.parameters(), 1e-3), torch.zeros(GAMES, 4)
    before = strength(network)
    for _ in range(updates):
        improve(batch, network, optimiser, hopes)
    return before, strength(network)


if __name__ == "__main__":
    print("won against random players, before and after:", main(*map(int, sys.argv[1:2])))
