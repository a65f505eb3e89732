"""The memory that bots work in, allocated once and passed to kernels as one argument."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from atlantis_games.core.actors import MAX_SEATS
from atlantis_games.kernels.tree import NODE

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game

MAX_NODES = 150_000  # of one tree; at 28 bytes each some 4 MB


class Workspace(NamedTuple):
    """Arrays that `decide` and `search` write into; nothing in them outlives a decision."""

    seen: Any  # one state: for a caller's copy that is redacted for the seat to decide
    work: Any  # one state: where single moves are tried
    nodes: Any  # the search tree
    count: Any  # one number: how many nodes it has
    where: Any  # per action, the child it leads to and the parent that this is true of
    outlooks: Any  # per action at the root and seat, the sum of the results
    actions: Any  # a list of actions, such as the legal ones
    visits: Any  # and for each of them how often it was tried
    values: Any  # and how good it looks


def new_workspace(game: Game, nodes: int = MAX_NODES) -> Workspace:
    """Memory for bots of a game; a bot that does not search needs one node."""
    return Workspace(
        seen=np.zeros(1, game.record),
        work=np.zeros(1, game.record),
        nodes=np.zeros(nodes, NODE),
        count=np.zeros(1, np.int64),
        where=np.zeros((2, game.actions), np.int32),
        outlooks=np.zeros((game.actions, MAX_SEATS), np.float64),
        actions=np.zeros(game.actions, np.int32),
        visits=np.zeros(game.actions, np.float64),
        values=np.zeros(game.actions, np.float64),
    )


_OF_THIS_THREAD = threading.local()


def thread_workspace(game: Game) -> Workspace:
    """The workspace of the calling thread, made when it is first needed."""
    found: Workspace | None = getattr(_OF_THIS_THREAD, game.name, None)
    if found is None:
        found = new_workspace(game)
        setattr(_OF_THIS_THREAD, game.name, found)
    return found
