"""Many games at once, for every game: executed once per game with its kernels bound.

The kernels step each row of the arrays in turn, so that threads can share a batch by taking some
rows each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import MAX_SEATS, OVER, Row, States
from atlantis_games.kernels.batch_arrays import (
    ILLEGAL,
    NO_ACTION,
    POINTS,
    WINS,
    Packed,
    new_batch_arrays,
    new_step_arrays,
)
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import LINE, fetch, kernel
from atlantis_games.kernels.random import below, streams
from atlantis_games.kernels.results import shares

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Observation, Rules

rules: Rules = bound(globals(), "rules")
observation: Observation = bound(globals(), "observation")
chance: Any = bound(globals(), "chance")

# This many games fit into the processor's caches. Of more, a game's memory is prefetched while the
# one before it is played, in three parts: a processor waits for few lines at a time.
NEAR = 512
AHEAD = 2  # games: lists of legal actions are needed sooner, to know what to prefetch of masks


@kernel
def reset(batch: Packed, start: States) -> None:
    """Begins every game."""
    states, streams, ages, standing, legal, counts, masks, observations, actors = batch
    stream = np.empty(1, np.uint64)
    for game in range(states.shape[0]):
        stream[0] = streams[game]
        begin(states, game, start, stream)
        streams[game] = stream[0]
        ages[game] = 0
        rules.scores(states[game], standing[game])
        show(states, game, legal, counts, masks, observations, actors)


@kernel
def begin(states: States, game: int, start: States, stream: Row) -> None:
    """Begins a game: chance deals until a seat decides."""
    states[game] = start[0]
    chance.settle_chance(states[game], stream)


@kernel
def show(
    states: States, game: int, legal: Row, counts: Row, masks: Row, observations: Row, actors: Row
) -> None:
    """Writes who decides in a game, what that seat may do and what it knows."""
    seat = show_actions(states, game, legal, counts, masks, actors)
    observation.observe(states[game], seat, observations[game])


@kernel
def show_actions(
    states: States, game: int, legal: Row, counts: Row, masks: Row, actors: Row
) -> int:
    """Writes who decides in a game and what that seat may do."""
    mask, actions = masks[game], legal[game]
    for number in range(counts[game]):
        mask[np.uint32(actions[number])] = 0
    found = rules.legal(states[game], actions)
    for number in range(found):
        mask[np.uint32(actions[number])] = 1
    counts[game] = found
    seat = int(rules.actor(states[game]))
    actors[game] = seat
    return seat


@kernel
def step(
    batch: Packed, results: Packed, actions: Row, start: States, limit: int, reward: int
) -> None:
    """One decision in every game; those that end begin again at once."""
    states, streams, ages, standing, legal, counts, masks, observations, actors = batch
    rewards, scores, terminated, truncated, final_observations, final_actors = results
    stream = np.empty(1, np.uint64)
    for game in range(states.shape[0]):
        is_far = NEAR < states.shape[0] > game + AHEAD
        if is_far:
            prefetch(states, game + 1, states.itemsize, states.itemsize)
            listed = counts[game + AHEAD] * legal.itemsize
            prefetch(legal, game + AHEAD, legal.shape[1] * legal.itemsize, listed)
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0.0
        stream[0] = streams[game]
        ages[game] += 1
        is_cut_off = False
        is_over = not is_legal(states, game, legal, counts, actions[game])
        if is_over:
            rewards[game, actors[game]] = ILLEGAL
            rules.scores(states[game], scores[game])
        else:
            rules.apply(states[game], actions[game])
            is_over = chance.settle_chance(states[game], stream) == OVER
            is_cut_off = not is_over and 0 < limit <= ages[game]
            if is_over or is_cut_off or reward == POINTS:
                score(states, game, standing, scores, rewards, is_over, reward)
        terminated[game] = is_over
        truncated[game] = is_cut_off
        if is_over or is_cut_off:
            final_actors[game] = rules.actor(states[game])
            seat = max(0, final_actors[game])
            observation.observe(states[game], seat, final_observations[game])
            begin(states, game, start, stream)
            ages[game] = 0
            rules.scores(states[game], standing[game])
        streams[game] = stream[0]
        if is_far:
            prefetch(observations, game + 1, observations.shape[1], observations.shape[1])
        seat = show_actions(states, game, legal, counts, masks, actors)
        if is_far:
            prefetch_mask(game + 1, legal, counts, masks)
        observation.observe(states[game], seat, observations[game])


@kernel
def prefetch(array: Row, game: int, size: int, used: int) -> None:
    """Prefetches the first bytes of a row of an array while another game is being played."""
    for at in range(game * size, game * size + used, LINE):
        fetch(array, at)


@kernel
def prefetch_mask(game: int, legal: Row, counts: Row, masks: Row) -> None:
    """Prefetches what is set in the mask of a game."""
    size = masks.shape[1]
    for number in range(counts[game]):
        fetch(masks, game * size + legal[game, number])


@kernel
def is_legal(states: States, game: int, legal: Row, counts: Row, action: int) -> bool:
    """Whether an action is among the legal ones; the caller may have written on the mask."""
    for number in range(counts[game]):
        if legal[game, number] == action:
            return True
    return False


@kernel
def score(
    states: States,
    game: int,
    standing: Row,
    scores: Row,
    rewards: Row,
    is_over: bool,
    reward: int,
) -> None:
    """Writes the points of every seat, and its reward: for points, or for a game that is over."""
    rules.scores(states[game], scores[game])
    if reward == WINS and is_over:
        reward_wins(states, game, scores, rewards)
        return
    for seat in range(states[game].players):
        change = scores[game, seat] - standing[game, seat]
        rewards[game, seat] = change if reward == POINTS else 0
        standing[game, seat] = scores[game, seat]


@kernel
def reward_wins(states: States, game: int, scores: Row, rewards: Row) -> None:
    """Rewards shares of the win so that a lone winner gets 1 and the sum is 0."""
    players = int(states[game].players)
    won = np.empty(MAX_SEATS, np.float64)
    shares(scores[game], players, won)
    for seat in range(players):
        rewards[game, seat] = (players * won[seat] - 1.0) / (players - 1)


@kernel
def sample(states: States, legal: Row, counts: Row, own_streams: Row, choices: Row) -> None:
    """Writes a legal action for every game, each as likely as the others."""
    stream = np.empty(1, np.uint64)
    for game in range(states.shape[0]):
        stream[0] = own_streams[game]
        choices[game] = legal[game, below(stream, counts[game])]
        own_streams[game] = stream[0]


@kernel
def advance(batch: Packed, action: int) -> int:
    """Plays a legal action in one game, or none for NO_ACTION, and lets chance act.

    Returns the seat to decide, or OVER: the game then stays as it is.
    """
    states, stream, _, _, legal, counts, masks, observations, actors = batch
    if action != NO_ACTION:
        rules.apply(states[0], action)
    actor = chance.settle_chance(states[0], stream)
    if actor == OVER:
        for number in range(counts[0]):
            masks[0, legal[0, number]] = 0
        counts[0] = 0
        actors[0] = OVER
    else:
        show(states, 0, legal, counts, masks, observations, actors)
    return int(actor)


@kernel
def outcome(states: States, scores: Row, rewards: Row) -> None:
    """Writes the points and the rewards of one game that is over."""
    rules.scores(states[0], scores[0])
    reward_wins(states, 0, scores, rewards)


@kernel
def look(states: States, seat: int, vector: Row) -> None:
    """Writes what any seat of one game knows."""
    observation.observe(states[0], seat, vector)


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    arrays, results = new_batch_arrays(game, 1), new_step_arrays(game, 1)
    start, choices = game.new().states(), np.zeros(1, np.int64)
    arrays.streams[...] = streams(1, 1)
    reset(tuple(arrays), start)
    sample(arrays.states, arrays.legal, arrays.counts, streams(2, 1), choices)
    step(tuple(arrays), tuple(results), choices, start, 0, WINS)
    advance(tuple(arrays), NO_ACTION)
    outcome(arrays.states, results.scores, results.rewards)
    look(arrays.states, 0, arrays.observations[0])
