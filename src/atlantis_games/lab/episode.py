"""One game, for adapters that step a single environment: a batch of one, which stays at its end."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from atlantis_games.core.contract import OVER
from atlantis_games.core.position import Position
from atlantis_games.kernels.batch_arrays import NO_ACTION, new_batch_arrays, new_step_arrays
from atlantis_games.kernels.random import streams

NOT_KEPT = ("_kernels", "_arrays", "mask", "vector")  # in pickles and copies


class Episode:
    """A game with its observation and mask kept up to date; it copies and pickles as a whole."""

    def __init__(self, start: Position) -> None:
        self.start = start
        self.actor = OVER
        self.is_seeded = False
        self._batch = new_batch_arrays(start.game, 1)
        self._batch.states[...] = start.states()
        self._open()

    def _open(self) -> None:
        """Gets what is not kept in pickles: the kernels, and rows of arrays that are kept."""
        self._kernels = self.start.game.kernels("batch")
        self._arrays = tuple(self._batch)
        self.mask, self.vector = self._batch.masks[0], self._batch.observations[0]

    @property
    def stream(self) -> Any:
        """The stream that chance draws from: an array of one word."""
        return self._batch.streams

    def seed(self, seed: int) -> int:
        """Sets the stream of chance; its first word."""
        self.stream[...] = streams(seed, 1)
        self.is_seeded = True
        return int(self.stream[0])

    def deal(self, seed: int | None = None) -> None:
        """Begins a game; a seed deals the same cards every time, and the same games after it."""
        if seed is not None or not self.is_seeded:
            self.seed(secrets.randbits(62) if seed is None else seed)
        self.begin()

    def begin(self) -> None:
        """Begins the next game of the stream."""
        self._batch.states[0] = self.start.state
        self.act(NO_ACTION)

    def act(self, action: int) -> int:
        """Does a legal action and lets chance answer; the seat to decide next, or OVER."""
        self.actor = self._kernels.advance(self._arrays, action)
        return self.actor

    def seen_by(self, seat: int) -> Any:
        """What a seat knows, as a fresh vector."""
        if seat == self.actor:
            return self.vector.copy()
        vector = np.zeros_like(self.vector)
        self._kernels.look(self._batch.states, seat, vector)
        return vector

    def rewards(self) -> list[float]:
        """What every seat gets once the game is over: 1 to a lone winner, and 0 in sum."""
        results = new_step_arrays(self.start.game, 1)
        self._kernels.outcome(self._batch.states, results.scores, results.rewards)
        return [float(reward) for reward in results.rewards[0, : self.start.players]]

    def position(self) -> Position:
        """The game as a position."""
        return Position(self.start.game, self._batch.states.copy())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in NOT_KEPT}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()
