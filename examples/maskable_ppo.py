"""MaskablePPO of Stable-Baselines3 learns a game: python examples/maskable_ppo.py causeway

It needs `pip install 'atlantis-games[lab,train]' sb3-contrib`. The recipe: shaped rewards, no
discount, observations as logarithms, and an opponent that can be beaten (docs/lab.md).
"""

from __future__ import annotations

import sys
import time
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from atlantis_games.lab.stable_baselines import Games

MODULE = "atlantis_games.lab.gymnasium"  # which Gymnasium imports to know the ids
ID = {"causeway": f"{MODULE}:atlantis/Causeway-v2", "escape": f"{MODULE}:atlantis/Escape-v2"}


class Inputs(BaseFeaturesExtractor):  # type: ignore[misc]
    """Counts and prices as logarithms, so that none drowns the others, and one layer for all."""

    def __init__(self, space: gymnasium.spaces.Box, units: int = 128) -> None:
        super().__init__(space, units)
        self.layer = torch.nn.Linear(space.shape[0], units)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """What policy and value both go by."""
        return torch.relu(self.layer(torch.log1p(observations)))


def learner(game: str, envs: int = 64, **settings: Any) -> MaskablePPO:
    """A model that has learned nothing yet, with the settings that learn."""
    settings = {"opponents": ["random"], "reward": "shaped", "threads": 1, **settings}
    return MaskablePPO(
        "MlpPolicy",
        Games(game, envs, **settings),
        gamma=1.0,
        gae_lambda=0.97,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        learning_rate=7e-4,
        ent_coef=0.003,
        policy_kwargs={"features_extractor_class": Inputs, "net_arch": [64]},
        seed=1,
    )


def win_share(
    model: MaskablePPO, game: str, opponent: str, games: int, is_drawn: bool = False
) -> float:
    """The share of wins against an opponent, by the likeliest action or by drawn ones."""
    env = gymnasium.make_vec(ID[game], num_envs=min(games, 256), opponents=[opponent])
    seen, infos = env.reset(seed=9)
    results: list[float] = []
    while len(results) < games:
        actions, _ = model.predict(
            seen, action_masks=infos["action_mask"], deterministic=not is_drawn
        )
        seen, rewards, ended, _, infos = env.step(actions)
        results += rewards[ended].tolist()
    return 0.5 + sum(results[:games]) / games / 2


if __name__ == "__main__":
    torch.set_num_threads(1)
    name = sys.argv[1] if len(sys.argv) > 1 else "causeway"
    model, seconds = learner(name), 0.0
    while seconds < 200:
        began = time.process_time()
        model.learn(65_536, reset_num_timesteps=False)
        seconds += time.process_time() - began
        share, drawn = (win_share(model, name, "random", 500, one) for one in (False, True))
        print(f"{seconds:3.0f} CPU s, {model.num_timesteps} steps: {share:.1%}, drawn {drawn:.1%}")
