"""Many random games at once, counted: for statistics, for sanity and for measuring speed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.kernels.random import stream

BATCH = 500


@dataclass(frozen=True)
class Summary:
    """What came of a number of random games."""

    game: str
    players: int
    options: dict[str, str]
    seed: int
    games: int
    decisions: float  # per game, like all that follow
    chance_events: float
    turns: float
    scores: list[float]  # mean per seat
    win_shares: list[float]  # per seat; a shared win counts in parts

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def simulate(
    start: Position, games: int, seed: int, progress: Callable[[int], None] = lambda done: None
) -> Summary:
    """Plays random games from a position; every legal action is as likely as the others."""
    if games < 1:
        raise BadRequest(f"At least one game is needed, not {games}.")
    players = start.players
    random = stream(seed)
    tally = np.zeros(2, np.int64)
    points, shares, turns = np.zeros(players), np.zeros(players), 0
    for first in range(0, games, BATCH):
        number = min(BATCH, games - first)
        results, lengths = play_batch(start, number, random, tally)
        results = results[:, :players]
        wins = results == results.max(axis=1, keepdims=True)
        points += results.sum(axis=0)
        shares += (wins / wins.sum(axis=1, keepdims=True)).sum(axis=0)
        turns += int(lengths.sum())
        progress(first + number)
    return Summary(
        game=start.game.name,
        players=players,
        options=start.options,
        seed=seed,
        games=games,
        decisions=float(tally[0] / games),
        chance_events=float(tally[1] / games),
        turns=turns / games,
        scores=(points / games).tolist(),
        win_shares=(shares / games).tolist(),
    )


def play_batch(start: Position, games: int, random: Any, tally: Any) -> tuple[Any, Any]:
    """Scores and turns of each random game; decisions and chance events are added to the tally."""
    game = start.game
    results = np.zeros((games, len(game.colours)), np.int64)
    turns = np.zeros(games, np.int64)
    actions = np.zeros(game.max_legal, np.int32)
    game.engine.simulate(start.states(), actions, random, results, turns, tally)
    return results, turns


def random_rate(start: Position, seed: int = 1, seconds: float = 0.5) -> float:
    """Decisions per CPU second of random games from a position, on one core."""
    random = stream(seed)
    tally = np.zeros(2, np.int64)
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        play_batch(start, 100, random, tally)
    return float(tally[0]) / (time.process_time() - begin)


def play_rate(start: Position, seconds: float = 0.5) -> float:
    """Calls of `Position.play` per CPU second in random games played from Python."""
    import random

    generator = random.Random(1)
    plays = 0
    position = start
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(100):
            if position.is_over:
                position = start
            position = position.play(generator.choice(list(position.moves)))
        plays += 100
    return plays / (time.process_time() - begin)


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play on for so many actions, chance's included."""
    if depth < 0:
        raise BadRequest(f"A depth cannot be negative: {depth}.")
    game = position.game
    stack = np.zeros(depth + 1, game.record)
    stack[0] = position.state
    actions = np.zeros((depth + 1, game.max_legal), np.int32)
    return int(game.engine.perft(stack, actions, np.zeros(game.max_legal, np.int32), depth))
