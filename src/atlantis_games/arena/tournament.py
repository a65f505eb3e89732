"""Runs a tournament on all processors, writes every game down, and can go on after a stop."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
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

from atlantis_games.arena.play import Result, play_compiled, play_freely
from atlantis_games.arena.records import Records
from atlantis_games.arena.schedule import schedule
from atlantis_games.bots import bot_named, in_kernel
from atlantis_games.games import game_named


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
    settings = {"game": game, "bots": bots, "games": games, "players": counts, "options": options}
    settings |= {"seed": seed} if seed else {}
    records = Records(folder, settings)
    done = {result.job.key for result in records.results}
    left = iter([job for job in jobs if job.key not in done])
    compiled = all(in_kernel(bot, game_named(game)) for bot in bots)
    game_named(game).kernels("contest" if compiled else "search")
    progress(len(done), len(jobs))
    workers = os.cpu_count() or 1
    pool: Executor
    if compiled:
        pool = ThreadPoolExecutor(workers)  # kernels run beside each other in threads
    else:
        pool = ProcessPoolExecutor(workers, initializer=leave_interrupts_to_the_parent)
    play: Callable[..., Any] = play_compiled if compiled else play_freely
    running: set[Future[Result]] = set()
    try:
        while True:
            while len(running) < 4 * workers and (job := next(left, None)) is not None:
                running.add(pool.submit(play, game, options, job))
            if not running:
                return records.results, True
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                records.add(future.result())
            progress(len(records.results), len(jobs))
    except KeyboardInterrupt:
        return records.results, False
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        records.close()


def leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process; only the one that keeps the results should act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
