"""Games of a search against itself, kept on disk in chunks that can be made in any order."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.arena.workers import Workers
from atlantis_games.core.contract import PRESET, Game, Option
from atlantis_games.kernels.bots import BOT, SEARCH, bot_record
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.samples import MAX_PER_GAME, Samples, Variety, new_samples
from atlantis_games.kernels.workspace import NO_NETS, new_workspace

CHUNK = 4096  # samples in a file, and those of the game in which they become so many
CHEAP_PART = 4  # a cheap search has the iterations of a full one divided by this
VARIETY = Variety(full_share=0.25, random_share=0.02, temperature=0.6)
PLAYERS = (2, 2, 2, 3, 4)  # how often each number of players is drawn
STANDARD_SHARE = 0.6  # of games with the usual options; the others have any
MAX_NODES = 20_000  # of a tree, which bounds the memory of a worker


@dataclass(frozen=True)
class SelfPlay:
    """What is played: everything that the samples depend on, but for the version of the rules."""

    game: Game
    folder: Path
    chunks: int
    iterations: int  # of a full search
    seed: str
    net: Any = None  # its weights; None plays by the game's evaluation

    def file(self, chunk: int) -> Path:
        """Where a chunk is kept."""
        return self.folder / f"{chunk:05}.npz"


def play(work: SelfPlay, pool: Workers, progress: Callable[[int, int], None]) -> None:
    """Makes the chunks that are missing; each depends on its number alone, not on who makes it."""
    work.folder.mkdir(parents=True, exist_ok=True)
    missing = [chunk for chunk in range(work.chunks) if not work.file(chunk).exists()]
    done = work.chunks - len(missing)
    progress(done, work.chunks)
    work.game.kernels("selfplay")  # compiled before threads wait for one another
    for chunk, arrays in zip(missing, pool.run(partial(make_chunk, work), missing), strict=True):
        write(work.file(chunk), arrays)  # here, for workers may have other disks
        done += 1
        progress(done, work.chunks)


def make_chunk(work: SelfPlay, chunk: int) -> dict[str, Any]:
    """Plays games until there are samples enough."""
    game, number = work.game, zlib.crc32(f"{work.seed} {chunk}".encode())
    draw, random_stream = random.Random(number), stream(number)
    bots = np.zeros(2, BOT)
    for place, iterations in enumerate((work.iterations // CHEAP_PART, work.iterations)):
        settings = {"max_nodes": MAX_NODES, "net": 0 if work.net is None else 1}
        bots[place] = bot_record(SEARCH, max(1, iterations), settings=settings)
    samples = new_samples(game, CHUNK + MAX_PER_GAME)
    # A copy of the net: what a cluster delivers is read-only, which no kernel was compiled for.
    nets = NO_NETS if work.net is None else np.stack([work.net])
    workspace = new_workspace(game, MAX_NODES, nets)
    self_play, rows = game.kernels("selfplay").self_play, 0
    while rows < CHUNK:
        start = game.new(draw.choice(PLAYERS), **drawn_options(game, draw)).states()
        rows = self_play(start, bots, VARIETY, workspace, samples, rows, random_stream)
    return packed(samples, rows)


def drawn_options(game: Game, draw: random.Random) -> dict[str, Any]:
    """The usual options, a preset, or any."""
    if draw.random() < STANDARD_SHARE:
        return {}
    if game.presets and draw.random() < 0.5:
        return {PRESET: draw.choice(sorted(game.presets))}
    return {name: drawn_value(option, draw) for name, option in game.options.items()}


def drawn_value(option: Option, draw: random.Random) -> str:
    """Any word; of a number the usual one, since few of the others make sense."""
    return option.default if option.numbers is not None else draw.choice(option.words)


def packed(samples: Samples, rows: int) -> dict[str, Any]:
    """The first rows of some samples, as a chunk keeps them."""
    return {
        "states": samples.states[:rows].view(np.uint8).reshape(rows, -1),
        "found": samples.found[:rows],
        "visits": samples.visits[:rows].astype(np.float16),
        "values": samples.values[:rows].astype(np.float16),
        "results": samples.results[:rows].astype(np.float16),
    }


def write(file: Path, arrays: dict[str, Any]) -> None:
    """Writes a chunk; its file is there whole or not at all."""
    partial_file = file.with_suffix(f".{os.getpid()}.partial")
    with partial_file.open("wb") as handle:
        np.savez_compressed(handle, **arrays)
    partial_file.replace(file)
