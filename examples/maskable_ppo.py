"""MaskablePPO of Stable-Baselines3 learns a game: python examples/maskable_ppo.py causeway

It needs `pip install 'atlantis-games[lab,train]' sb3-contrib`. The recipe: shaped rewards, no
discount, many games side by side, inputs that say what a card would do (landings.py; of other
games the whole observation as logarithms), and an opponent that can be beaten (docs/lab.md).
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from atlantis_games.lab.stable_baselines import Games
from landings import Landings

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


class Curve(BaseCallback):  # type: ignore[misc]
    """Plays against `random` every now and then, and prints how learning goes as lines of JSON."""

    def __init__(self, game: str, every: int = 98_304) -> None:
        super().__init__()
        self.game, self.every = game, every
        self.seconds, self.began = 0.0, 0.0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps % self.every == 0:
            self.measure()

    def _on_training_end(self) -> None:
        self.measure()

    def measure(self) -> None:
        """Prints a line; the time that this takes does not count."""
        self.seconds += time.process_time() - self.began if self.num_timesteps else 0.0
        row = {"cpu_seconds": round(self.seconds, 1), "steps": self.num_timesteps}
        for name, is_drawn in (("likeliest", False), ("drawn", True)):
            row[name] = round(win_share(self.model, self.game, "random", 500, is_drawn), 4)
        row["greedy"] = round(win_share(self.model, self.game, "greedy", 200), 4)
        print(json.dumps(row), flush=True)
        self.began = time.process_time()


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
    learner(name).learn(1_000_000, callback=Curve(name))
