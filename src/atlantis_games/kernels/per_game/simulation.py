"""Whole random games, and counting ways to play on: executed once per game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, MAX_SEATS, OVER
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import stream
from atlantis_games.kernels.results import shares

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Rules

rules: Rules = bound(globals(), "rules")
engine: Any = bound(globals(), "engine")


@kernel
def playout(states: Any, actions: Any, stream: Any, tally: Any) -> None:
    """Plays to the end at random; adds decisions and chance events to the tally."""
    state = states[0]
    decisions = 0
    events = 0
    who = rules.actor(state)
    while who != OVER:
        if who == CHANCE:
            rules.apply(state, rules.sample(state, stream))
            events += 1
        else:
            rules.apply(state, rules.random_action(state, actions, stream))
            decisions += 1
        who = rules.actor(state)
    tally[0] += decisions
    tally[1] += events


@kernel
def simulate(
    start: Any, actions: Any, stream: Any, scores: Any, wins: Any, turns: Any, tally: Any
) -> None:
    """Plays a random game for each row; writes scores, shares of the win and turns."""
    work = start.copy()
    for game in range(scores.shape[0]):
        work[0] = start[0]
        playout(work, actions, stream, tally)
        rules.scores(work[0], scores[game])
        shares(scores[game], int(work[0].players), wins[game])
        turns[game] = work[0].turns


@kernel
def perft(stack: Any, actions: Any, weights: Any, depth: int) -> int:
    """Counts the sequences of so many actions, chance's included, from `stack[0]`."""
    width = np.zeros(depth + 1, np.int64)  # how many actions each level has
    done = np.zeros(depth + 1, np.int64)  # and how many of them are counted
    leaves = 0
    level = 0
    width[0] = engine.listed(stack[0], actions[0], weights)
    while level >= 0:
        if level + 1 >= depth:
            leaves += width[level] if depth > 0 else 1
            level -= 1
        elif done[level] == width[level]:
            level -= 1
        else:
            stack[level + 1] = stack[level]
            rules.apply(stack[level + 1], actions[level, done[level]])
            done[level] += 1
            level += 1
            done[level] = 0
            width[level] = engine.listed(stack[level], actions[level], weights)
    return leaves


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    start, random = game.new().states(), stream(1)
    actions = np.zeros((2, game.max_legal), np.int32)
    scores, wins = np.zeros((1, MAX_SEATS), np.int64), np.zeros((1, MAX_SEATS))
    turns, tally = np.zeros(1, np.int64), np.zeros(2, np.int64)
    simulate(start, actions[0], random, scores, wins, turns, tally)
    playout(start, actions[0], random, tally)
    perft(np.zeros(2, game.record), actions, np.zeros(game.max_legal, np.int32), 1)
