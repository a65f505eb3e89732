"""Plays the games of a tournament: compiled where all bots are built in, else bot by bot."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

from atlantis_games.arena.schedule import Job
from atlantis_games.bots import Bot, bot_named, in_kernel
from atlantis_games.bots.workspace import NODE_LIMIT, Workspace, contest
from atlantis_games.core.contract import CHANCE, OVER
from atlantis_games.core.errors import AtlantisError
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.kernels.random import stream

MOVE_LIMIT = 10.0  # seconds a bot may think about one move
WORKSPACES = threading.local()


@dataclass(frozen=True)
class Result:
    """What came of a game: the moves of seats and chance, which replay it."""

    job: Job
    scores: list[int]
    shares: list[float]  # of the win
    moves: list[str]
    forfeit: str = ""  # why a bot lost without being beaten
    forfeiter: int = -1  # its seat


def seed_of(job: Job, seat: int = 0) -> int:
    """A seed for what a bot draws: different in every game and seat, the same in every run."""
    return zlib.crc32(f"{job.key} {seat}".encode())


def deal_of(job: Job) -> int:
    """The seed of chance: the same for all line-ups of a deal."""
    return zlib.crc32(f"{job.seed}{job.players} {job.deal}".encode())


def play_compiled(game_name: str, options: dict[str, str], job: Job) -> Result:
    """A game between built-in bots in one kernel call."""
    game = game_named(game_name)
    start = game.new(job.players, **options)
    module = game.kernels("contest")
    settings = [in_kernel(bot, game) for bot in job.seats]
    kinds, budgets, temperatures, lengths = map(list, zip(*filter(None, settings), strict=True))
    workspace: Workspace | None = getattr(WORKSPACES, game_name, None)
    if workspace is None:
        workspace = Workspace(game, NODE_LIMIT)
        setattr(WORKSPACES, game_name, workspace)
    states = start.states()
    actions, scores = contest(
        module,
        workspace,
        states,
        kinds,
        budgets,
        temperatures,
        lengths,
        deal_of(job),
        seed_of(job),
    )
    texts = game.moves
    return Result(job, scores, shares_of(scores), [texts[action] for action in actions])


def shares_of(scores: list[int]) -> list[float]:
    """Who has won, in parts."""
    best = max(scores)
    winners = scores.count(best)
    return [1 / winners if score == best else 0.0 for score in scores]


class Stalled(Exception):
    """A bot has thought for too long."""


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Interrupts what takes too long, where the system can."""
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not usable:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stalled

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def play_freely(
    game_name: str, options: dict[str, str], job: Job, limit: float = MOVE_LIMIT
) -> Result:
    """A game between any bots; one that raises, stalls or breaks a rule loses it."""
    game = game_named(game_name)
    position = game.new(job.players, **options)
    chance = stream(deal_of(job))
    moves: list[str] = []
    bots = []
    for seat, name in enumerate(job.seats):
        try:
            bots.append(bot_named(name, game_name, seed_of(job, seat)))
        except AtlantisError as error:
            return forfeit(job, position, moves, seat, str(error))
    while position.actor != OVER:
        if position.actor == CHANCE:
            move = game.moves[game.engine.sample(position.states(), chance)]
        else:
            seat = position.actor
            answer, reason = ask(bots[seat], position.redacted(seat), limit)
            if reason:
                return forfeit(job, position, moves, seat, reason)
            move = answer
        position = position.play(move)
        moves.append(move)
    scores = list(position.scores)
    return Result(job, scores, shares_of(scores), moves)


def ask(bot: Bot, position: Position, limit: float) -> tuple[str, str]:
    """A bot's move, or why it has none."""
    try:
        with time_limit(limit), contextlib.redirect_stdout(sys.stderr):
            move: Any = bot.choose(position, limit)
    except Stalled:
        return "", f"thought for more than {limit:g} s"
    except (Exception, SystemExit) as error:
        return "", f"raised {error!r}"
    if not isinstance(move, str) or move not in position.moves:
        return "", f"answered {move!r}, which is not a legal move"
    return move, ""


def forfeit(job: Job, position: Position, moves: list[str], seat: int, reason: str) -> Result:
    """The others share the win."""
    shares = [0.0 if other == seat else 1 / (job.players - 1) for other in range(job.players)]
    scores = list(position.scores)
    return Result(job, scores, shares, moves, reason, seat)
