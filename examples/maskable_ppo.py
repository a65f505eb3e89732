"""MaskablePPO of Stable-Baselines3 learns a game: python examples/maskable_ppo.py causeway

It needs `pip install 'atlantis-games[lab,train]' sb3-contrib`. The recipe: shaped rewards, no
discount, observations as logarithms, and an opponent that can be beaten (docs/lab.md).
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

MODULE = "atlantis_games.lab.gymnasium"  # which Gymnasium imports to know the ids
ID = {"causeway": f"{MODULE}:atlantis/Causeway-v2", "escape": f"{MODULE}:atlantis/Escape-v2"}


class Logarithms(BaseFeaturesExtractor):  # type: ignore[misc]
    """Counts and prices as logarithms, so that none drowns the others."""

    def __init__(self, space: gymnasium.spaces.Box) -> None:
        super().__init__(space, space.shape[0])

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """The same number of inputs, from 0 to 5.6."""
        return torch.log1p(observations)


def learner(game: str, envs: int = 16, **settings: Any) -> MaskablePPO:
    """A model that has learned nothing yet, with the settings that learn."""
    settings = {"opponents": ["random"], "reward": "shaped", **settings}
    make = lambda: gymnasium.make(ID[game], **settings)  # noqa: E731
    return MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([make] * envs),
        gamma=1.0,
        gae_lambda=0.98,
        n_steps=512,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        ent_coef=0.003,
        policy_kwargs={"features_extractor_class": Logarithms, "net_arch": [128, 128]},
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
    model = learner(name)
    for _ in range(20):
        model.learn(25_000, reset_num_timesteps=False)
        print(model.num_timesteps, f"{win_share(model, name, 'random', 500):.1%}", flush=True)
