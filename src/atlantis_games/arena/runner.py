"""Runs a tournament on all processors, writes every game to disk, and can go on after a stop."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from pathlib import Path
from typing import Any

from atlantis_games.arena.play import play_by_moves, play_compiled
from atlantis_games.arena.results import Result, ResultsFile
from atlantis_games.arena.schedule import Job, schedule
from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.games import game_named

WORKERS = os.cpu_count() or 1

Play = Callable[[str, dict[str, str], Job], Result]


def run(
    game: str,
    bots: list[str],
    games: int,
    counts: list[int],
    options: dict[str, str],
    folder: Path,
    progress: Callable[[int, int], None] = lambda done, total: None,
    seed: str = "",
) -> tuple[list[Result], bool]:
    """Plays what is not yet played; the results, and whether all of it was played."""
    for bot in bots:
        bot_named(bot, game)
    jobs = list(schedule(bots, games, counts, seed))
    for players in counts:
        game_named(game).new(players, **options)
    settings: dict[str, Any] = {"game": game, "bots": bots, "games": games, "players": counts}
    settings |= {"options": options} | ({"seed": seed} if seed else {})
    file = ResultsFile(folder, settings)
    done = {result.job.key for result in file.results}
    left = [job for job in jobs if job.key not in done]
    pool, play = pool_for(game, bots)
    progress(len(done), len(jobs))
    try:
        for result in results_of(left, lambda job: pool.submit(play, game, options, job)):
            file.add(result)
            progress(len(file.results), len(jobs))
        return file.results, True
    except KeyboardInterrupt:
        return file.results, False
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        file.close()


def results_of(jobs: list[Job], submit: Callable[[Job], Future[Result]]) -> Iterator[Result]:
    """The results of games that are played beside each other, as they end."""
    left = iter(jobs)
    running: set[Future[Result]] = set()
    while True:
        while len(running) < 4 * WORKERS and (job := next(left, None)) is not None:
            running.add(submit(job))
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()


def pool_for(game: str, bots: list[str]) -> tuple[Executor, Play]:
    """Who plays: threads where kernels play whole games, else processes."""
    if all(in_kernel(bot, game_named(game)) is not None for bot in bots):
        game_named(game).kernels("contest")
        return ThreadPoolExecutor(WORKERS), play_compiled
    game_named(game).kernels("search")
    return ProcessPoolExecutor(WORKERS, initializer=ignore_interrupts), play_by_moves


def ignore_interrupts() -> None:
    """Leaves Ctrl-C, which reaches every process, to the one that writes the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
