"""Template, loaded once per game with `rules`, `observation`, `mind` and `batch` bound.

Many games in which the caller has one seat each and built-in bots have the others. A bot is given
what its seat may know and nothing else.
"""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import CHANCE, OVER, Game, Observation, Rules
from atlantis_games.kernels import tree
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import below
from atlantis_games.kernels.tree import GREEDY, RANDOM

rules: Rules = bound(globals(), "rules")
observation: Observation = bound(globals(), "observation")
search: Any = bound(globals(), "search")
batch: Any = bound(globals(), "batch")

NOTHING = -1
ANY_SEAT = -1
WAIT = -2  # as a choice: a game that has begun anew is only shown


@kernel
def choose(
    seen: Any,
    work: Any,
    who: int,
    kind: int,
    budget: int,
    temperature: float,
    length: int,
    actions: Any,
    visits: Any,
    values: Any,
    nodes: Any,
    count: Any,
    where: Any,
    outlooks: Any,
    stream: Any,
) -> int:
    """What a bot of some kind does in a position that is redacted for its seat."""
    if kind == RANDOM:
        return rules.random_action(seen[0], actions, stream)
    if kind == GREEDY:
        return int(actions[search.greedy(seen, work, actions, values, temperature, stream)])
    count[0] = 0
    search.search(
        seen, who, budget, search.EVALUATED, length, NOTHING, nodes, count, where, outlooks, stream
    )
    found = tree.summary(nodes, actions, visits, values)
    return int(actions[tree.choose(visits, values, found, temperature, stream)])


@kernel
def play_on(
    states: Any,
    game: int,
    seats: Any,
    kinds: Any,
    budgets: Any,
    temperatures: Any,
    lengths: Any,
    seen: Any,
    work: Any,
    actions: Any,
    visits: Any,
    values: Any,
    nodes: Any,
    count: Any,
    where: Any,
    outlooks: Any,
    stream: Any,
) -> int:
    """Lets chance and the bots act until the caller's seat decides or the game is over."""
    players = int(states[game].players)
    while True:
        who = rules.actor(states[game])
        if who == OVER or who == seats[game]:
            return who
        if who == CHANCE:
            rules.apply(states[game], rules.sample(states[game], stream))
        else:
            bot = (who - seats[game] + players) % players - 1  # the first bot is next to play
            seen[0] = states[game]
            rules.redact(seen[0], who)
            action = choose(
                seen, work, who, kinds[bot], budgets[bot], temperatures[bot], lengths[bot],
                actions, visits, values, nodes, count, where, outlooks, stream,
            )  # fmt: skip
            rules.apply(states[game], action)


@kernel
def begin(states: Any, start: Any, game: int, seats: Any, seat: int, stream: Any) -> None:
    """A new game, with the caller in a seat or in any."""
    states[game] = start[0]
    players = int(start[0].players)
    seats[game] = below(stream, players) if seat == ANY_SEAT else seat


@kernel
def step(
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
    seats: Any,
    kinds: Any,
    budgets: Any,
    temperatures: Any,
    lengths: Any,
    seen: Any,
    work: Any,
    actions: Any,
    visits: Any,
    values: Any,
    nodes: Any,
    count: Any,
    where: Any,
    outlooks: Any,
    choices: Any,
    seat_rewards: Any,
    scores: Any,
    rewards: Any,
    terminated: Any,
    truncated: Any,
    final_observations: Any,
    seat: int,
    limit: int,
    kind: int,
    anew: bool,
) -> None:
    """One decision of the caller in every game, and what follows until its next one.

    A game that ends begins anew, and so do all if the caller says so. There is one call of
    `play_on` for all of it, since every further one would be compiled once more.
    """
    for game in range(states.shape[0]):
        stream[0] = streams[game]
        rewards[game] = 0.0
        terminated[game] = False
        truncated[game] = False
        if not anew and choices[game] == WAIT:
            continue
        is_new = anew
        if not is_new:
            ages[game] += 1
            if batch.is_legal(states, game, legal, counts, choices[game]):
                rules.apply(states[game], choices[game])
            else:
                rewards[game] = batch.ILLEGAL
                terminated[game] = True
                rules.scores(states[game], scores[game])
                observation.observe(states[game], seats[game], final_observations[game])
                is_new = True
        while True:
            if is_new:
                begin(states, start, game, seats, seat, stream)
                ages[game] = 0
            over = play_on(
                states, game, seats, kinds, budgets, temperatures, lengths, seen, work,
                actions, visits, values, nodes, count, where, outlooks, stream,
            ) == OVER  # fmt: skip
            if is_new:
                if over:  # the bots were quicker than the caller's first turn
                    continue
                rules.scores(states[game], standing[game])
                break
            terminated[game] = over
            truncated[game] = not over and limit > 0 and ages[game] >= limit
            if over or truncated[game] or kind == batch.POINTS:
                rules.scores(states[game], scores[game])
            if kind == batch.POINTS:
                batch.reward_points(states, game, standing, scores, seat_rewards)
                rewards[game] = seat_rewards[game, seats[game]]
            elif over:
                batch.reward_wins(states, game, scores, seat_rewards)
                rewards[game] = seat_rewards[game, seats[game]]
            if not (terminated[game] or truncated[game]):
                break
            observation.observe(states[game], seats[game], final_observations[game])
            is_new = True
        streams[game] = stream[0]
        batch.show(states, game, legal, counts, masks, observations, actors)


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    from atlantis_games.lab.gymnasium import VectorEnvironment

    env = VectorEnvironment(game, 1)
    env.reset(seed=1)
    env.step(env.masks.argmax(axis=1))
