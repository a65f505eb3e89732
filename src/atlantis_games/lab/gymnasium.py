"""Many games at once as a Gymnasium vector environment: one seat learns, bots have the others.

>>> from atlantis_games.lab.gymnasium import VectorEnvironment
>>> env = VectorEnvironment("causeway", num_envs=8, opponents=["greedy"])
>>> observations, infos = env.reset(seed=1)
>>> observations.shape == env.observation_space.shape
True
>>> infos["action_mask"].any(axis=1).all()
np.True_
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.bots.workspace import NODE_LIMIT, Workspace
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.kernels.random import streams
from atlantis_games.kernels.tree import SEARCH
from atlantis_games.lab.opponents import ANY_SEAT, WAIT
from atlantis_games.lab.vector import (
    MOST_GAMES,
    REWARDS,
    Threads,
    first_state,
    known_game,
    seed_number,
    whole,
)

NO_ACTION = -1


def settings_of(bot: str, game: Game) -> tuple[int, int, float, int]:
    """What a bot is inside a kernel; BadRequest for one that cannot play there."""
    bot_named(bot, game.name)  # says so if there is no such bot
    settings = in_kernel(bot, game)
    if settings is None:
        raise BadRequest(
            f"{bot!r} cannot play thousands of games at once: choose random, greedy or search with "
            "a number of iterations."
        )
    return settings


class VectorEnvironment(VectorEnv[Any, Any, Any]):
    """So many games of one learner against bots, in Gymnasium's conventions.

    - Observations are uint8 vectors; `infos["action_mask"]` has 1 for every legal action.
    - The reward is 1 for a lone win and -1/(players - 1) for a loss, once a game is over, or with
      `reward="points"` the change of the own points since the last decision. An action that is not
      legal ends its game with -1.
    - Games begin anew in the step in which they end (`AutoresetMode.SAME_STEP`); what the learner
      saw last is in `infos["final_obs"]` where `infos["_final_obs"]` is true, and its seat, all
      points and whether its action was illegal in `infos["final_info"]`. With
      `autoreset_mode=AutoresetMode.NEXT_STEP`, which Gymnasium's wrappers of observations need, the
      step that ends a game shows its end, and the next one, whatever its action, the new game.
    - `opponents` are bots by name, the next to play first; the last one given fills the rest.
    - `seat` is the learner's, from 0; `None` draws it anew for every game.
    - `limit` truncates a game after so many decisions of the learner.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int = 2,
        opponents: Sequence[str] = ("greedy",),
        seat: int | None = None,
        *,
        reward: str = "wins",
        limit: int = 0,
        threads: int = 0,
        copy: bool = True,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        **options: object,
    ) -> None:
        self.game = known_game(game)
        self.num_envs = whole("The number of environments", num_envs, 1, MOST_GAMES)
        self.start = first_state(self.game, players, options)
        self.limit = whole("The limit of decisions", limit, 0, 1 << 30)
        self.seat = ANY_SEAT if seat is None else whole("A seat", seat, 0, players - 1)
        if reward not in REWARDS:
            raise BadRequest(f"A reward is {' or '.join(REWARDS)}, not {reward!r}.")
        self.reward = REWARDS.index(reward)
        self.copy = copy
        if autoreset_mode not in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            raise BadRequest("Games begin anew in the SAME_STEP or in the NEXT_STEP.")
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.observation.VERSION}",
            "render_modes": [],
            "autoreset_mode": autoreset_mode,
        }
        self.render_mode = None
        observation = self.game.observation
        self.single_observation_space = spaces.Box(0, 255, (observation.LAYOUT.size,), np.uint8)
        self.single_action_space = spaces.Discrete(observation.DECISIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._make_arrays(self._bots(opponents, players))
        self._is_ready = False
        self.threads = whole("The number of threads", threads, 0, 1024) or os.cpu_count() or 1
        self._share_out()
        self._kernels = self.game.kernels("opponents")

    def _bots(self, opponents: Sequence[str], players: int) -> list[tuple[int, int, float, int]]:
        """The settings of a bot for every other seat."""
        if isinstance(opponents, str) or not 1 <= len(opponents) < players:
            raise BadRequest(f"From 1 to {players - 1} opponents are needed, as a list of names.")
        names = [*opponents, *[opponents[-1]] * players][: players - 1]
        return [settings_of(name, self.game) for name in names]

    def _make_arrays(self, bots: list[tuple[int, int, float, int]]) -> None:
        """Everything that kernels read and write."""
        games, colours, game = self.num_envs, len(self.game.colours), self.game
        kinds, budgets, temperatures, lengths = zip(*bots, strict=True)
        self._bot_arrays = (
            np.array(kinds, np.int64),
            np.array(budgets, np.int64),
            np.array(temperatures, np.float64),
            np.array(lengths, np.int64),
        )
        self.masks = np.zeros((games, game.observation.DECISIONS), np.int8)
        self.observations = np.zeros((games, game.observation.LAYOUT.size), np.uint8)
        self.final_observations = np.zeros((games, game.observation.LAYOUT.size), np.uint8)
        self.rewards = np.zeros(games, np.float64)
        self.terminations = np.zeros(games, np.bool_)
        self.truncations = np.zeros(games, np.bool_)
        self.seats = np.zeros(games, np.int8)
        self._game_arrays = (
            np.zeros(games, game.record),
            streams(0, games),
            np.zeros(games, np.int64),  # ages
            np.zeros((games, colours), np.int64),  # points as they stood
            np.zeros((games, game.max_legal), np.int32),  # legal actions
            np.zeros(games, np.int64),  # and how many
            self.masks,
            self.observations,
            np.zeros(games, np.int8),  # actors
            self.seats,
        )
        self._choices = np.zeros(games, np.int64)
        self._waiting = np.zeros(games, np.bool_)  # over, and to begin anew in the next step
        self._scores = np.zeros((games, colours), np.int64)
        self._step_arrays = (
            self._choices,
            np.zeros((games, colours), np.float32),
            self._scores,
            self.rewards,
            self.terminations,
            self.truncations,
            self.final_observations,
        )

    def _share_out(self) -> None:
        """Gives each thread its rows of every array, and a workspace for its bots to think at."""
        threads = min(self.threads, self.num_envs)
        cuts = [self.num_envs * number // threads for number in range(threads + 1)]
        self._threads = Threads(threads)
        searches = (self._bot_arrays[0] == SEARCH).any()
        self._rows = []
        for first, last in pairwise(cuts):
            states, words, *rest = (array[first:last] for array in self._game_arrays)
            workspace = Workspace(self.game, NODE_LIMIT if searches else 1)
            shared = [
                states,
                self.start.states(),
                words,
                np.zeros(1, np.uint64),
                *rest,
                *self._bot_arrays,
                self.start.states(),
                self.start.states(),
                workspace.actions,
                workspace.visits,
                workspace.values,
                workspace.nodes,
                workspace.count,
                workspace.where,
                workspace.outlooks,
            ]
            self._rows.append([*shared, *(array[first:last] for array in self._step_arrays)])

    def _play(self, anew: bool) -> None:
        """Steps every game, or begins them all anew, in as many threads as there are."""

        def play(rows: list[Any]) -> None:
            self._kernels.step(*rows, self.seat, self.limit, self.reward, anew)

        if self.closed:
            raise ClosedEnvironmentError("The environment is closed.")
        self._threads.run(play, self._rows)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins every game anew. A seed deals the same games to the same bots and actions."""
        words = self._game_arrays[1]
        if isinstance(seed, int):
            super().reset(seed=seed_number(seed))
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise BadRequest(f"{self.num_envs} seeds are needed, not {len(seed)}.")
            for number, one in enumerate(seed):
                words[number] = streams(self._seed(one), 1)[0]
        elif seed is not None or not self._is_ready:
            words[...] = streams(self._seed(seed), self.num_envs)
        self._play(anew=True)
        self._waiting[...] = False
        self._is_ready = True
        return self._handed_out(self.observations), self._infos()

    @staticmethod
    def _seed(seed: int | None) -> int:
        return secrets.randbits(62) if seed is None else seed_number(seed)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learner's decision in every game; the bots answer until it is to decide again."""
        if not self._is_ready:
            raise BadRequest("Reset the environment before its first step.")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise BadRequest(
                f"Actions are {self.num_envs} whole numbers in one row, "
                f"not {actions.dtype} of the shape {actions.shape}."
            )
        np.copyto(self._choices, actions, casting="unsafe")
        self._choices[self._choices < 0] = NO_ACTION
        seats, illegal = self.seats.copy(), ~self._are_legal()
        self._choices[self._waiting] = WAIT
        self._play(anew=False)
        infos = self._infos()
        observations = self._handed_out(self.observations)
        done = self.terminations | self.truncations
        if self.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP:
            self._waiting[...] = done
            observations = np.where(done[:, None], self.final_observations, self.observations)
        elif done.any():
            last = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(done).tolist():
                last[number] = self.final_observations[number].copy()
            about = {"seat": seats, "scores": self._scores.copy(), "illegal": illegal & done}
            about |= {f"_{name}": done for name in tuple(about)}
            infos |= {"final_obs": last, "_final_obs": done}
            infos |= {"final_info": about, "_final_info": done}
        return (
            observations,
            self.rewards.copy(),
            self.terminations.copy(),
            self.truncations.copy(),
            infos,
        )

    def _are_legal(self) -> Any:
        """Which of the choices are legal."""
        inside = self._choices < self.masks.shape[1]
        inside &= self._choices >= 0
        return inside & (self.masks[np.arange(self.num_envs), self._choices * inside] == 1)

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_threads", "_kernels", "_rows")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._share_out()
        self._kernels = self.game.kernels("opponents")

    def __copy__(self) -> VectorEnvironment:
        return deepcopy(self)

    def _handed_out(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._handed_out(self.masks),
            "_action_mask": everywhere,
            "seat": self._handed_out(self.seats),
            "_seat": everywhere,
        }

    def close_extras(self, **settings: Any) -> None:
        """Ends the threads."""
        self._threads.close()
