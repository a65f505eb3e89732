"""Runs a tournament on all processors, writes every game to disk, and can go on after a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from signal import SIGINT, default_int_handler, getsignal, signal
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Any

from atlantis_games.arena.play import Conditions, play_by_moves, play_compiled
from atlantis_games.arena.results import Result, ResultsFile
from atlantis_games.arena.schedule import Job, schedule
from atlantis_games.arena.sequential import is_decided
from atlantis_games.arena.workers import Workers, workers
from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.processors import usable_processors
from atlantis_games.games import game_named

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Tournament:
    """What is played: everything that the results depend on."""

    game: str
    bots: list[str]
    games: int  # per number of players, at least; at most if it stops when it is sure
    players: list[int]
    options: dict[str, str]
    seed: str = ""
    until_sure: bool = False
    conditions: Conditions = field(default_factory=Conditions)

    def check(self) -> None:
        """BadRequest if it cannot be played; bots in files are loaded here for the first time."""
        list(schedule(self.bots, self.games, self.players, self.seed))
        for players in self.players:
            game_named(self.game).new(players, **self.options)
        for bot in self.bots:
            bot_named(bot, self.game, megabytes=self.conditions.megabytes)
        if self.until_sure and (len(self.bots) != 2 or len(self.players) != 1):
            raise BadRequest("--until-sure compares two bots with one number of players.")

    @property
    def settings(self) -> dict[str, Any]:
        """The first line of the results; what has its usual value is left out."""
        settings: dict[str, Any] = {"game": self.game, "bots": self.bots, "games": self.games}
        settings |= {"players": self.players, "options": self.options}
        allowed, usual = self.conditions, Conditions()
        more = {
            "seed": (self.seed, ""),
            "until_sure": (self.until_sure, False),
            "seconds": (allowed.seconds, usual.seconds),
            "threads": (allowed.threads, usual.threads),
            "megabytes": (allowed.megabytes, usual.megabytes),
        }
        return settings | {name: value for name, (value, plain) in more.items() if value != plain}

    @property
    def is_compiled(self) -> bool:
        """Whether kernels play whole games."""
        return all(in_kernel(bot, game_named(self.game)) is not None for bot in self.bots)

    def play(self, job: Job) -> Result:
        """One of its games."""
        if self.is_compiled:
            return play_compiled(self.game, self.options, job)
        return play_by_moves(self.game, self.options, job, self.conditions)


def run(
    tournament: Tournament,
    folder: Path,
    progress: Progress = lambda done, total: None,
    *,
    jobs: int = 0,
    cluster: str = "",
    notice: Callable[[int, Result], None] = lambda number, result: None,
) -> tuple[list[Result], bool]:
    """Plays what is not yet played; the results in the order of the schedule, and if that is all.

    `notice` receives each new result with its number in the file.
    """
    tournament.check()
    file = ResultsFile(folder, tournament.settings)
    total = list(schedule(tournament.bots, tournament.games, tournament.players, tournament.seed))
    known = {result.job.key: result for result in file.results}
    found: list[Result] = []
    left = [job for job in total if job.key not in known]
    count = jobs_for(tournament, jobs, cluster)
    try:
        with (
            interrupts() as interrupted,
            workers(count, cluster, processes=not tournament.is_compiled) as pool,
        ):
            fresh = new_results(tournament, pool, left)
            for job in total:
                if interrupted.is_set():
                    return found, False
                result = known.get(job.key)
                if result is None:
                    result = next(fresh)
                    file.add(result)
                    notice(len(file.results), result)
                found.append(result)
                progress(len(found), len(total))
                if is_sure(tournament, found, total):
                    break
        return found, True
    except KeyboardInterrupt:
        return found, False
    finally:
        file.close()


@contextmanager
def interrupts() -> Iterator[Event]:
    """What is set when Ctrl-C is pressed.

    It raises KeyboardInterrupt, too, so that nobody waits for a long game; but Python drops what is
    raised where no exception can be passed on, such as in the removal of an object.
    """
    interrupted = Event()

    def note(number: int, frame: FrameType | None) -> None:
        interrupted.set()
        raise KeyboardInterrupt

    if current_thread() is not main_thread() or getsignal(SIGINT) is not default_int_handler:
        yield interrupted
        return
    signal(SIGINT, note)
    try:
        yield interrupted
    finally:
        signal(SIGINT, default_int_handler)


def new_results(tournament: Tournament, pool: Workers, left: list[Job]) -> Iterator[Result]:
    """Plays games beside each other; their results in the order of the schedule."""
    kernels = "contest" if tournament.is_compiled else "search"
    game_named(tournament.game).kernels(kernels)  # compiled before threads wait for one another
    return pool.run(partial(Tournament.play, tournament), left)


def jobs_for(tournament: Tournament, jobs: int, cluster: str) -> int:
    """How many games are played at once, so that bots that think by the clock get their time."""
    if tournament.is_compiled or cluster:
        return jobs
    threads = tournament.conditions.threads
    room = max(1, usable_processors() // threads)
    if jobs > room:
        raise BadRequest(
            f"{jobs} games at once with {threads} threads each need {jobs * threads} processors, "
            f"and {usable_processors()} can be used: bots would not get their time."
        )
    return jobs or room


def is_sure(tournament: Tournament, found: list[Result], total: list[Job]) -> bool:
    """Whether whole deals show which of the two bots is better, if that ends the tournament."""
    if not tournament.until_sure or len(found) == len(total):
        return False
    ends_a_deal = total[len(found)].deal != found[-1].job.deal
    return ends_a_deal and is_decided(found, tournament.bots[0])
