"""A whole training: generations of self-play, learning and a match, kept in a folder.

Every step leaves a file, so a run that was stopped goes on where it was. In FOLDER:

    settings.json            what the run depends on; another one is refused
    self-play/GENERATION/    games of the best net so far; of the last generations only
    nets/GENERATION.npz      what was learned from them
    generations.jsonl        one line for each: losses, the match against the best net, time
    best.npz                 the best net so far; at first the one that the run goes on from, if any
"""

from __future__ import annotations

import json
import os
import shutil
import time
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from atlantis_games.arena.workers import Workers
from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.games import game_named
from atlantis_games.kernels.weights import header_of, read_weights, write_weights
from atlantis_games.training.dataset import read
from atlantis_games.training.gate import Gate, Verdict
from atlantis_games.training.learn import Losses, first_weights, fit, packed, torch_library
from atlantis_games.training.selfplay import CHUNK, SelfPlay, play

KEPT = 3  # generations whose games are kept and learned from
MAX_SAMPLES = 600_000  # that are learned from, the newest: about 3 kB of memory each

Report = Callable[[int, int], None]
Reporter = Callable[[str], AbstractContextManager[Report]]  # what is being done, by code


@dataclass(frozen=True)
class Settings:
    """What a run depends on."""

    game: str
    seed: str = "1"
    iterations: int = 400  # of a full search in self-play; a cheap one has a quarter
    chunks: int = 50  # files of self-play in a generation, of some 4,000 samples each
    epochs: float = 12.0  # how often each sample is learned from
    deals: int = 200  # of a gate
    start: str = ""  # the SHA-256 of the net that it goes on from; none begins with the evaluation
    gate_iterations: int = 200


class Training:
    """A run in its folder."""

    def __init__(self, settings: Settings, folder: Path, start: Path | None = None) -> None:
        self.folder = folder
        self.game: Game = game_named(settings.game)
        if self.game.features is None:
            raise BadRequest(f"{self.game.title} has no features that a net could learn from.")
        torch_library()
        first = None if start is None else read_weights(self.game, start)
        digest = "" if first is None else header_of(self.game, first)["sha256"]
        self.settings = replace(settings, start=digest)
        self.open()
        if first is not None and self.best() is None:
            write_weights(self.game, self.folder / "best.npz", first)

    def open(self) -> None:
        """Begins the run's folder, or goes on with it."""
        file = self.folder / "settings.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                file.write_text(json.dumps(asdict(self.settings)) + "\n", "utf-8")
            found = json.loads(file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise BadRequest(f"Cannot use {self.folder} for a training: {error}.") from error
        if found != asdict(self.settings):
            raise BadRequest(f"{self.folder} is from a training with other settings.")

    @property
    def log(self) -> list[dict[str, Any]]:
        """The generations so far."""
        file = self.folder / "generations.jsonl"
        if not file.exists():
            return []
        lines = file.read_text("utf-8").splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]  # a crash cuts one short

    def run(self, generations: int, pool: Workers, reporter: Reporter) -> list[dict[str, Any]]:
        """Adds generations until there are so many."""
        while len(self.log) < generations:
            self.add_generation(len(self.log), pool, reporter)
        return self.log

    def add_generation(self, number: int, pool: Workers, reporter: Reporter) -> None:
        """Plays, learns, compares, and notes it."""
        start, best = time.process_time(), self.best()
        with reporter("self-play") as report:
            self.play(number, best, pool, report)
        with reporter("learning") as report:
            candidate, losses = self.learn(number, report)
        with reporter("gate") as report:
            verdict = self.compare(number, candidate, best, pool, report)
        self.note(number, candidate, losses, verdict, time.process_time() - start)

    def best(self) -> Any | None:
        """The best net so far; None before the first, when the evaluation plays."""
        file = self.folder / "best.npz"
        return read_weights(self.game, file) if file.exists() else None

    def seed(self, number: int, purpose: str) -> str:
        """The seed of a step, which no other step has."""
        return f"{self.settings.seed} {self.settings.game} {number} {purpose}"

    def self_play_folder(self, number: int) -> Path:
        """Where the games of a generation are."""
        return self.folder / "self-play" / f"{number:03}"

    def play(self, number: int, best: Any | None, pool: Workers, report: Report) -> None:
        """Plays the games of a generation, and forgets those that are too old to learn from."""
        of_run = self.settings
        seed, folder = self.seed(number, "games"), self.self_play_folder(number)
        work = SelfPlay(self.game, folder, of_run.chunks, of_run.iterations, seed, best)
        play(work, pool, report)
        if number >= KEPT:
            shutil.rmtree(self.self_play_folder(number - KEPT), ignore_errors=True)

    def learn(self, number: int, report: Report) -> tuple[Any, Losses]:
        """A net learned from the newest games, the oldest of them first."""
        recent = range(max(0, number - KEPT + 1), number + 1)
        files = [
            file for one in recent for file in sorted(self.self_play_folder(one).glob("*.npz"))
        ]
        data = read(self.game, files[-(MAX_SAMPLES // CHUNK) :])
        seed = zlib.crc32(self.seed(number, "weights").encode())
        arrays, losses = fit(
            self.game, data, first_weights(self.game, seed), self.settings.epochs, seed, report
        )
        return packed(arrays), losses

    def compare(
        self, number: int, candidate: Any, best: Any | None, pool: Workers, report: Report
    ) -> Verdict:
        """A match between the new net and the best one before."""
        seed, of_run = self.seed(number, "gate"), self.settings
        gate = Gate(self.game, candidate, best, of_run.deals, of_run.gate_iterations, seed)
        return gate.play(pool, report)

    def note(
        self, number: int, candidate: Any, losses: Losses, verdict: Verdict, seconds: float
    ) -> None:
        """Keeps the net, and a line about it; an accepted one is the best from now on."""
        line = {"generation": number, **verdict.as_dict(), **losses._asdict()}
        line["cpu_seconds"] = round(seconds, 1)
        nets = self.folder / "nets"
        nets.mkdir(exist_ok=True)
        write_weights(self.game, nets / f"{number:03}.npz", candidate, **line)
        if verdict.is_accepted:
            write_weights(self.game, self.folder / "best.npz", candidate, **line)
        with (self.folder / "generations.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())
