"""Learners against bots, for every game: executed once per game with its kernels bound.

In each of many games the caller, a learner, has one seat and built-in bots have the others. A bot
receives what its seat may know and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, OVER, Row, States
from atlantis_games.kernels.batch_arrays import (
    ANY_SEAT,
    ILLEGAL,
    POINTS,
    WAIT,
    WINS,
    LearnerSettings,
    Packed,
    new_batch_arrays,
    new_learner_arrays,
    new_opponents,
)
from atlantis_games.kernels.bots import BOT
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below, start_decision, streams
from atlantis_games.kernels.workspace import NO_NETS, Workspace, new_workspace

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Observation, Rules

rules: Rules = bound(globals(), "rules")
observation: Observation = bound(globals(), "observation")
search: Any = bound(globals(), "search")
batches: Any = bound(globals(), "batch")


@kernel
def step(
    batch: Packed,
    learner: Packed,
    opponents: Row,
    bots: Row,
    workspace: Workspace,
    start: States,
    settings: Packed,
    restart: bool,
) -> None:
    """Plays on to the learner's next decision; games that end, or all, begin again."""
    states, streams, ages, standing, legal, counts, masks, observations, actors = batch
    seats, choices, rewards, scores, seat_rewards, terminated, truncated, last_seen = learner
    seat, limit, reward = settings
    stream, bot_stream = np.empty(1, np.uint64), np.empty(1, np.uint64)
    take_choices(batch, learner, restart)
    for game in range(states.shape[0]):
        if choices[game] == WAIT and not restart:
            continue
        stream[0] = streams[game]
        own = int(seats[game])
        is_new = restart or terminated[game]
        while True:
            if is_new:
                own = begin(states, game, start, seat, stream)
            actor = play_on(states, game, own, bots, opponents, workspace, stream, bot_stream)
            if is_new and actor == OVER:  # before the learner's first turn
                continue
            if is_new:
                ages[game] = 0
                rules.scores(states[game], standing[game])
                break
            terminated[game] = actor == OVER
            truncated[game] = actor != OVER and 0 < limit <= ages[game]
            is_new = terminated[game] or truncated[game]
            if is_new or reward == POINTS:
                batches.score(states, game, standing, scores, seat_rewards, actor == OVER, reward)
                rewards[game] = seat_rewards[game, own]
            if not is_new:
                break
            observation.observe(states[game], own, last_seen[game])
        seats[game] = own
        streams[game] = stream[0]
        batches.show(states, game, legal, counts, masks, observations, actors)


@kernel
def take_choices(batch: Packed, learner: Packed, restart: bool) -> None:
    """Plays the learner's choice in every game; one that is not legal ends its game."""
    states, _, ages, _, legal, counts, _, _, _ = batch
    seats, choices, rewards, scores, _, terminated, truncated, last_seen = learner
    for game in range(states.shape[0]):
        rewards[game] = 0.0
        terminated[game] = False
        truncated[game] = False
        if restart or choices[game] == WAIT:
            continue
        ages[game] += 1
        if batches.is_legal(states, game, legal, counts, choices[game]):
            rules.apply(states[game], choices[game])
        else:
            rewards[game] = ILLEGAL
            terminated[game] = True
            rules.scores(states[game], scores[game])
            observation.observe(states[game], int(seats[game]), last_seen[game])


@kernel
def begin(states: States, game: int, start: States, seat: int, stream: Row) -> int:
    """Begins a game; the seat of the learner, which is drawn for ANY_SEAT."""
    states[game] = start[0]
    if seat == ANY_SEAT:
        return int(np.int64(below(stream, int(start[0].players))))  # not uint64, as `below` is
    return seat


@kernel
def play_on(
    states: States,
    game: int,
    seat: int,
    bots: Row,
    opponents: Row,
    workspace: Workspace,
    stream: Row,
    bot_stream: Row,
) -> int:
    """Lets chance and the bots act until the learner's seat decides or the game is over.

    Chance draws from `stream`; `bot_stream` is room for the stream of a bot's decision. Everything
    that bots do is compiled again for each call of this kernel, so there is only one.
    """
    seen, players = workspace.seen, int(states[game].players)
    while True:
        actor = int(rules.actor(states[game]))
        if actor == OVER or actor == seat:
            return actor
        if actor == CHANCE:
            rules.apply(states[game], rules.sample(states[game], stream))
        else:
            number = (actor - seat + players) % players - 1  # the first bot is next to play
            opponents[game, number].decisions += 1
            opponent = opponents[game, number]
            start_decision(bot_stream, opponent.seed, opponent.decisions)
            seen[0] = states[game]
            rules.redact(seen[0], actor)
            action = search.decide(seen, actor, bots[number], workspace, bot_stream)
            rules.apply(states[game], action)


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    batch, learner = new_batch_arrays(game, 1), new_learner_arrays(game, 1)
    batch.streams[...] = streams(1, 1)
    bots, opponents = np.zeros(1, BOT), new_opponents(1, 1)
    start, workspace = game.new(game.players[0]).states(), new_workspace(game, 1, NO_NETS)
    settings = tuple(LearnerSettings(ANY_SEAT, 0, WINS))
    step(tuple(batch), tuple(learner), opponents, bots, workspace, start, settings, True)
