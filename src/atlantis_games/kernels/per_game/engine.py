"""What Python calls, for every game: executed once per game with its `rules` bound.

From Python a one-element array is far cheaper to pass to a kernel than a record, so everything
here takes an array of states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, NO_ACTION, OVER, SPECTATOR
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import stream

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Rules

rules: Rules = bound(globals(), "rules")
chance_kernels: Any = bound(globals(), "chance")

FACTS = 4  # that `play` and `deal` write


@kernel
def begin(states: Any, players: int) -> None:
    """Sets a zeroed state, whose options are set, to the beginning of a game."""
    rules.begin(states[0], players)


@kernel
def actor(states: Any) -> int:
    """The seat to decide, CHANCE or OVER."""
    return rules.actor(states[0])


@kernel
def audience(states: Any) -> int:
    """Who sees what chance does now: a seat, or -1 for everybody."""
    return rules.audience(states[0])


@kernel
def legal(states: Any, out: Any) -> int:
    """Writes the legal actions of the seat to decide and counts them."""
    return rules.legal(states[0], out)


@kernel
def chance(states: Any, out: Any, weights: Any) -> int:
    """Writes the outcomes of chance and their weights and counts them."""
    return rules.chance(states[0], out, weights)


@kernel
def apply(states: Any, action: int) -> None:
    """Does one action."""
    rules.apply(states[0], action)


@kernel
def play(states: Any, action: int, actions: Any, weights: Any, facts: Any) -> bool:
    """Does an action and writes the facts about what follows; False if it is not possible now."""
    state = states[0]
    for number in range(listed(state, actions, weights)):
        if actions[number] == action:
            rules.apply(state, action)
            write_facts(state, actions, weights, facts)
            return True
    return False


@kernel
def write_facts(state: Any, actions: Any, weights: Any, facts: Any) -> None:
    """Writes who acts, how many turns there were, who sees chance, and its total weight."""
    who = rules.actor(state)
    facts[0] = who
    facts[1] = state.turns
    if who == CHANCE:
        facts[2] = rules.audience(state)
        facts[3] = 0
        for number in range(rules.chance(state, actions, weights)):
            facts[3] += int(weights[number])


@kernel
def total_weight(states: Any, actions: Any, weights: Any) -> int:
    """The sum of the weights of all that chance may do now."""
    total = 0
    for number in range(rules.chance(states[0], actions, weights)):
        total += int(weights[number])
    return total


@kernel
def deal(states: Any, number: int, actions: Any, weights: Any, facts: Any) -> int:
    """Does what chance has at a number below the total weight, and returns which action that is."""
    state = states[0]
    left = number
    for place in range(rules.chance(state, actions, weights)):
        left -= int(weights[place])
        if left < 0:
            action = int(actions[place])
            rules.apply(state, action)
            write_facts(state, actions, weights, facts)
            return action
    return NO_ACTION


@kernel
def preview(states: Any, work: Any, actions: Any, out: Any) -> None:
    """Tries each action on a copy and writes a row about what it does."""
    for number in range(len(actions)):
        work[0] = states[0]
        action = int(actions[number])
        rules.apply(work[0], action)
        rules.preview(states[0], work[0], action, out[number])


@kernel
def scores(states: Any, out: Any) -> None:
    """Writes the score of each seat."""
    rules.scores(states[0], out)


@kernel
def redact(states: Any, seat: int) -> None:
    """Removes what a seat cannot know."""
    rules.redact(states[0], seat)


@kernel
def resample(states: Any, seat: int, stream: Any) -> None:
    """Deals what a seat cannot know at random."""
    rules.resample(states[0], seat, stream)


@kernel
def sample(states: Any, stream: Any) -> int:
    """One outcome of chance, drawn by its weight."""
    return rules.sample(states[0], stream)


@kernel
def settle_chance(states: Any, stream: Any) -> int:
    """Lets chance act until a seat decides or the game is over; the seat, or OVER."""
    return int(chance_kernels.settle_chance(states[0], stream))


@kernel
def listed(state: Any, actions: Any, weights: Any) -> int:
    """Writes the actions of a position, a seat's or chance's, and counts them."""
    who = rules.actor(state)
    if who == OVER:
        return 0
    if who == CHANCE:
        return rules.chance(state, actions, weights)
    return rules.legal(state, actions)


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    from atlantis_games.core.position import Position

    random = stream(1)
    states = np.zeros(1, game.record)
    begin(states, game.players[0])
    position = Position(game, states)
    position.odds, position.audience, position.scores, position.view(SPECTATOR)
    audience(states)  # also where chance does not begin the game
    position.dealt(position.total_weight - 1)
    sample(states, random)
    settle_chance(states, random)
    position = Position(game, states)
    position.play(next(iter(position.moves)))
    position.choices()
    for action in set(range(game.actions)) - set(position.moves.values()):
        game.reasons.why_not(position, action)
    resample(position.redacted(position.actor).states(), position.actor, random)
