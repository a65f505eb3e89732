"""What self-play writes down for learning, as arrays that kernels fill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from atlantis_games.core.actors import MAX_SEATS

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game

MAX_LISTED = 64  # legal actions that are written down; a decision among more teaches the value only
MAX_PER_GAME = 512  # samples of one game


class Samples(NamedTuple):
    """Decisions of a search, one in each row.

    Whole states are kept, redacted for the seat to decide, so that a change of the features needs
    no new games.
    """

    states: Any
    found: Any  # legal actions, in the order of `legal`; 0 if there are more than MAX_LISTED
    visits: Any  # the share of iterations that tried each of them
    values: Any  # the mean result of the search for each seat, by the seat's number
    results: Any  # each seat's share of the win in the end


def new_samples(game: Game, rows: int) -> Samples:
    """Room for so many samples."""
    return Samples(
        states=np.zeros(rows, game.record),
        found=np.zeros(rows, np.int16),
        visits=np.zeros((rows, MAX_LISTED), np.float32),
        values=np.zeros((rows, MAX_SEATS), np.float32),
        results=np.zeros((rows, MAX_SEATS), np.float32),
    )


class Variety(NamedTuple):
    """How self-play differs from a tournament, so that it sees more than the best moves."""

    full_share: float  # of decisions, searched in full and written down; others are cheap
    random_share: float  # of decisions, played at random
    temperature: float  # of the drawn move: in proportion to visits to the power of its inverse
