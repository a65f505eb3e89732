"""Chance, for every game: executed once per game with its `rules` bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atlantis_games.core.actors import CHANCE, Row, State
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel

if TYPE_CHECKING:
    from atlantis_games.core.contract import Rules

rules: Rules = bound(globals(), "rules")


@kernel
def settle_chance(state: State, stream: Row) -> int:
    """Lets chance act until a seat decides or the game is over; the seat, or OVER."""
    while True:
        who = rules.actor(state)
        if who != CHANCE:
            return who
        rules.apply(state, rules.sample(state, stream))
