"""Thousands of games at once, stepped by compiled code into arrays that the caller can keep.

>>> from atlantis_games.lab.batch import Batch
>>> batch = Batch("causeway", games=64, players=3, seed=7)
>>> batch.reset()
>>> for _ in range(200):
...     batch.step(batch.sample())
>>> bool(batch.masks.any(axis=1).all())
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.core.processors import usable_processors
from atlantis_games.kernels.batch_arrays import Packed, new_batch_arrays, new_step_arrays, rows_of
from atlantis_games.kernels.random import streams
from atlantis_games.lab.arguments import (
    MAX_DECISIONS,
    MAX_GAMES,
    MAX_THREADS,
    POINTS,
    WINS,
    action_numbers,
    check_array,
    first_position,
    known_game,
    reward_name,
    reward_number,
    seed_number,
    whole_number,
)
from atlantis_games.lab.threads import Threads, shares_of_rows

ALONE = 1024  # games that one thread steps sooner than two could share them
SHOWN = ("observations", "masks", "actors")  # arrays of the games that callers read
NOT_KEPT = ("_threads", "_kernels", "_parts")  # in pickles and copies


class BatchPart(NamedTuple):
    """The games that one thread steps: the arguments of the kernels `step` and `sample`."""

    batch: Packed  # BatchArrays
    results: Packed  # StepArrays
    actions: Any  # to be played
    sampling: Packed  # states, legal actions and their counts, streams, choices


def observation_of(position: Position, seat: int | None = None) -> Any:
    """What a seat knows, by default the one to decide: the vector that networks are trained on."""
    if seat is None:
        seat = max(0, position.actor)
    whole_number("A seat", seat, 0, position.players - 1)
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

    A game that has ended begins again in the same step: rewards, scores and the two flags belong to
    the old game, observation, mask and actor to the new one. An action that is not legal ends its
    game: its seat gets a reward of -1, the others 0, and it changes no state.
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
        self.games = whole_number("The number of games", games, 1, MAX_GAMES)
        self.limit = whole_number("The limit of decisions", limit, 0, MAX_DECISIONS)
        self.reward = reward_name(reward, (WINS, POINTS))
        self._reward = reward_number(reward)
        self.seed = seed_number(seed)
        self.start = first_position(self.game, players, options)
        self.players = self.start.players
        self.fields = self.game.observation.LAYOUT.fields
        self.width = int(self.game.observation.DECISIONS)
        self._is_ready = False
        self._make_arrays(dict(arrays or {}))
        self.threads = whole_number("The number of threads", threads, 0, MAX_THREADS) or (
            1 if self.games <= ALONE else usable_processors()
        )
        self._open()

    def _make_arrays(self, given: dict[str, Any]) -> None:
        """Makes every array, or takes the caller's where it fits."""
        batch = new_batch_arrays(self.game, self.games)
        results = new_step_arrays(self.game, self.games)
        public = {name: getattr(batch, name) for name in SHOWN} | results._asdict()
        for one, other in combinations(given.values(), 2):
            if np.shares_memory(one, other):
                raise BadRequest("Every array needs memory of its own.")
        for name, array in given.items():
            if name not in public:
                raise BadRequest(f"There is no array {name!r}; there are {[*public]}.")
            check_array(name, array, public[name])
            array[...] = 0
        public |= given
        for name, array in public.items():
            setattr(self, name, array)
        self._batch = batch._replace(**{name: public[name] for name in SHOWN})
        self._results = results._replace(**{name: public[name] for name in results._fields})
        self._actions = np.zeros(self.games, np.int64)
        self._choices = np.zeros(self.games, np.int64)
        self._own_streams = np.zeros(self.games, np.uint64)
        self._draw_seeds(self.seed)

    def _draw_seeds(self, seed: int) -> None:
        """A stream of chance for each game, and one for random choices in it."""
        self._batch.streams[...] = streams(2 * seed, self.games)
        self._own_streams[...] = streams(2 * seed + 1, self.games)

    def _open(self) -> None:
        """Gets the kernels, and gives each thread its rows of every array."""
        self._kernels = self.game.kernels("batch")
        self._start = self.start.states()
        self._threads = Threads(self.threads)
        states, legal, counts = self._batch.states, self._batch.legal, self._batch.counts
        sampling = (states, legal, counts, self._own_streams, self._choices)
        self._parts = [
            BatchPart(
                rows_of(self._batch, rows),
                rows_of(self._results, rows),
                self._actions[rows],
                tuple(array[rows] for array in sampling),
            )
            for rows in shares_of_rows(self.games, self.threads)
        ]

    def _run(self, work: Callable[[BatchPart], None]) -> None:
        """Does something in all games, in several threads if the batch has them."""
        self._threads.run(work, self._parts)

    def reset(self, seed: int | None = None) -> None:
        """Begins all games; with a seed, as a fresh batch with that seed would."""
        if seed is not None:
            self.seed = seed_number(seed)
            self._draw_seeds(self.seed)
        self._run(lambda part: self._kernels.reset(part.batch, self._start))
        for array in self._results:
            array[...] = 0
        self._is_ready = True

    def step(self, actions: Any) -> None:
        """One decision in every game: `actions` has a whole number for each."""
        self._check_ready()
        np.copyto(self._actions, action_numbers(actions, self.games), casting="unsafe")
        step, start, limit, reward = self._kernels.step, self._start, self.limit, self._reward
        self._run(lambda part: step(part.batch, part.results, part.actions, start, limit, reward))

    def sample(self) -> Any:
        """A legal action for each game, drawn uniformly; the next call overwrites the array."""
        self._check_ready()
        sample = self._kernels.sample
        self._run(lambda part: sample(*part.sampling))
        return self._choices

    def planes(self) -> dict[str, Any]:
        """The observations by the names of their fields: views, with a row per game."""
        return dict(self.game.observation.LAYOUT.planes(self.observations))

    def observe(self, number: int, seat: int) -> Any:
        """What any seat of one game knows, also one that is not to decide."""
        self._check_ready()
        whole_number("A seat", seat, 0, self.players - 1)
        whole_number("The number of a game", number, 0, self.games - 1)
        vector = np.zeros(self.observations.shape[1], np.uint8)
        self._kernels.look(self._batch.states[number : number + 1], seat, vector)
        return vector

    def position(self, number: int) -> Position:
        """One game as a position, with everything that goes with it: a copy."""
        self._check_ready()
        whole_number("The number of a game", number, 0, self.games - 1)
        return Position(self.game, self._batch.states[number : number + 1].copy())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in NOT_KEPT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()

    def __copy__(self) -> Batch:
        return deepcopy(self)

    def _check_ready(self) -> None:
        if not self._is_ready:
            raise BadRequest("Reset the batch before anything else.")
