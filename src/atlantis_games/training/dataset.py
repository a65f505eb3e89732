"""Samples of self-play as what a net sees and what it should answer."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.core.contract import MAX_SEATS, Game
from atlantis_games.core.errors import BadRequest

RESULT_PART = 0.7  # of the value to learn; the rest is what the search expected


class Dataset(NamedTuple):
    """One sample in each row; seats are counted from the one to decide."""

    inputs: Any
    players: Any
    values: Any  # the shares of the win to learn
    results: Any  # those of the game's end
    found: Any  # legal actions
    actions: Any  # and which they are
    known: Any  # what is known of each
    visits: Any  # how often the search tried each, as a share


def read(game: Game, files: Iterable[Path]) -> Dataset:
    """The samples in some files of self-play, in their order."""
    parts = [read_file(game, file) for file in files]
    if not parts:
        raise BadRequest("There are no samples to learn from; self-play makes them.")
    return Dataset(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def read_file(game: Game, file: Path) -> Dataset:
    """The samples in one file, with their features worked out by the game's kernels."""
    assert game.features is not None
    with np.load(file, allow_pickle=False) as stored:
        data = stored["states"]
        if data.shape[1] != game.record.itemsize:
            raise BadRequest(f"{file} was played by another version of {game.title}.")
        states = data.reshape(-1).view(game.record)
        found, visits = stored["found"], stored["visits"].astype(np.float32)
        values, results = (stored[name].astype(np.float32) for name in ("values", "results"))
    rows, listed = visits.shape
    inputs = np.zeros((rows, game.features.INPUTS), np.float32)
    actions = np.zeros((rows, listed), np.int32)
    known = np.zeros((rows, listed, game.features.ACTION_INPUTS), np.float32)
    seats = np.zeros(rows, np.int64)
    game.kernels("selfplay").see(states, found, inputs, actions, known, seats)
    turns = (seats[:, None] + np.arange(MAX_SEATS)) % states["players"][:, None].astype(np.int64)
    is_seat = np.arange(MAX_SEATS) < states["players"][:, None]
    values, results = (
        np.where(is_seat, np.take_along_axis(array, turns, 1), 0.0).astype(np.float32)
        for array in (values, results)
    )
    mixed = RESULT_PART * results + (1 - RESULT_PART) * values
    mixed /= mixed.sum(axis=1, keepdims=True)
    players = states["players"].astype(np.int64)
    known = known.astype(np.float16)  # the largest part; half of the memory
    return Dataset(inputs, players, mixed, results, found, actions, known, visits)
