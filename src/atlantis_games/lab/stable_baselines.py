"""Many games at once for Stable-Baselines3: all of them are stepped by one compiled call.

>>> from sb3_contrib import MaskablePPO  # doctest: +SKIP
>>> from atlantis_games.lab.stable_baselines import Games  # doctest: +SKIP
>>> env = Games("causeway", 64, opponents=["random"], reward="shaped")  # doctest: +SKIP
>>> MaskablePPO("MlpPolicy", env, gamma=1.0).learn(100_000)  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from atlantis_games.core.errors import BadRequest
from atlantis_games.lab.gymnasium import VectorEnvironment

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError:  # `Games` says what to install
    VecEnv = object

MASKS = "action_masks"  # the method that MaskablePPO asks every game for


class Games(VecEnv):  # type: ignore[misc]
    """Games of one learner as Stable-Baselines3 takes them, with settings of `VectorEnvironment`.

    What is known of a game's end is in its info: `terminal_observation`, `TimeLimit.truncated`,
    and `episode`, from which the library prints the mean of rewards and lengths.
    """

    def __init__(self, game: str, num_envs: int, **settings: Any) -> None:
        if VecEnv is object:
            raise BadRequest(
                "Stable-Baselines3 is not installed: pip install stable-baselines3 sb3-contrib."
            )
        self.games = VectorEnvironment(game, num_envs, **settings)
        space = self.games.single_observation_space
        super().__init__(num_envs, space, self.games.single_action_space)
        self.actions = np.zeros(num_envs, np.int64)
        self.sums = np.zeros(num_envs)
        self.lengths = np.zeros(num_envs, np.int64)
        self.first_seed: int | None = None

    def reset(self) -> Any:
        """Begins every game."""
        observations, _ = self.games.reset(seed=self.first_seed)
        self.first_seed = None
        self.sums[:] = 0
        self.lengths[:] = 0
        return observations

    def step_async(self, actions: Any) -> None:
        """Takes the learner's choices."""
        self.actions = actions

    def step_wait(self) -> Any:
        """Plays them; games that end begin again at once."""
        seen, rewards, ended, cut, infos = self.games.step(self.actions)
        self.sums += rewards
        self.lengths += 1
        done = ended | cut
        notes: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for number in np.flatnonzero(done).tolist():
            notes[number] = {
                "terminal_observation": infos["final_obs"][number],
                "TimeLimit.truncated": bool(cut[number] and not ended[number]),
                "episode": {"r": float(self.sums[number]), "l": int(self.lengths[number]), "t": 0},
            }
        self.sums[done] = 0
        self.lengths[done] = 0
        return seen, rewards.astype(np.float32), done, notes

    def env_method(self, name: str, *given: Any, indices: Any = None, **named: Any) -> list[Any]:
        """The masks of games; there is nothing else to ask them for."""
        if name != MASKS:
            raise BadRequest(f"Games have no method {name!r}.")
        return list(self.games.masks[self._get_indices(indices)].astype(np.bool_))

    def has_attr(self, attr_name: str) -> bool:
        """MaskablePPO asks whether there are masks."""
        return attr_name == MASKS

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What is the same for all games."""
        value = {"render_mode": None, "spec": None}.get(attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""
        raise BadRequest(f"Games have nothing called {attr_name!r} to set.")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """They are not wrapped; but they keep account of episodes as a monitor does."""
        from stable_baselines3.common.monitor import Monitor

        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Sets the seed of the next reset."""
        self.first_seed = seed
        return [None if seed is None else seed + number for number in range(self.num_envs)]

    def close(self) -> None:
        """Ends their threads."""
        self.games.close()
