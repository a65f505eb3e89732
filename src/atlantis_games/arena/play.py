"""Plays one game of a tournament: in one kernel call where all bots are built in, else by moves."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import zlib
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np

from atlantis_games.arena.results import Result
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import Bot, bot_named, in_kernel
from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.core.contract import CHANCE, MAX_SEATS, OVER
from atlantis_games.core.errors import AtlantisError
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.kernels.bots import BOT
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.results import shares_of
from atlantis_games.kernels.workspace import WORKSPACES

MAX_SECONDS = 10.0  # that a bot in a file may think about one move
MAX_EVENTS = 50_000  # of one game


def seed_of(job: Job, seat: int) -> int:
    """A bot's seed: different in every game and seat, the same in every run."""
    return zlib.crc32(f"{job.key} {seat}".encode())


def deal_of(job: Job) -> int:
    """The seed of chance: the same for all line-ups of a deal."""
    return zlib.crc32(f"{job.seed}{job.players} {job.deal}".encode())


def play_compiled(game_name: str, options: dict[str, str], job: Job) -> Result:
    """A game between built-in bots in one kernel call."""
    game = game_named(game_name)
    bots = np.array([in_kernel(name, game) for name in job.seats], BOT)
    seeds = np.array([stream(seed_of(job, seat))[0] for seat in range(job.players)], np.uint64)
    log = np.empty(MAX_EVENTS, np.int32)
    scores = np.zeros(MAX_SEATS, np.int64)
    states = game.new(job.players, **options).states()
    contest = game.kernels("contest").contest
    chance_stream = stream(deal_of(job))
    with WORKSPACES.lend(game) as (workspace, _):
        length = contest(states, bots, seeds, workspace, chance_stream, log, scores)
    points: list[int] = scores[: job.players].tolist()
    texts = game.moves
    moves = [texts[action] for action in log[:length].tolist()]
    return Result(job, points, shares_of(points), moves)


def play_by_moves(
    game_name: str, options: dict[str, str], job: Job, limit: float = MAX_SECONDS
) -> Result:
    """A game between any bots; one that raises, stalls or breaks a rule loses it."""
    game = game_named(game_name)
    position = game.new(job.players, **options)
    chance = stream(deal_of(job))
    moves: list[str] = []
    bots: list[Bot] = []
    for seat, name in enumerate(job.seats):
        try:
            bots.append(bot_named(name, game_name, seed_of(job, seat)))
        except AtlantisError as error:
            return forfeited(job, position, moves, seat, str(error))
    while position.actor != OVER:
        if position.actor == CHANCE:
            move = game.moves[game.engine.sample(position.states(), chance)]
        else:
            seat = position.actor
            move, reason = answer(bots[seat], position.redacted(seat), limit)
            if reason:
                return forfeited(job, position, moves, seat, reason)
        position = position.play(move)
        moves.append(move)
    scores = list(position.scores)
    return Result(job, scores, shares_of(scores), moves)


class TimeIsUp(Exception):
    """A bot has thought for too long."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what takes too long, where the system can."""
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not usable:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def answer(bot: Bot, position: Position, limit: float) -> tuple[str, str]:
    """A bot's move, or why it has none; built-in ones may think as long as in kernels."""
    timer = contextlib.nullcontext() if isinstance(bot, KernelBot) else time_limit(limit)
    try:
        with timer, contextlib.redirect_stdout(sys.stderr):
            move: Any = bot.choose(position, limit)
    except TimeIsUp:
        return "", f"thought for more than {limit:g} s"
    except (Exception, SystemExit) as error:
        return "", f"raised {error!r}"
    if not isinstance(move, str) or move not in position.moves:
        return "", f"answered {move!r}, which is not a legal move"
    return move, ""


def forfeited(job: Job, position: Position, moves: list[str], seat: int, reason: str) -> Result:
    """A result in which the others share the win."""
    shares = [0.0 if other == seat else 1 / (job.players - 1) for other in range(job.players)]
    scores = list(position.scores)
    return Result(job, scores, shares, moves, reason, seat)
