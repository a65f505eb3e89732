"""MaskablePPO of Stable-Baselines3 learns a game: python examples/maskable_ppo.py causeway

It needs `pip install 'atlantis-games[lab,train]' sb3-contrib`. The recipe: shaped rewards, no
discount, many games side by side, inputs that say what a card would do (landings.py; of other
games the whole observation as logarithms), and an opponent that can be beaten (docs/lab.md).
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from atlantis_games.lab.stable_baselines import Games
from landings import Landings
from learning_curve import Curve


class Inputs(BaseFeaturesExtractor):  # type: ignore[misc]
    """Counts and prices as logarithms, so that none drowns the others, and one layer for all."""

    def __init__(self, space: gymnasium.spaces.Box, units: int = 128) -> None:
        super().__init__(space, units)
        self.layer = torch.nn.Linear(space.shape[0], units)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """What policy and value both go by."""
        return torch.relu(self.layer(torch.log1p(observations)))


INPUTS = {"causeway": Landings}  # better ones, of a single game


def learner(game: str, envs: int = 256, **settings: Any) -> MaskablePPO:
    """A model that has learned nothing yet, with the settings that learn."""
    settings = {"opponents": ["random"], "reward": "shaped", "threads": 1, **settings}
    return MaskablePPO(
        "MlpPolicy",
        Games(game, envs, **settings),
        gamma=1.0,
        gae_lambda=0.97,
        n_steps=32,
        batch_size=4 * envs,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * max(left, 0.05),  # of what is to be learned
        ent_coef=0.003,
        policy_kwargs={"features_extractor_class": INPUTS.get(game, Inputs), "net_arch": [64]},
        seed=1,
    )


if __name__ == "__main__":
    torch.set_num_threads(1)
    name = sys.argv[1] if len(sys.argv) > 1 else "causeway"
    learner(name).learn(1_000_000, callback=Curve(name))
