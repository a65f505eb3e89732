"""Many random games: statistics of a game, counts of its positions, and how fast it is played."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from atlantis_games.core.contract import MAX_SEATS, Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.kernels.bots import SEARCH, TO_THE_END, UNIFORM, bot_record
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.tree import NODES, NOTHING
from atlantis_games.kernels.workspace import new_workspace

BATCH = 500  # games between two reports of progress
SLICE = 200  # iterations between two looks at the clock


@dataclass(frozen=True)
class Summary:
    """Statistics of a number of random games."""

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
    endings: dict[str, int]  # how many games ended in which way: CODE of the text `ending.CODE`

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def simulate(
    start: Position, games: int, seed: int, progress: Callable[[int], None] = lambda done: None
) -> Summary:
    """Plays random games from a position; every legal action is as likely as the others."""
    if games < 1:
        raise BadRequest(f"At least one game is needed, not {games}.")
    game, players = start.game, start.players
    random, tally = stream(seed), np.zeros(2, np.int64)
    points, shares, turns = np.zeros(players), np.zeros(players), 0
    endings: Counter[str] = Counter()
    for first in range(0, games, BATCH):
        ends = played_to_the_end(start, min(BATCH, games - first), random, tally)
        scores = scores_in(game, ends)[:, :players]
        winners = scores == scores.max(axis=1, keepdims=True)
        points += scores.sum(axis=0)
        shares += (winners / winners.sum(axis=1, keepdims=True)).sum(axis=0)
        turns += int(ends["turns"].sum())
        endings.update(game.outcomes.ending(Position(game, end)) for end in one_by_one(ends))
        progress(first + len(ends))
    return Summary(
        game=game.name,
        players=players,
        options=start.options,
        seed=seed,
        games=games,
        decisions=float(tally[0] / games),
        chance_events=float(tally[1] / games),
        turns=turns / games,
        scores=(points / games).tolist(),
        win_shares=(shares / games).tolist(),
        endings=dict(endings.most_common()),
    )


def played_to_the_end(start: Position, games: int, random: Any, tally: Any) -> Any:
    """The last state of each of some random games.

    Decisions and chance events are added to the tally.
    """
    states = np.repeat(start.states(), games)
    actions = np.zeros(start.game.max_legal, np.int32)
    for state in one_by_one(states):
        start.game.kernels("simulation").playout(state, actions, random, tally)
    return states


def scores_in(game: Game, states: Any) -> Any:
    """The score of each seat in each state."""
    scores = np.zeros((len(states), MAX_SEATS), np.int64)
    for state, row in zip(one_by_one(states), scores, strict=True):
        game.engine.scores(state, row)
    return scores


def one_by_one(states: Any) -> Iterator[Any]:
    """Each state as an array of its own, which kernels can change in its place."""
    return (states[number : number + 1] for number in range(len(states)))


def play_batch(start: Position, games: int, random: Any, tally: Any) -> tuple[Any, Any, Any]:
    """Scores, shares of the win and turns of each random game.

    Decisions and chance events are added to the tally.
    """
    game = start.game
    scores = np.zeros((games, MAX_SEATS), np.int64)
    wins = np.zeros((games, MAX_SEATS), np.float64)
    turns = np.zeros(games, np.int64)
    actions = np.zeros(game.max_legal, np.int32)
    game.kernels("simulation").simulate(start.states(), actions, random, scores, wins, turns, tally)
    return scores, wins, turns


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


def search_rate(
    position: Position, seed: int = 1, decisions: int = TO_THE_END, seconds: float = 0.5
) -> float:
    """Iterations per CPU second of a search with uniform priors and random playouts, on one core.

    Playouts go to the end, or for so many decisions and are then evaluated.
    """
    search = position.game.kernels("search").search
    workspace = new_workspace(position.game)
    states, random = position.redacted(position.actor).states(), stream(seed)
    bot = bot_record(SEARCH, SLICE, playout=decisions, priors=UNIFORM)
    done = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        workspace.counts[NODES] = 0
        search(states, position.actor, bot, NOTHING, workspace, random)
        done += SLICE
    return done / (time.process_time() - start)


def perft(position: Position, depth: int) -> int:
    """How many sequences of so many actions there are, chance's included."""
    if depth < 0:
        raise BadRequest(f"A depth cannot be negative: {depth}.")
    game = position.game
    stack = np.zeros(depth + 1, game.record)
    stack[0] = position.state
    actions = np.zeros((depth + 1, game.max_legal), np.int32)
    return int(
        game.kernels("simulation").perft(stack, actions, np.zeros(game.max_legal, np.int32), depth)
    )
