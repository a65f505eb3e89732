"""One game, for adapters that step a single environment: a batch of one, which stays at its end."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from atlantis_games.core.contract import OVER
from atlantis_games.core.position import Position
from atlantis_games.kernels.random import streams

BEGIN = -1  # no action: chance deals


class Table:
    """A game with its observation and mask kept up to date; it copies and pickles as a whole."""

    def __init__(self, start: Position) -> None:
        self.start = start
        game = start.game
        self.states = start.states()
        self.mask = np.zeros((1, game.observation.DECISIONS), np.int8)
        self.vector = np.zeros((1, game.observation.LAYOUT.size), np.uint8)
        self.actor = OVER
        self.is_seeded = False
        self._stream = streams(0, 1)
        self._legal = np.zeros((1, game.max_legal), np.int32)
        self._counts = np.zeros(1, np.int64)
        self._actors = np.zeros(1, np.int8)
        self._open()

    def _open(self) -> None:
        self._kernels = self.start.game.kernels("batch")

    def deal(self, seed: int | None = None) -> None:
        """Begins anew; a seed deals the same cards every time, and the same games after it."""
        self.states[0] = self.start.state
        if seed is not None or not self.is_seeded:
            self._stream[...] = streams(secrets.randbits(62) if seed is None else seed, 1)
            self.is_seeded = True
        self.act(BEGIN)

    def act(self, action: int) -> int:
        """Does a legal action and lets chance answer; who decides next, or OVER."""
        self.actor = self._kernels.advance(
            self.states,
            action,
            self._stream,
            self._legal,
            self._counts,
            self.mask,
            self.vector,
            self._actors,
        )
        return self.actor

    def seen_by(self, seat: int) -> Any:
        """What a seat knows, as a fresh vector."""
        if seat == self.actor:
            return self.vector[0].copy()
        vector = np.zeros(self.vector.shape[1], np.uint8)
        self._kernels.look(self.states, seat, vector)
        return vector

    def rewards(self) -> list[float]:
        """What every seat gets once the game is over: 1 to a lone winner, and 0 in sum."""
        scores = np.zeros((1, len(self.start.game.colours)), np.int64)
        rewards = np.zeros((1, len(self.start.game.colours)), np.float32)
        self._kernels.outcome(self.states, scores, rewards)
        return [float(reward) for reward in rewards[0, : self.start.players]]

    def position(self) -> Position:
        """The game as a position."""
        return Position(self.start.game, self.states.copy())

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_kernels"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._open()
