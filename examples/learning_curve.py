"""How strong a model of Stable-Baselines3 is while it learns, for maskable_ppo.py."""

from __future__ import annotations

import json
import time

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

MODULE = "atlantis_games.lab.gymnasium"  # which Gymnasium imports to know the ids
ID = {"causeway": f"{MODULE}:atlantis/Causeway-v2", "escape": f"{MODULE}:atlantis/Escape-v2"}


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
