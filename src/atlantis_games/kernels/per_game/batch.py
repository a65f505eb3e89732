"""Many games at once, for every game: executed once per game with its kernels bound.

The kernels step each row of the arrays in turn, so that threads can share a batch by taking some
rows each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.contract import (
    MAX_SEATS,
    OVER,
    Game,
    Observation,
    Row,
    Rules,
    States,
)
from atlantis_games.kernels.batch_arrays import (
    ILLEGAL,
    NO_ACTION,
    POINTS,
    WINS,
    BatchArrays,
    StepArrays,
    new_batch_arrays,
    new_step_arrays,
)
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import LINE, fetch, kernel
from atlantis_games.kernels.random import below, streams
from atlantis_games.kernels.results import shares

rules: Rules = bound(globals(), "rules")
observation: Observation = bound(globals(), "observation")
chance: Any = bound(globals(), "chance")

NEAR = 512  # this many games fit into the processor's caches and need no prefetching


@kernel
def reset(batch: BatchArrays, start: States) -> None:
    """Begins every game."""
    for game in range(batch.states.shape[0]):
        begin(batch, game, start)
        show(batch, game)


@kernel
def begin(batch: BatchArrays, game: int, start: States) -> None:
    """Begins a game: chance deals until a seat decides."""
    batch.states[game] = start[0]
    chance.settle_chance(batch.states[game], batch.streams[game : game + 1])
    batch.ages[game] = 0
    rules.scores(batch.states[game], batch.standing[game])


@kernel
def show(batch: BatchArrays, game: int) -> None:
    """Writes who decides in a game, what that seat may do and what it knows."""
    legal, masks = batch.legal, batch.masks
    for number in range(batch.counts[game]):
        masks[game, legal[game, number]] = 0
    found = rules.legal(batch.states[game], legal[game])
    for number in range(found):
        masks[game, legal[game, number]] = 1
    batch.counts[game] = found
    seat = rules.actor(batch.states[game])
    batch.actors[game] = seat
    observation.observe(batch.states[game], seat, batch.observations[game])


@kernel
def step(
    batch: BatchArrays,
    results: StepArrays,
    actions: Row,
    start: States,
    limit: int,
    reward: int,
) -> None:
    """One decision in every game; those that end begin again at once."""
    games = batch.states.shape[0]
    for game in range(games):
        if NEAR < games > game + 1:
            prefetch(batch, game + 1)
        play(batch, results, game, actions[game], limit, reward)
        if results.terminated[game] or results.truncated[game]:
            results.final_actors[game] = rules.actor(batch.states[game])
            seat = max(0, results.final_actors[game])
            observation.observe(batch.states[game], seat, results.final_observations[game])
            begin(batch, game, start)
        show(batch, game)


@kernel
def play(
    batch: BatchArrays,
    results: StepArrays,
    game: int,
    action: int,
    limit: int,
    reward: int,
) -> None:
    """Plays an action in one game; writes the rewards and whether the game has ended."""
    states, rewards, scores = batch.states, results.rewards, results.scores
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0.0
    batch.ages[game] += 1
    is_cut_off = False
    is_over = not is_legal(batch, game, action)
    if is_over:
        rewards[game, batch.actors[game]] = ILLEGAL
        rules.scores(states[game], scores[game])
    else:
        rules.apply(states[game], action)
        is_over = chance.settle_chance(states[game], batch.streams[game : game + 1]) == OVER
        is_cut_off = not is_over and 0 < limit <= batch.ages[game]
        if is_over or is_cut_off or reward == POINTS:
            rules.scores(states[game], scores[game])
            if reward == POINTS:
                reward_points(states, game, batch.standing, scores, rewards)
            elif is_over:
                reward_wins(states, game, scores, rewards)
    results.terminated[game] = is_over
    results.truncated[game] = is_cut_off


@kernel
def is_legal(batch: BatchArrays, game: int, action: int) -> bool:
    """Whether an action is among the legal ones; the caller may have written on the mask."""
    for number in range(batch.counts[game]):
        if batch.legal[game, number] == action:
            return True
    return False


@kernel
def reward_wins(states: States, game: int, scores: Row, rewards: Row) -> None:
    """Rewards shares of the win so that a lone winner gets 1 and the sum is 0."""
    players = int(states[game].players)
    won = np.empty(MAX_SEATS, np.float64)
    shares(scores[game], players, won)
    for seat in range(players):
        rewards[game, seat] = (players * won[seat] - 1.0) / (players - 1)


@kernel
def reward_points(states: States, game: int, standing: Row, scores: Row, rewards: Row) -> None:
    """Rewards how the points of every seat have changed since they were last looked at."""
    for seat in range(states[game].players):
        rewards[game, seat] = scores[game, seat] - standing[game, seat]
        standing[game, seat] = scores[game, seat]


@kernel
def prefetch(batch: BatchArrays, game: int) -> None:
    """Prefetches the memory of a game while another is being played."""
    size = batch.states.itemsize
    for at in range(game * size, (game + 1) * size, LINE):
        fetch(batch.states, at)
    size = batch.observations.shape[1]
    for at in range(game * size, (game + 1) * size, LINE):
        fetch(batch.observations, at)
    size = batch.masks.shape[1]
    for number in range(batch.counts[game]):
        fetch(batch.masks, game * size + batch.legal[game, number])


@kernel
def sample(batch: BatchArrays, streams: Row, choices: Row) -> None:
    """Writes a legal action for every game, each as likely as the others."""
    for game in range(batch.states.shape[0]):
        number = below(streams[game : game + 1], batch.counts[game])
        choices[game] = batch.legal[game, number]


@kernel
def advance(batch: BatchArrays, action: int) -> int:
    """Plays a legal action in one game, or none for NO_ACTION, and lets chance act.

    Returns the seat to decide, or OVER: the game then stays as it is.
    """
    if action != NO_ACTION:
        rules.apply(batch.states[0], action)
    actor = chance.settle_chance(batch.states[0], batch.streams)
    if actor == OVER:
        for number in range(batch.counts[0]):
            batch.masks[0, batch.legal[0, number]] = 0
        batch.counts[0] = 0
        batch.actors[0] = OVER
    else:
        show(batch, 0)
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
    batch, results = new_batch_arrays(game, 1), new_step_arrays(game, 1)
    start, choices = game.new().states(), np.zeros(1, np.int64)
    batch.streams[...] = streams(1, 1)
    reset(batch, start)
    sample(batch, streams(2, 1), choices)
    step(batch, results, choices, start, 0, WINS)
    advance(batch, NO_ACTION)
    outcome(batch.states, results.scores, results.rewards)
    look(batch.states, 0, batch.observations[0])
