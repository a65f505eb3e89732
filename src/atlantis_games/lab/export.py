"""Decisions of random games as a Parquet file: what was known, what was legal, what came of it.

A game's result is known only at its end, and a long game can have thousands of decisions of
some kilobytes. So nothing is kept: every batch of games is played twice with the same seed, once
for the results and once for the rows, and memory stays the same however much is written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.files import written_whole
from atlantis_games.core.position import Position
from atlantis_games.lab import environment_id
from atlantis_games.lab.arguments import seed_number, whole_number
from atlantis_games.lab.batch import Batch

BATCH = 256  # games that are played at a time
GROUP = 16_384  # rows that are written at a time
MAX_GAMES = 1 << 40


def pyarrow() -> tuple[Any, Any]:
    """The library that writes the file, which is part of the lab extra."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadRequest(
            "Parquet files need pyarrow: install it with pip install 'atlantis-games[lab]'."
        ) from None
    return pyarrow, pyarrow.parquet


def schema(start: Position, seed: int, bots: Sequence[str] = ()) -> Any:
    """The columns, and what a reader must know about them."""
    arrow, _ = pyarrow()
    observation = start.game.observation
    about = {
        "id": environment_id(start.game),
        "players": start.players,
        "options": start.options,
        "seed": seed,
        "bots": list(bots),
        "actions": int(observation.DECISIONS),
        "fields": [[field.name, list(field.shape)] for field in observation.LAYOUT.fields],
    }
    return arrow.schema(
        [
            arrow.field("game", arrow.int64(), nullable=False),
            arrow.field("ply", arrow.int32(), nullable=False),
            arrow.field("seat", arrow.int8(), nullable=False),
            arrow.field("observation", arrow.binary(observation.LAYOUT.size), nullable=False),
            arrow.field("mask", arrow.binary(-(-observation.DECISIONS // 8)), nullable=False),
            arrow.field("action", arrow.int16(), nullable=False),
            arrow.field("result", arrow.float32(), nullable=False),
            arrow.field("score", arrow.int16(), nullable=False),
        ],
        {"atlantis": json.dumps(about)},
    )


def check_start(start: Position) -> None:
    """BadRequest for a position that is not the first of a game."""
    options: dict[str, Any] = dict(start.options)
    if start != start.game.new(start.players, **options):
        raise BadRequest("Games are written from their beginning: give a new game.")


def write_parquet(
    file: Path | str,
    start: Position,
    games: int,
    seed: int,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Plays random games from the first position of a game and writes every decision.

    How many there were is returned. The file is there whole or not at all.
    """
    _, parquet = pyarrow()
    games = whole_number("The number of games", games, 1, MAX_GAMES)
    seed = seed_number(seed)
    check_start(start)
    columns = schema(start, seed)
    with (
        written_whole(Path(file)) as part,
        parquet.ParquetWriter(part, columns, compression="zstd", compression_level=1) as out,
    ):
        rows = Rows(start, lambda table: out.write_table(table))
        for first in range(0, games, BATCH):
            number = min(BATCH, games - first)
            play(rows, start, number, first, seed * 1_000_003 + first, progress)
        rows.flush()
    return rows.written


class Rows:
    """Room for the rows of one group, handed on whenever it is full."""

    def __init__(self, start: Position, write: Callable[[Any], None]) -> None:
        self.schema = schema(start, 0).remove_metadata()
        self.write = write
        self.columns = {
            field.name: np.zeros(
                (GROUP, field.type.byte_width) if "binary" in str(field.type) else GROUP,
                np.uint8 if "binary" in str(field.type) else field.type.to_pandas_dtype(),
            )
            for field in self.schema
        }
        self.used = 0
        self.written = 0

    def add(self, **values: Any) -> None:
        """Takes some rows, given by column."""
        number = len(values["game"])
        done = 0
        while done < number:
            fit = min(number - done, GROUP - self.used)
            for name, column in self.columns.items():
                column[self.used : self.used + fit] = values[name][done : done + fit]
            done += fit
            self.used += fit
            if self.used == GROUP:
                self.flush()

    def flush(self) -> None:
        """Writes the rows that are there."""
        arrow, _ = pyarrow()
        if self.used == 0:
            return
        arrays = []
        for field, column in zip(self.schema, self.columns.values(), strict=True):
            if column.ndim == 2:
                data = arrow.py_buffer(column[: self.used].tobytes())
                arrays.append(arrow.Array.from_buffers(field.type, self.used, [None, data]))
            else:
                arrays.append(arrow.array(column[: self.used], field.type))
        self.write(arrow.Table.from_arrays(arrays, schema=self.schema))
        self.written += self.used
        self.used = 0


def play(
    rows: Rows,
    start: Position,
    number: int,
    first: int,
    seed: int,
    progress: Callable[[int], None],
) -> None:
    """A batch of random games, twice: for the results, then for the rows."""
    options: dict[str, Any] = dict(start.options)
    batch = Batch(start.game, number, start.players, seed, **options)
    rewards = np.zeros_like(batch.rewards)
    scores = np.zeros_like(batch.scores)
    for is_for_rows in (False, True):
        batch.reset(seed)
        running = np.ones(number, np.bool_)
        ply = 0
        while running.any():
            actions = batch.sample()
            if is_for_rows:
                at = np.flatnonzero(running)
                seats = batch.actors[at]
                rows.add(
                    game=first + at,
                    ply=np.full(len(at), ply, np.int32),
                    seat=seats,
                    observation=batch.observations[at],
                    mask=np.packbits(batch.masks[at], axis=1, bitorder="little"),
                    action=actions[at],
                    result=rewards[at, seats],
                    score=scores[at, seats],
                )
            batch.step(actions)
            ended = running & batch.terminated
            if is_for_rows:
                progress(first + int(number - running.sum() + ended.sum()))
            else:
                rewards[ended] = batch.rewards[ended]
                scores[ended] = batch.scores[ended]
            running &= ~ended
            ply += 1
