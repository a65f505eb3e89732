"""Template, loaded once per game with its `rules` and `observation` bound: many games at once.

Every kernel here takes an array of games and works on each row in turn, so that threads can share
a batch by taking slices of all arrays. Nothing is allocated.
"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import CHANCE, OVER, Game, Observation, Rules
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import LINE, fetch, kernel
from atlantis_games.kernels.random import below

rules: Rules = bound(globals(), "rules")
observation: Observation = bound(globals(), "observation")

NEAR = 512  # so many games are in the processor's caches all the time
WINS, POINTS = 0, 1  # what rewards are made of
ILLEGAL = -1.0  # the reward for an action that is not legal


@kernel
def settle(state: Any, stream: Any) -> int:
    """Lets chance act until a seat decides or the game is over; who that is."""
    who = rules.actor(state)
    while who == CHANCE:
        rules.apply(state, rules.sample(state, stream))
        who = rules.actor(state)
    return who


@kernel
def begin(states: Any, start: Any, game: int, stream: Any) -> None:
    """A game begins anew: chance deals until a seat decides."""
    states[game] = start[0]
    settle(states[game], stream)


@kernel
def show(
    states: Any, game: int, legal: Any, counts: Any, masks: Any, observations: Any, actors: Any
) -> None:
    """Writes who decides in a game, what that seat may do and what it knows."""
    for number in range(counts[game]):
        masks[game, legal[game, number]] = 0
    found = rules.legal(states[game], legal[game])
    for number in range(found):
        masks[game, legal[game, number]] = 1
    counts[game] = found
    seat = rules.actor(states[game])
    actors[game] = seat
    observation.observe(states[game], seat, observations[game])


@kernel
def fetch_rows(
    states: Any, game: int, legal: Any, counts: Any, masks: Any, observations: Any
) -> None:
    """Has the memory of a game fetched while another is being played."""
    size = states.itemsize
    for at in range(game * size, (game + 1) * size, LINE):
        fetch(states, at)
    size = observations.shape[1]
    for at in range(game * size, (game + 1) * size, LINE):
        fetch(observations, at)
    size = masks.shape[1]
    for number in range(counts[game]):
        fetch(masks, game * size + legal[game, number])


@kernel
def is_legal(states: Any, game: int, legal: Any, counts: Any, action: int) -> bool:
    """Whether an action is among the legal ones; the caller may have written on the mask."""
    for number in range(counts[game]):
        if legal[game, number] == action:
            return True
    return False


@kernel
def reward_wins(states: Any, game: int, scores: Any, rewards: Any) -> None:
    """1 for a lone winner, the rest evenly off the others, so that the sum is zero."""
    players = int(states[game].players)
    best = scores[game, 0]
    for seat in range(1, players):
        best = max(best, scores[game, seat])
    winners = 0
    for seat in range(players):
        winners += scores[game, seat] == best
    for seat in range(players):
        share = players / winners if scores[game, seat] == best else 0.0
        rewards[game, seat] = (share - 1.0) / (players - 1)


@kernel
def reward_points(states: Any, game: int, standing: Any, scores: Any, rewards: Any) -> None:
    """How the points of every seat have changed since they were last looked at."""
    for seat in range(states[game].players):
        rewards[game, seat] = scores[game, seat] - standing[game, seat]
        standing[game, seat] = scores[game, seat]


@kernel
def reset(
    states: Any,
    start: Any,
    streams: Any,
    stream: Any,
    ages: Any,
    standing: Any,
    legal: Any,
    counts: Any,
    masks: Any,
    observations: Any,
    actors: Any,
) -> None:
    """Begins every game anew."""
    for game in range(states.shape[0]):
        stream[0] = streams[game]
        begin(states, start, game, stream)
        streams[game] = stream[0]
        ages[game] = 0
        rules.scores(states[game], standing[game])
        show(states, game, legal, counts, masks, observations, actors)


@kernel
def step(
    states: Any,
    start: Any,
    actions: Any,
    streams: Any,
    stream: Any,
    ages: Any,
    standing: Any,
    legal: Any,
    counts: Any,
    masks: Any,
    observations: Any,
    rewards: Any,
    scores: Any,
    actors: Any,
    terminated: Any,
    truncated: Any,
    final_observations: Any,
    final_actors: Any,
    limit: int,
    kind: int,
) -> None:
    """One decision in every game; those that end begin anew at once."""
    for game in range(states.shape[0]):
        if NEAR < states.shape[0] > game + 1:
            fetch_rows(states, game + 1, legal, counts, masks, observations)
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0.0
        stream[0] = streams[game]
        ages[game] += 1
        cut_off = False
        over = not is_legal(states, game, legal, counts, actions[game])
        if over:
            rewards[game, actors[game]] = ILLEGAL
            rules.scores(states[game], scores[game])
        else:
            rules.apply(states[game], actions[game])
            over = settle(states[game], stream) == OVER
            cut_off = not over and limit > 0 and ages[game] >= limit
            if over or cut_off or kind == POINTS:
                rules.scores(states[game], scores[game])
                if kind == POINTS:
                    reward_points(states, game, standing, scores, rewards)
                elif over:
                    reward_wins(states, game, scores, rewards)
        terminated[game] = over
        truncated[game] = cut_off
        if over or cut_off:
            final_actors[game] = rules.actor(states[game])
            seat = max(0, final_actors[game])
            observation.observe(states[game], seat, final_observations[game])
            begin(states, start, game, stream)
            ages[game] = 0
            rules.scores(states[game], standing[game])
        streams[game] = stream[0]
        show(states, game, legal, counts, masks, observations, actors)


@kernel
def sample(states: Any, legal: Any, counts: Any, streams: Any, stream: Any, choices: Any) -> None:
    """A legal action for every game, each as likely as the others."""
    for game in range(states.shape[0]):
        stream[0] = streams[game]
        choices[game] = legal[game, below(stream, counts[game])]
        streams[game] = stream[0]


@kernel
def advance(
    states: Any,
    action: int,
    stream: Any,
    legal: Any,
    counts: Any,
    masks: Any,
    observations: Any,
    actors: Any,
) -> int:
    """One legal action in one game, which stays as it is when it is over; who is to decide."""
    if action >= 0:
        rules.apply(states[0], action)
    who = settle(states[0], stream)
    if who == OVER:
        for number in range(counts[0]):
            masks[0, legal[0, number]] = 0
        counts[0] = 0
        actors[0] = OVER
    else:
        show(states, 0, legal, counts, masks, observations, actors)
    return who


@kernel
def outcome(states: Any, scores: Any, rewards: Any) -> None:
    """The points and the rewards of one game that is over."""
    rules.scores(states[0], scores[0])
    reward_wins(states, 0, scores, rewards)


@kernel
def look(states: Any, seat: int, vector: Any) -> None:
    """Writes what any seat of one game knows."""
    observation.observe(states[0], seat, vector)


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    from atlantis_games.lab.vector import Batch

    made = Batch(game, 1)
    made.reset()
    made.step(made.sample())
    made.observe(0, 0)
