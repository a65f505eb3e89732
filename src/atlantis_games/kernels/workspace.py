"""The memory that bots work in, allocated once and passed to kernels as one argument."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from atlantis_games.core.actors import MAX_SEATS
from atlantis_games.kernels.bots import MAX_NODES
from atlantis_games.kernels.net_layout import scratch
from atlantis_games.kernels.tree import EDGE, MARK, NODE

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game

TRIED, CURRENT = range(2)  # in `Workspace.work`
NO_NETS = np.zeros((0, 0), np.float32)  # as weights: bots go by the evaluation
MAX_WAITING = 4  # workspaces of a game whose trees somebody may go on with
EDGES_PER_NODE = 7  # what trees of both games need, on average, and room to spare


class Workspace(NamedTuple):
    """Arrays that `decide` and `search` write into.

    The system gives memory to a large array only where it is written, so a short search in a large
    workspace takes little.
    """

    seen: Any  # one state: for a caller's copy that is redacted for the seat to decide
    work: Any  # two states: TRIED, where single moves are, and CURRENT, of an iteration
    nodes: Any  # the search tree
    edges: Any  # what can be tried from its nodes
    counts: Any  # how many nodes and edges it has, and the number of its root
    marks: Any  # per action, what is known of it at the node that is being looked at
    outlooks: Any  # per action at the root: the sum of each seat's results, and how many there are
    later: Any  # a list of actions, such as those legal later in the turn
    actions: Any  # a list of actions, such as the legal ones
    visits: Any  # and for each of them how often it was tried
    values: Any  # and how good it looks
    weights: Any  # of the nets that bots may use, one in each row
    scratch: Any  # what a net works out


def new_workspace(game: Game, nodes: int = MAX_NODES, weights: Any = None) -> Workspace:
    """Memory for bots of a game; a bot that does not search needs one node.

    Bots use the net of the game, or those that are given, one in each row.
    """
    from atlantis_games.kernels.weights import shipped_weights  # not part of any kernel

    return Workspace(
        seen=np.zeros(1, game.record),
        work=np.zeros(2, game.record),
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(nodes * EDGES_PER_NODE + game.max_legal, EDGE),
        counts=np.zeros(3, np.int64),
        marks=np.zeros(game.actions, MARK),
        outlooks=np.zeros((game.actions, MAX_SEATS + 1), np.float64),
        later=np.zeros(game.actions, np.int32),
        actions=np.zeros(game.actions, np.int32),
        visits=np.zeros(game.actions + game.max_legal, np.float64),
        values=np.zeros(game.actions, np.float64),
        weights=shipped_weights(game) if weights is None else weights,
        scratch=np.zeros(scratch_size(game), np.float32),
    )


def scratch_size(game: Game) -> int:
    """How many numbers a game's net works out."""
    return 0 if game.features is None else scratch(game.features).size


class Workspaces:
    """Workspaces that nobody uses just now; as many are made as bots think at once."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free: dict[str, list[tuple[int, Workspace]]] = {}  # with the number of the last user

    @contextmanager
    def lend(self, game: Game, user: int = 0) -> Iterator[tuple[Workspace, bool]]:
        """A workspace, and whether it still holds what this user left in it.

        Users without a number leave nothing that anybody wants, and take what such users left; only
        where many trees wait, the oldest.
        """
        with self.lock:
            free = self.free.setdefault(game.name, [])
            mine = [number for number, (last, _) in enumerate(free) if last == user]
            unwanted = [number for number, (last, _) in enumerate(free) if last == 0]
            oldest = [0] if len(free) >= (MAX_WAITING if user == 0 else 1) else []
            choice = [*mine, *unwanted, *oldest]
            taken = free.pop(choice[0]) if choice else None
        workspace = new_workspace(game) if taken is None else taken[1]
        try:
            yield workspace, user != 0 and bool(mine)
        finally:
            with self.lock:
                self.free[game.name].append((user, workspace))


WORKSPACES = Workspaces()
