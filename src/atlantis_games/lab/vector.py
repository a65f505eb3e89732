"""Thousands of games at once, stepped by compiled code into arrays that the caller can keep.

>>> from atlantis_games.lab.vector import Batch
>>> batch = Batch("causeway", games=64, players=3, seed=7)
>>> batch.reset()
>>> for _ in range(200):
...     batch.step(batch.sample())
>>> bool(batch.masks.any(axis=1).all())
True
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.kernels.random import streams

REWARDS = ("wins", "points")
ALONE = 1024  # games that one thread does sooner than two could share them
MOST_GAMES = 1 << 24


def seed_number(seed: object) -> int:
    """A seed as a number; BadRequest for anything that is none."""
    try:
        return operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise BadRequest(f"A seed is a whole number, not {seed!r}.") from None


def whole(name: str, value: object, least: int, most: int) -> int:
    """A number within limits."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise BadRequest(f"{name} is a whole number, not {value!r}.") from None
    if not least <= number <= most:
        raise BadRequest(f"{name} is from {least:,} to {most:,}, not {number:,}.")
    return number


def first_state(game: Game, players: int, options: dict[str, object]) -> Position:
    """Where every game of a batch begins."""
    return game.new(whole("The number of players", players, 0, 99), **options)


class Threads:
    """Threads that share work by rows; a forked process makes its own."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def run(self, work: Callable[[Any], None], rows: list[Any]) -> None:
        """Does the work for every set of rows, all at once."""
        if len(rows) == 1:
            work(rows[0])
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(self.number), os.getpid()
        for _ in self._pool.map(work, rows):
            pass

    def close(self) -> None:
        """Ends them."""
        if self._pool is not None:
            self._pool.shutdown()


def known_game(game: object) -> Game:
    """A game, given as such or by its name."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise BadRequest(f"A game is given by its name, not as {type(game).__name__}.")
    return game_named(game)


def observation_of(position: Position, seat: int | None = None) -> Any:
    """What a seat knows, by default the one to decide: the vector that networks are trained on."""
    if seat is None:
        seat = max(0, position.actor)
    whole("A seat", seat, 0, position.players - 1)
    if position.seen_by is not None and position.seen_by != seat:
        raise BadRequest(f"This position is redacted for another seat than {seat}.")
    vector = np.zeros(position.game.observation.LAYOUT.size, np.uint8)
    position.game.kernels("batch").look(position.states(), seat, vector)
    return vector


def mask_of(position: Position) -> Any:
    """1 for every action that is legal for the seat to decide."""
    mask = np.zeros(position.game.observation.DECISIONS, np.int8)
    if position.actor >= 0:
        mask[list(position.moves.values())] = 1
    return mask


class Batch:
    """Many games of one kind, all stepped together. Every game is always waiting for a seat.

    `reset` and `step` write into the arrays below, a row per game. They are made once and keep
    their place in memory, so a view of one, or a tensor that shares it, stays true.

    - `observations`: uint8, what the seat to decide knows (`fields` and `planes` name the parts).
    - `masks`: int8, 1 for every legal action.
    - `actors`: int8, the seat to decide.
    - `rewards`: float32, a column per seat, of the step just taken.
    - `terminated`, `truncated`: bool, whether that step ended the game, or was the last of `limit`.
    - `scores`: int64, a column per seat; the final points where a game has ended.
    - `final_observations`, `final_actors`: what was known at the end of a game that has ended, and
      who was to decide then: of a game cut off by `limit` that seat, else OVER, seen by seat 0.

    A game that has ended begins anew in the same step: rewards, scores and the two flags tell of
    the old game, observation, mask and actor belong to the new one. An action that is not legal
    ends its game: its seat gets a reward of -1, the others 0, and no state is touched by it.
    """

    observations: Any
    masks: Any
    actors: Any
    rewards: Any
    terminated: Any
    truncated: Any
    scores: Any
    final_observations: Any
    final_actors: Any

    def __init__(
        self,
        game: str | Game,
        games: int,
        players: int = 2,
        seed: int = 0,
        *,
        reward: str = "wins",
        limit: int = 0,
        threads: int = 0,
        arrays: Mapping[str, Any] | None = None,
        **options: object,
    ) -> None:
        self.game = known_game(game)
        self.games = whole("The number of games", games, 1, MOST_GAMES)
        self.limit = whole("The limit of decisions", limit, 0, 1 << 30)
        if reward not in REWARDS:
            raise BadRequest(f"A reward is {' or '.join(REWARDS)}, not {reward!r}.")
        self.reward = reward
        self.seed = seed_number(seed)
        self.start = first_state(self.game, players, options)
        self.players = self.start.players
        self.fields = self.game.observation.LAYOUT.fields
        self.width = int(self.game.observation.DECISIONS)
        self._kernels = self.game.kernels("batch")
        self._start = self.start.states()
        self._is_ready = False
        self._make_arrays(dict(arrays or {}))
        self.threads = whole("The number of threads", threads, 0, 1024) or (
            1 if self.games <= ALONE else os.cpu_count() or 1
        )
        self._share_out()

    def _share_out(self) -> None:
        """Gives each thread its rows of every array."""
        self._threads = Threads(self.threads)
        cuts = [self.games * number // self.threads for number in range(self.threads + 1)]
        self._slices = [slice(a, b) for a, b in pairwise(cuts) if a < b]
        self._reset_rows = [self._rows(RESET_ARRAYS, rows) for rows in self._slices]
        self._step_rows = [self._rows(STEP_ARRAYS, rows) for rows in self._slices]
        self._sample_rows = [self._rows(SAMPLE_ARRAYS, rows) for rows in self._slices]

    def _make_arrays(self, given: dict[str, Any]) -> None:
        """Makes every array, or takes the caller's where it fits."""
        games, seats = self.games, len(self.game.colours)
        public = {
            "observations": ((games, int(self.game.observation.LAYOUT.size)), np.uint8),
            "masks": ((games, self.width), np.int8),
            "actors": ((games,), np.int8),
            "rewards": ((games, seats), np.float32),
            "terminated": ((games,), np.bool_),
            "truncated": ((games,), np.bool_),
            "scores": ((games, seats), np.int64),
            "final_observations": ((games, int(self.game.observation.LAYOUT.size)), np.uint8),
            "final_actors": ((games,), np.int8),
        }
        for one, other in combinations(given.values(), 2):
            if np.shares_memory(one, other):
                raise BadRequest("Every array needs memory of its own.")
        for name, (shape, kind) in public.items():
            array = given.pop(name, None)
            if array is None:
                array = np.zeros(shape, kind)
            elif not fits(array, shape, kind):
                raise BadRequest(
                    f"{name} must be a writeable, contiguous array of {np.dtype(kind)} with the "
                    f"shape {shape}."
                )
            array[...] = 0
            setattr(self, name, array)
        if given:
            raise BadRequest(f"There is no array {next(iter(given))!r}; there are {[*public]}.")
        self._states = np.zeros(games, self.game.record)
        self._actions = np.zeros(games, np.int64)
        self._choices = np.zeros(games, np.int64)
        self._ages = np.zeros(games, np.int64)
        self._standing = np.zeros((games, seats), np.int64)
        self._legal = np.zeros((games, self.game.max_legal), np.int32)
        self._counts = np.zeros(games, np.int64)
        self._streams = np.zeros(games, np.uint64)
        self._own_streams = np.zeros(games, np.uint64)
        self._draw_seeds(self.seed)

    def _draw_seeds(self, seed: int) -> None:
        """A stream of chance for each game, and one for random choices in it."""
        self._streams[...] = streams(2 * seed, self.games)
        self._own_streams[...] = streams(2 * seed + 1, self.games)

    def _rows(self, names: tuple[str, ...], rows: slice) -> list[Any]:
        """The same rows of several arrays, the state to start from, and room for a stream."""
        shared = {"_start": self._start, "_stream": np.zeros(1, np.uint64)}
        return [shared[name] if name in shared else getattr(self, name)[rows] for name in names]

    def _run(self, kernel: Any, rows: list[list[Any]], *more: Any) -> None:
        """Calls a kernel for all games, in several threads if the batch has them."""
        self._threads.run(lambda arrays: kernel(*arrays, *more), rows)

    def reset(self, seed: int | None = None) -> None:
        """Begins all games anew; with a seed, as a fresh batch with that seed would."""
        if seed is not None:
            self.seed = seed_number(seed)
            self._draw_seeds(self.seed)
        self._run(self._kernels.reset, self._reset_rows)
        for name in ("rewards", "terminated", "truncated", "scores", *FINAL_ARRAYS):
            getattr(self, name)[...] = 0
        self._is_ready = True

    def step(self, actions: Any) -> None:
        """One decision in every game: `actions` has a whole number for each."""
        self._check_ready()
        actions = np.asarray(actions)
        if actions.shape != (self.games,) or actions.dtype.kind not in "iu":
            raise BadRequest(
                f"Actions are {self.games} whole numbers in one row, "
                f"not {actions.dtype} of the shape {actions.shape}."
            )
        np.copyto(self._actions, actions, casting="unsafe")
        kind = REWARDS.index(self.reward)
        self._run(self._kernels.step, self._step_rows, self.limit, kind)

    def sample(self) -> Any:
        """A legal action for each game, drawn uniformly; the array is written anew every time."""
        self._check_ready()
        self._run(self._kernels.sample, self._sample_rows)
        return self._choices

    def planes(self) -> dict[str, Any]:
        """The observations by the names of their fields: views, with a row per game."""
        return dict(self.game.observation.LAYOUT.planes(self.observations))

    def observe(self, number: int, seat: int) -> Any:
        """What any seat of one game knows, whoever is to decide."""
        self._check_ready()
        whole("A seat", seat, 0, self.players - 1)
        whole("The number of a game", number, 0, self.games - 1)
        vector = np.zeros(self.observations.shape[1], np.uint8)
        self._kernels.look(self._states[number : number + 1], seat, vector)
        return vector

    def position(self, number: int) -> Position:
        """One game as a position, with everything that goes with it: a copy."""
        self._check_ready()
        whole("The number of a game", number, 0, self.games - 1)
        return Position(self.game, self._states[number : number + 1].copy())

    def __getstate__(self) -> dict[str, Any]:
        left_out = ("_threads", "_kernels", "_slices", "_reset_rows", "_step_rows", "_sample_rows")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._kernels = self.game.kernels("batch")
        self._share_out()

    def __copy__(self) -> Batch:
        return deepcopy(self)

    def _check_ready(self) -> None:
        if not self._is_ready:
            raise BadRequest("Reset the batch before anything else.")


RESET_ARRAYS = (
    "_states",
    "_start",
    "_streams",
    "_stream",
    "_ages",
    "_standing",
    "_legal",
    "_counts",
    "masks",
    "observations",
    "actors",
)
STEP_ARRAYS = (
    "_states",
    "_start",
    "_actions",
    "_streams",
    "_stream",
    "_ages",
    "_standing",
    "_legal",
    "_counts",
    "masks",
    "observations",
    "rewards",
    "scores",
    "actors",
    "terminated",
    "truncated",
    "final_observations",
    "final_actors",
)
FINAL_ARRAYS = ("final_observations", "final_actors")
SAMPLE_ARRAYS = ("_states", "_legal", "_counts", "_own_streams", "_stream", "_choices")


def fits(array: Any, shape: tuple[int, ...], kind: Any) -> bool:
    """Whether kernels can write into an array."""
    return (
        isinstance(array, np.ndarray)
        and array.shape == shape
        and array.dtype == kind
        and array.flags.c_contiguous
        and array.flags.writeable
        and array.flags.aligned
    )
