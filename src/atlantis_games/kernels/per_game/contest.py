"""Whole games between built-in bots, with a game's `rules` and `search` bound."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.core.contract import CHANCE, OVER, Game, Rules
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.tree import GREEDY, NOTHING, RANDOM, choose, summary

rules: Rules = bound(globals(), "rules")
search: Any = bound(globals(), "search")

SEATS = 4


@kernel
def contest(
    start: Any,
    kinds: Any,
    budgets: Any,
    temperatures: Any,
    lengths: Any,
    nodes: Any,
    where: Any,
    chance_stream: Any,
    stream: Any,
    log: Any,
    scores: Any,
) -> int:
    """Plays a game between built-in bots, each given what its seat may know; the log's length."""
    state = start.copy()
    seen = start.copy()
    work = start.copy()
    count = np.zeros(1, np.int64)
    actions = np.empty(where.shape[1], np.int32)
    visits = np.empty(where.shape[1], np.float64)
    values = np.empty(where.shape[1], np.float64)
    outlooks = np.zeros((where.shape[1], SEATS), np.float64)
    done = 0
    while done < log.shape[0]:
        who = rules.actor(state[0])
        if who == OVER:
            break
        if who == CHANCE:
            action = rules.sample(state[0], chance_stream)
        else:
            seen[0] = state[0]
            rules.redact(seen[0], who)
            if kinds[who] == RANDOM:
                action = rules.random_action(seen[0], actions, stream)
            elif kinds[who] == GREEDY:
                choice = search.greedy(seen, work, actions, values, temperatures[who], stream)
                action = actions[choice]
            else:
                count[0] = 0
                search.search(
                    seen, who, budgets[who], search.EVALUATED, lengths[who], NOTHING, nodes, count, where,
                    outlooks, stream,
                )  # fmt: skip
                found = summary(nodes, actions, visits, values)
                action = actions[choose(visits, values, found, temperatures[who], stream)]
        log[done] = action
        done += 1
        rules.apply(state[0], action)
    rules.scores(state[0], scores)
    return done


def warm_up(game: Game) -> None:
    """Plays a game between a greedy and a searching bot, which compiles it."""
    from atlantis_games.bots.workspace import Workspace
    from atlantis_games.bots.workspace import contest as play

    game_of_all = ([1, 2], [0, 2], [0.0, 0.1], [0, 0], 1, 1)
    play(game.kernels("contest"), Workspace(game), game.new().states(), *game_of_all)
