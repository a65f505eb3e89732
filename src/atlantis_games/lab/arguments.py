"""Checks what callers of the lab give: numbers within limits, seeds and games."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.games import game_named

WINS, POINTS, SHAPED = REWARDS = ("wins", "points", "shaped")  # first those that kernels know
MAX_GAMES = 1 << 24
MAX_DECISIONS = 1 << 30
MAX_THREADS = 1024


def seed_number(seed: object) -> int:
    """A seed as a number; BadRequest for anything else."""
    try:
        return operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise BadRequest(f"A seed is a whole number, not {seed!r}.") from None


def whole_number(name: str, value: object, least: int, most: int) -> int:
    """A number within limits."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise BadRequest(f"{name} is a whole number, not {value!r}.") from None
    if not least <= number <= most:
        raise BadRequest(f"{name} is from {least:,} to {most:,}, not {number:,}.")
    return number


def reward_name(reward: object, known: Sequence[str] = REWARDS) -> str:
    """What rewards are made of."""
    if reward not in known:
        raise BadRequest(f"A reward is {' or '.join(known)}, not {reward!r}.")
    return str(reward)


def reward_number(reward: object) -> int:
    """The same as kernels know it; shaped rewards are made of points."""
    return REWARDS.index(POINTS if reward == SHAPED else reward_name(reward))


def outlook(scores: Any, seats: Any, scale: float) -> Any:
    """A guess at the result of some seats, from -1 to 1: how far they are ahead of all others.

    A row for each game and a column for each player; `scale` is that of the game's evaluation.
    """
    rows = np.arange(len(scores))
    others = scores.astype(np.float64)
    own = others[rows, seats]
    others[rows, seats] = -np.inf
    return np.tanh((own - others.max(axis=1)) / (2.0 * scale))


def known_game(game: object) -> Game:
    """A game, given as such or by its name."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise BadRequest(f"A game is given by its name, not as {type(game).__name__}.")
    return game_named(game)


def first_position(game: Game, players: int, options: dict[str, object]) -> Position:
    """Where every game of an environment begins."""
    return game.new(whole_number("The number of players", players, 0, 99), **options)


def action_numbers(actions: object, games: int) -> Any:
    """An array with a whole number for each game."""
    array = np.asarray(actions)
    if array.shape != (games,) or array.dtype.kind not in "iu":
        raise BadRequest(
            f"Actions are {games} whole numbers in one row, "
            f"not {array.dtype} of the shape {array.shape}."
        )
    return array


def check_array(name: str, given: object, pattern: Any) -> None:
    """Refuses an array that kernels cannot write into in place of another."""
    if not (
        isinstance(given, np.ndarray)
        and given.shape == pattern.shape
        and given.dtype == pattern.dtype
        and given.flags.c_contiguous
        and given.flags.writeable
        and given.flags.aligned
    ):
        raise BadRequest(
            f"{name} must be a writeable, contiguous array of {pattern.dtype} with the "
            f"shape {pattern.shape}."
        )
