"""Whole games between built-in bots, for every game: executed once per game with `rules` bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE, MAX_SEATS, OVER, Row, States
from atlantis_games.kernels.bots import BOT
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import start_decision, stream
from atlantis_games.kernels.workspace import NO_NETS, Workspace, new_workspace

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Rules

rules: Rules = bound(globals(), "rules")
search: Any = bound(globals(), "search")


@kernel
def contest(
    state: States,
    bots: Row,
    seeds: Row,
    workspace: Workspace,
    chance_stream: Row,
    log: Row,
    scores: Row,
) -> int:
    """Plays a game to its end between bots that see what their seats may know; the log's length.

    Bots and the first words of their seeds are in the order of the seats.
    """
    seen = workspace.seen
    stream = np.zeros(1, np.uint64)
    decisions = np.zeros(MAX_SEATS, np.int64)
    done = 0
    while done < log.shape[0]:
        who = int(rules.actor(state[0]))
        if who == OVER:
            break
        if who == CHANCE:
            action = rules.sample(state[0], chance_stream)
        else:
            seen[0] = state[0]
            rules.redact(seen[0], who)
            decisions[who] += 1
            start_decision(stream, seeds[who], decisions[who])
            action = search.decide(seen, who, bots[who], workspace, stream)
        log[done] = action
        done += 1
        rules.apply(state[0], action)
    rules.scores(state[0], scores)
    return done


def warm_up(game: Game) -> None:
    """Plays a game between random bots, which compiles it."""
    seats = np.zeros(game.players[0], BOT)
    seeds = np.ones(len(seats), np.uint64)
    log, scores = np.zeros(10, np.int32), np.zeros(MAX_SEATS, np.int64)
    workspace = new_workspace(game, 1, NO_NETS)  # a game's own net may yet have to be trained
    contest(game.new().states(), seats, seeds, workspace, stream(1), log, scores)
