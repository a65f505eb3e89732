"""Plays one game of a tournament: in one kernel call where all bots are built in, else by moves."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

from atlantis_games.arena.results import Result
from atlantis_games.arena.schedule import Job
from atlantis_games.bots import Bot, bot_named, in_kernel
from atlantis_games.bots.bot_process import MEGABYTES, MOVE_SECONDS, BotFailed, FileBot
from atlantis_games.bots.player import Player
from atlantis_games.bots.search import Search
from atlantis_games.core.contract import CHANCE, MAX_SEATS, OVER
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.kernels.bots import BOT
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.results import shares_of
from atlantis_games.kernels.workspace import WORKSPACES

MAX_EVENTS = 50_000  # of one game


@dataclass(frozen=True)
class Conditions:
    """What bots that are not repeatable may use for a move."""

    seconds: float | None = None  # of those that think by the clock; None leaves them their own
    threads: int = 1  # of a search by the clock
    megabytes: int = MEGABYTES  # of a bot in a file

    @property
    def clock(self) -> float:
        """The seconds that a bot in a file may think."""
        return MOVE_SECONDS if self.seconds is None else self.seconds


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
    ending = game.outcomes.ending(Position(game, states))
    return Result(job, points, shares_of(points), moves, ending=ending)


def play_by_moves(
    game_name: str, options: dict[str, str], job: Job, conditions: Conditions | None = None
) -> Result:
    """A game between any bots; one that raises, stalls or breaks a rule loses it."""
    allowed = conditions or Conditions()
    game = game_named(game_name)
    match = Match(game.new(job.players, **options))
    chance = stream(deal_of(job))
    players: list[Player] = []
    seat = 0
    try:
        for seat in range(job.players):
            players.append(Player(seated(game_name, job, seat, allowed), seat, match))
        while match.position.actor != OVER:
            seat = match.position.actor
            if seat == CHANCE:
                match.play(game.moves[game.engine.sample(match.position.states(), chance)])
            else:
                is_file = isinstance(players[seat].bot, FileBot)
                match.play(players[seat].move(allowed.clock if is_file else allowed.seconds))
    except (BotFailed, BadRequest) as failed:
        return forfeited(job, match, seat, failed)
    finally:
        for player in players:
            player.end()
    scores, moves = list(match.position.scores), [move for _, move in match.log]
    ending = game.outcomes.ending(match.position)
    return Result(job, scores, shares_of(scores), moves, ending=ending)


def seated(game: str, job: Job, seat: int, allowed: Conditions) -> Bot:
    """The bot of a seat, with as much time and memory as it is allowed."""
    bot = bot_named(job.seats[seat], game, seed_of(job, seat), allowed.megabytes)
    if isinstance(bot, Search) and not bot.is_repeatable:
        bot.threads = allowed.threads
        bot.seconds = bot.seconds if allowed.seconds is None else allowed.seconds
    return bot


def forfeited(job: Job, match: Match, seat: int, failed: BotFailed | BadRequest) -> Result:
    """A result in which the others share the win."""
    shares = [0.0 if other == seat else 1 / (job.players - 1) for other in range(job.players)]
    scores = list(match.position.scores)
    moves = [move for _, move in match.log]
    traceback = failed.traceback if isinstance(failed, BotFailed) else ""
    return Result(job, scores, shares, moves, str(failed), seat, traceback)
