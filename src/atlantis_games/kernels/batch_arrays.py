"""The arrays of many games at once, grouped as kernels take them.

An array has a row per game, so that a thread can be given some of the games by slicing all arrays
of a group. A kernel gets a group as a plain tuple and unpacks it in its first lines: Numba takes
3.5 µs to receive a NamedTuple of seven arrays and 1.8 µs for a tuple, and in a loop it counts
references to an array at each use of a NamedTuple's field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game


WINS, POINTS = 0, 1  # what rewards are made of
ILLEGAL = -1.0  # the reward for an action that is not legal
NO_ACTION = -1  # where an action is expected: none
ANY_SEAT = -1  # as a learner's seat: drawn for every game
WAIT = -2  # as a learner's choice: a game that has just begun is only shown


OPPONENT = np.dtype(
    (
        np.record,
        [
            ("seed", np.uint64),  # the first word of the bot's seed
            ("decisions", np.int64),  # how many it has made
        ],
    )
)


class BatchArrays(NamedTuple):
    """The games themselves, and what is known of each while a seat decides."""

    states: Any
    streams: Any  # uint64: the stream of chance
    ages: Any  # int64: decisions since the game began
    standing: Any  # int64, a column per seat: the points when they were last looked at
    legal: Any  # int32: the legal actions
    counts: Any  # int64: and how many there are
    masks: Any  # int8: 1 for every legal action
    observations: Any  # uint8: what the seat to decide knows
    actors: Any  # int8: the seat to decide


class StepArrays(NamedTuple):
    """What the last step of each game brought."""

    rewards: Any  # float32, a column per seat
    scores: Any  # int64, a column per seat: the points where a game has ended
    terminated: Any  # bool: whether the game ended
    truncated: Any  # bool: whether it was cut off
    final_observations: Any  # uint8: what was known at the end of a game that has ended
    final_actors: Any  # int8: and who was to decide then


class LearnerArrays(NamedTuple):
    """One seat per game that a learner has, and what its last step brought."""

    seats: Any  # int8
    choices: Any  # int64: the action of the next step
    rewards: Any  # float64
    scores: Any  # int64, a column per seat
    seat_rewards: Any  # float32, a column per seat: of which the learner gets its own
    terminated: Any  # bool
    truncated: Any  # bool
    final_observations: Any  # uint8


class LearnerSettings(NamedTuple):
    """What is the same for every game of a learner."""

    seat: int  # of the learner, or ANY_SEAT
    limit: int  # of the learner's decisions; 0 for none
    reward: int  # WINS or POINTS


Packed: TypeAlias = tuple[Any, ...]  # a group as kernels take it; the argument's name says which


def rows_of(arrays: BatchArrays | StepArrays | LearnerArrays, rows: slice) -> Packed:
    """Some rows of every array of a group: views, not copies."""
    return tuple(array[rows] for array in arrays)


def new_batch_arrays(game: Game, games: int) -> BatchArrays:
    """Arrays for games that have not begun."""
    seats, observation = len(game.colours), game.observation
    return BatchArrays(
        states=np.zeros(games, game.record),
        streams=np.zeros(games, np.uint64),
        ages=np.zeros(games, np.int64),
        standing=np.zeros((games, seats), np.int64),
        legal=np.zeros((games, game.max_legal), np.int32),
        counts=np.zeros(games, np.int64),
        masks=np.zeros((games, int(observation.DECISIONS)), np.int8),
        observations=np.zeros((games, int(observation.LAYOUT.size)), np.uint8),
        actors=np.zeros(games, np.int8),
    )


def new_step_arrays(game: Game, games: int) -> StepArrays:
    """Arrays for what steps bring."""
    seats = len(game.colours)
    return StepArrays(
        rewards=np.zeros((games, seats), np.float32),
        scores=np.zeros((games, seats), np.int64),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
        final_observations=np.zeros((games, int(game.observation.LAYOUT.size)), np.uint8),
        final_actors=np.zeros(games, np.int8),
    )


def new_learner_arrays(game: Game, games: int) -> LearnerArrays:
    """Arrays for one learner in every game."""
    seats = len(game.colours)
    return LearnerArrays(
        seats=np.zeros(games, np.int8),
        choices=np.zeros(games, np.int64),
        rewards=np.zeros(games, np.float64),
        scores=np.zeros((games, seats), np.int64),
        seat_rewards=np.zeros((games, seats), np.float32),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
        final_observations=np.zeros((games, int(game.observation.LAYOUT.size)), np.uint8),
    )


def new_opponents(games: int, bots: int) -> Any:
    """Bots for every game that have made no decision."""
    return np.zeros((games, bots), OPPONENT)
