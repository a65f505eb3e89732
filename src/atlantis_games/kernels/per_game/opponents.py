"""Learners against bots, for every game: executed once per game with its kernels bound.

In each of many games the caller, a learner, has one seat and built-in bots have the others. A bot
receives what its seat may know and nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.contract import CHANCE, OVER, Game, Observation, Row, Rules, States
from atlantis_games.kernels.batch_arrays import (
    ANY_SEAT,
    ILLEGAL,
    POINTS,
    WAIT,
    WINS,
    BatchArrays,
    LearnerArrays,
    LearnerSettings,
    OpponentArrays,
    new_batch_arrays,
    new_learner_arrays,
    new_opponent_arrays,
)
from atlantis_games.kernels.bots import BOT
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below, start_decision, streams
from atlantis_games.kernels.workspace import Workspace, new_workspace

rules: Rules = bound(globals(), "rules")
observation: Observation = bound(globals(), "observation")
search: Any = bound(globals(), "search")
batches: Any = bound(globals(), "batch")


@kernel
def step(
    batch: BatchArrays,
    learner: LearnerArrays,
    opponents: OpponentArrays,
    bots: Row,
    workspace: Workspace,
    start: States,
    settings: LearnerSettings,
    restart: bool,
) -> None:
    """One decision of the learner in every game, and what follows until its next one.

    A game that ends begins again, and with `restart` all do. `play_on` is called in one place only,
    since every further call would be compiled once more.
    """
    for game in range(batch.states.shape[0]):
        learner.rewards[game] = 0.0
        learner.terminated[game] = False
        learner.truncated[game] = False
        if not restart and learner.choices[game] == WAIT:
            continue
        is_new = restart or not take_choice(batch, learner, game)
        while True:
            if is_new:
                begin(batch, learner, game, start, settings.seat)
            seat = learner.seats[game]
            is_over = play_on(batch, game, seat, opponents, bots, workspace) == OVER
            if is_new:
                if is_over:  # the bots have ended it before the learner's first turn
                    continue
                rules.scores(batch.states[game], batch.standing[game])
                break
            judge(batch, learner, game, is_over, settings)
            if not (learner.terminated[game] or learner.truncated[game]):
                break
            observation.observe(batch.states[game], seat, learner.final_observations[game])
            is_new = True
        batches.show(batch, game)


@kernel
def begin(batch: BatchArrays, learner: LearnerArrays, game: int, start: States, seat: int) -> None:
    """Begins a game, with the learner in a seat or in any."""
    batch.states[game] = start[0]
    batch.ages[game] = 0
    if seat == ANY_SEAT:
        seat = below(batch.streams[game : game + 1], int(start[0].players))
    learner.seats[game] = seat


@kernel
def take_choice(batch: BatchArrays, learner: LearnerArrays, game: int) -> bool:
    """Plays the learner's choice; one that is not legal ends the game and returns False."""
    batch.ages[game] += 1
    action = learner.choices[game]
    if batches.is_legal(batch, game, action):
        rules.apply(batch.states[game], action)
        return True
    learner.rewards[game] = ILLEGAL
    learner.terminated[game] = True
    rules.scores(batch.states[game], learner.scores[game])
    final = learner.final_observations[game]
    observation.observe(batch.states[game], learner.seats[game], final)
    return False


@kernel
def play_on(
    batch: BatchArrays,
    game: int,
    seat: int,
    opponents: OpponentArrays,
    bots: Row,
    workspace: Workspace,
) -> int:
    """Lets chance and the bots act until the learner's seat decides or the game is over."""
    states, seen = batch.states, workspace.seen
    players = int(states[game].players)
    stream = opponents.streams[game : game + 1]
    while True:
        actor = int(rules.actor(states[game]))
        if actor == OVER or actor == seat:
            return actor
        if actor == CHANCE:
            action = rules.sample(states[game], batch.streams[game : game + 1])
        else:
            number = (actor - seat + players) % players - 1  # the first bot is next to play
            seen[0] = states[game]
            rules.redact(seen[0], actor)
            opponents.decisions[game, number] += 1
            decision = opponents.decisions[game, number]
            start_decision(stream, opponents.seeds[game, number], decision)
            action = search.decide(seen, actor, bots[number], workspace, stream)
        rules.apply(states[game], action)


@kernel
def judge(
    batch: BatchArrays, learner: LearnerArrays, game: int, is_over: bool, settings: LearnerSettings
) -> None:
    """Writes the learner's reward, and whether the game has ended or is cut off."""
    states, scores, rewards = batch.states, learner.scores, learner.seat_rewards
    is_cut_off = not is_over and 0 < settings.limit <= batch.ages[game]
    learner.terminated[game] = is_over
    learner.truncated[game] = is_cut_off
    if is_over or is_cut_off or settings.reward == POINTS:
        rules.scores(states[game], scores[game])
    if settings.reward == POINTS:
        batches.reward_points(states, game, batch.standing, scores, rewards)
        learner.rewards[game] = rewards[game, learner.seats[game]]
    elif is_over:
        batches.reward_wins(states, game, scores, rewards)
        learner.rewards[game] = rewards[game, learner.seats[game]]


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    batch, learner = new_batch_arrays(game, 1), new_learner_arrays(game, 1)
    opponents, bots = new_opponent_arrays(1, 1), np.zeros(1, BOT)
    batch.streams[...] = streams(1, 1)
    start, workspace = game.new(game.players[0]).states(), new_workspace(game, nodes=1)
    settings = LearnerSettings(ANY_SEAT, 0, WINS)
    step(batch, learner, opponents, bots, workspace, start, settings, True)
