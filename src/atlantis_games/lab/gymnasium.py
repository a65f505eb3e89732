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

import secrets
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from gymnasium import register, spaces
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from atlantis_games.bots import in_kernel
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.processors import usable_processors
from atlantis_games.games import GAMES
from atlantis_games.kernels.batch_arrays import (
    ANY_SEAT,
    NO_ACTION,
    WAIT,
    LearnerSettings,
    Packed,
    new_batch_arrays,
    new_learner_arrays,
    new_opponents,
    rows_of,
)
from atlantis_games.kernels.bots import BOT, MAX_NODES, SEARCH
from atlantis_games.kernels.random import stream, streams
from atlantis_games.kernels.results import shares_of
from atlantis_games.kernels.workspace import Workspace, new_workspace
from atlantis_games.lab import class_name, environment_id
from atlantis_games.lab.arguments import (
    MAX_DECISIONS,
    MAX_GAMES,
    MAX_THREADS,
    SHAPED,
    action_numbers,
    first_position,
    known_game,
    outlook,
    reward_number,
    seed_number,
    whole_number,
)
from atlantis_games.lab.threads import Threads, shares_of_rows

NOT_KEPT = ("_threads", "_kernels", "_parts")  # in pickles and copies


class LearnerPart(NamedTuple):
    """The games that one thread steps."""

    batch: Packed  # BatchArrays
    learner: Packed  # LearnerArrays
    opponents: Any  # records of OPPONENT, a column per bot
    workspace: Workspace


def bots_named(names: Sequence[str], game: Game) -> Any:
    """The records of bots; BadRequest for one that does not exist or cannot play in kernels."""
    bots = np.zeros(len(names), BOT)
    for number, name in enumerate(names):
        record = in_kernel(name, game)
        if record is None:
            raise BadRequest(
                f"{name!r} cannot play thousands of games at once: choose random, greedy or search "
                "with a number of iterations."
            )
        bots[number] = record
    return bots


class VectorEnvironment(VectorEnv[Any, Any, Any]):
    """Many games of one learner against bots, in Gymnasium's conventions.

    - Observations are uint8 vectors; `infos["action_mask"]` has 1 for every legal action.
    - The reward is 1 for a lone win and -1/(players - 1) for a loss, once a game is over, or with
      `reward="points"` the change of the own points since the last decision. `reward="shaped"`
      adds to `wins` the change of a guess at the result from the points as they stand, which is
      taken back at the end, so that the sum over a game changes by what it began with only. An
      action that is not legal ends its game with -1.
    - Games begin again in the step in which they end (`AutoresetMode.SAME_STEP`); what the learner
      saw last is in `infos["final_obs"]` where `infos["_final_obs"]` is true, and its seat, all
      points and whether its action was illegal in `infos["final_info"]`. With
      `autoreset_mode=AutoresetMode.NEXT_STEP`, which Gymnasium's wrappers of observations need, the
      step that ends a game shows its end, and the next one, whatever its action, the new game.
    - `opponents` are bots by name, the next to play first; the last one given fills the rest.
      `bot_seeds` has their seeds, a row per game: `bot_named` with the same name and seed chooses
      the same moves.
    - `seat` is the learner's, from 0; `None` draws it for every game.
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
        self.num_envs = whole_number("The number of environments", num_envs, 1, MAX_GAMES)
        self.start = first_position(self.game, players, options)
        self.settings = LearnerSettings(
            seat=ANY_SEAT if seat is None else whole_number("A seat", seat, 0, players - 1),
            limit=whole_number("The limit of decisions", limit, 0, MAX_DECISIONS),
            reward=reward_number(reward),
        )
        self.is_shaped = reward == SHAPED
        self.copy = copy
        if autoreset_mode not in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
            raise BadRequest("Games begin again in the SAME_STEP or in the NEXT_STEP.")
        self.metadata = {
            "name": environment_id(self.game),
            "render_modes": [],
            "autoreset_mode": autoreset_mode,
        }
        self.render_mode = None
        self._make_spaces()
        self._make_arrays(opponents)
        self._is_ready = False
        threads = whole_number("The number of threads", threads, 0, MAX_THREADS)
        self.threads = threads or usable_processors()
        self._open()

    def _make_spaces(self) -> None:
        """What observations and actions can be."""
        observation = self.game.observation
        self.single_observation_space = spaces.Box(0, 255, (observation.LAYOUT.size,), np.uint8)
        self.single_action_space = spaces.Discrete(observation.DECISIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _make_arrays(self, opponents: Sequence[str]) -> None:
        """Everything that kernels read and write."""
        bots = self.start.players - 1
        if isinstance(opponents, str) or not 1 <= len(opponents) <= bots:
            raise BadRequest(f"From 1 to {bots} opponents are needed, as a list of names.")
        names = [*opponents, *[opponents[-1]] * bots][:bots]
        self.bots = bots_named(names, self.game)
        self.bot_seeds = np.zeros((self.num_envs, bots), np.int64)
        self._batch = new_batch_arrays(self.game, self.num_envs)
        self._learner = new_learner_arrays(self.game, self.num_envs)
        self._opponents = new_opponents(self.num_envs, bots)
        self._waiting = np.zeros(self.num_envs, np.bool_)  # over, and to begin in the next step
        self.masks = self._batch.masks
        self.observations = self._batch.observations
        self.final_observations = self._learner.final_observations
        self.rewards = self._learner.rewards
        self.terminations = self._learner.terminated
        self.truncations = self._learner.truncated
        self.seats = self._learner.seats

    def _open(self) -> None:
        """Gets the kernels, and gives each thread its rows and a workspace for its bots."""
        self._kernels = self.game.kernels("opponents")
        self._packed_settings = tuple(self.settings)
        self._start = self.start.states()
        threads = min(self.threads, self.num_envs)
        self._threads = Threads(threads)
        nodes = MAX_NODES if (self.bots["kind"] == SEARCH).any() else 1
        self._parts = [
            LearnerPart(
                rows_of(self._batch, rows),
                rows_of(self._learner, rows),
                self._opponents[rows],
                new_workspace(self.game, nodes),
            )
            for rows in shares_of_rows(self.num_envs, threads)
        ]

    def _play(self, restart: bool) -> None:
        """Steps every game, or begins them all, in as many threads as there are."""
        if self.closed:
            raise ClosedEnvironmentError("The environment is closed.")
        self._threads.run(lambda part: self._play_part(part, restart), self._parts)

    def _play_part(self, part: LearnerPart, restart: bool) -> None:
        self._kernels.step(
            part.batch,
            part.learner,
            part.opponents,
            self.bots,
            part.workspace,
            self._start,
            self._packed_settings,
            restart,
        )

    def play_choices(self) -> None:
        """Steps every game by the choices that are in the learner's arrays."""
        if not self.is_shaped:
            self._play(restart=False)
            return
        before, seats = self._batch.standing.copy(), self.seats.copy()
        are_legal = self._are_legal(self._learner.choices)
        are_played = are_legal & (self._learner.choices != WAIT)
        self._play(restart=False)
        self._shape(before, seats, are_played)

    def quick_step(self) -> Callable[[], None]:
        """What steps the games of one thread by the learner's choices, prepared for many calls."""
        (part,) = self._parts
        what = (part.batch, part.learner, part.opponents, self.bots, part.workspace)
        return partial(self._kernels.step, *what, self._start, self._packed_settings, False)

    def _shape(self, before: Any, seats: Any, are_played: Any) -> None:
        """Writes shaped rewards over those of points (Ng, Harada and Russell 1999)."""
        players, scale = self.start.players, self.game.evaluation.SCALE
        scores = self._learner.scores[:, :players]
        change = outlook(scores, seats, scale)
        for number in np.flatnonzero(self.terminations & are_played).tolist():
            share = shares_of(scores[number].tolist())[seats[number]]
            change[number] = (players * share - 1.0) / (players - 1)
        change -= outlook(before[:, :players], seats, scale)
        self.rewards[are_played] = change[are_played]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins every game. A seed deals the same games to the same bots and actions."""
        if isinstance(seed, int):
            super().reset(seed=seed_number(seed))
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise BadRequest(f"{self.num_envs} seeds are needed, not {len(seed)}.")
            self._set_streams(np.array([streams(self._seed(one), 1)[0] for one in seed]))
        elif seed is not None or not self._is_ready:
            self._set_streams(streams(self._seed(seed), self.num_envs))
        self._play(restart=True)
        self._waiting[...] = False
        self._is_ready = True
        return self._handed_out(self.observations), self._infos()

    @staticmethod
    def _seed(seed: int | None) -> int:
        return secrets.randbits(62) if seed is None else seed_number(seed)

    def _set_streams(self, words: Any) -> None:
        """Gives every game its stream of chance, and its bots their seeds."""
        self._batch.streams[...] = words
        first = (words >> np.uint64(2)).astype(np.int64)
        self.bot_seeds[...] = first[:, None] + np.arange(len(self.bots))
        self._opponents["seed"] = [
            [stream(seed)[0] for seed in row] for row in self.bot_seeds.tolist()
        ]
        self._opponents["decisions"] = 0

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learner's decision in every game; the bots answer until it is to decide again."""
        if not self._is_ready:
            raise BadRequest("Reset the environment before its first step.")
        choices = self._learner.choices
        np.copyto(choices, action_numbers(actions, self.num_envs), casting="unsafe")
        choices[choices < 0] = NO_ACTION
        seats, illegal = self.seats.copy(), ~self._are_legal(choices)
        choices[self._waiting] = WAIT
        self.play_choices()
        infos = self._infos()
        observations = self._handed_out(self.observations)
        done = self.terminations | self.truncations
        if self.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP:
            self._waiting[...] = done
            observations = np.where(done[:, None], self.final_observations, self.observations)
        elif done.any():
            infos |= self._final_infos(done, seats, illegal)
        return (
            observations,
            self.rewards.copy(),
            self.terminations.copy(),
            self.truncations.copy(),
            infos,
        )

    def _are_legal(self, choices: Any) -> Any:
        """Which of the choices are legal."""
        inside = choices < self.masks.shape[1]
        inside &= choices >= 0
        return inside & (self.masks[np.arange(self.num_envs), choices * inside] == 1)

    def _infos(self) -> dict[str, Any]:
        """What Gymnasium's infos say after every step."""
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._handed_out(self.masks),
            "_action_mask": everywhere,
            "seat": self._handed_out(self.seats),
            "_seat": everywhere,
        }

    def _final_infos(self, done: Any, seats: Any, illegal: Any) -> dict[str, Any]:
        """What Gymnasium's infos say about games that have ended."""
        last = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(done).tolist():
            last[number] = self.final_observations[number].copy()
        scores = self._learner.scores.copy()
        about = {"seat": seats, "scores": scores, "illegal": illegal & done}
        about |= {f"_{name}": done for name in tuple(about)}
        return {
            "final_obs": last,
            "_final_obs": done,
            "final_info": about,
            "_final_info": done,
        }

    def _handed_out(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in NOT_KEPT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()

    def __copy__(self) -> VectorEnvironment:
        return deepcopy(self)

    def close_extras(self, **settings: Any) -> None:
        """Ends the threads."""
        self._threads.close()


def gymnasium_id(game: Game) -> str:
    """What `gymnasium.make` calls a game, such as `atlantis/Causeway-v2`."""
    return f"atlantis/{class_name(game.name)}-v{game.observation.VERSION}"


for _game in GAMES.values():
    register(
        gymnasium_id(_game),
        entry_point="atlantis_games.lab.single:SingleEnvironment",
        vector_entry_point="atlantis_games.lab.gymnasium:VectorEnvironment",
        kwargs={"game": _game.name},
        order_enforce=False,  # the environment does that itself, at less cost
        disable_env_checker=True,
    )
