"""The record of a position, and its phases: what is to be done next, and by whom."""

from __future__ import annotations

import numpy as np

from atlantis_games.core.actors import State
from atlantis_games.games.causeway.tables import (
    FIGURE_COUNT,
    ITEM_COUNT,
    MAINLAND,
    SEATS,
    VALUE_COUNT,
)
from atlantis_games.kernels.numba import kernel

# Chance lays or uncovers a tile, chance deals a card, a seat decides, or nothing is left to do.
TILE_PHASES, CARD_PHASES, DECISION_PHASES = range(3), range(3, 6), range(6, 10)
LAY_TOPS, LAY_LOWER, UNCOVERING = TILE_PHASES
DEAL, DRAWING, BUYING = CARD_PHASES
START, CHAINING, PAYING, LATE_BRIDGE = DECISION_PHASES
DONE = 10

# What is used as an index is unsigned: for a signed one the compiled code would look for negative
# numbers, which count from the end.
STATE = np.dtype(
    (
        np.record,
        [
            # The path: masks have a bit per space, 0 is Atlantis and 54 the mainland.
            ("shows", np.uint64, ITEM_COUNT),  # spaces that show an item; the mainland shows all
            ("land", np.uint64),  # spaces with a visible tile
            ("occupied", np.uint64),  # tiles with a figure, except the one on the move
            ("covered", np.uint64),  # spaces with a tile below the visible one
            ("bridges", np.uint64),  # spaces where a bridge lies
            ("unseen", np.uint64, 2),  # per back, the tiles nobody has seen yet
            ("cost", np.int16, MAINLAND + 1),  # the tolls from Atlantis up to a space
            ("value", np.uint8, MAINLAND + 1),  # of the visible tile, 0 without one
            ("face", np.uint8, MAINLAND + 1),  # of the visible tile, 0 without one
            ("lower", np.int8, MAINLAND + 1),  # the tile below + 1 where known (`peek`), else 0
            # The players.
            ("hands", np.int8, (SEATS, ITEM_COUNT)),  # cards; of a redacted hand those shown
            ("hand_size", np.int8, SEATS),
            ("shown", np.int8, (SEATS, ITEM_COUNT)),  # cards known to all. §3.8
            ("tiles", np.int8, (SEATS, VALUE_COUNT + 1)),  # collected, by value
            ("wealth", np.int16, SEATS),  # what the collected tiles are worth
            ("figures", np.uint8, (SEATS, FIGURE_COUNT)),  # the space of each
            ("home", np.int8, SEATS),  # figures on the mainland
            ("has_bridge", np.int8, SEATS),
            # The piles.
            ("deck", np.int8, ITEM_COUNT),  # draw pile; redacted: and all cards unknown to the seat
            ("deck_size", np.int8),  # cards in the draw pile itself
            ("discard", np.int8, ITEM_COUNT),
            ("discard_size", np.int8),
            ("removed", np.int8, ITEM_COUNT),  # cards out of the game
            ("spent", np.int8, VALUE_COUNT + 1),  # tiles out of the game, by value
            # The turn.
            ("phase", np.uint8),
            ("seat", np.uint8),  # whose turn it is
            ("figure", np.uint8),  # the one chosen this turn
            ("origin", np.uint8),  # where it stood at the start of the turn
            ("owed", np.int16),  # still to be paid
            ("has_paid", np.int8),  # a piece was paid this turn
            ("paid_cards", np.int8),  # it was a card; matters with `strict_payment`
            ("has_acted", np.int8),  # moved, bought, laid a bridge or drew: not an idle turn. §10.5
            ("bought_count", np.int8),  # cards bought this turn
            ("has_bought", np.int8),
            ("bought", np.int8, ITEM_COUNT),  # the same by item, known to the buyer only
            ("played", np.int8, ITEM_COUNT),  # cards played this turn
            ("draws", np.int8),  # cards chance still has to deal
            ("space", np.uint8),  # where chance lays or uncovers a tile
            ("idle", np.int8),  # idle turns in a row. §10.5
            ("turns", np.int16),  # turns completed
            # The options.
            ("players", np.int8),
            ("peek", np.int8),  # lower tiles are known. §2.3
            ("bought_cards_pay", np.int8),  # §5.6
            ("remove_spent_cards", np.int8),  # §5.7
            ("strict_payment", np.int8),  # with tiles or with cards, and exactly if possible. §5.4
            ("pass_draws_for_home", np.int8),  # a card more for each figure at home. §3.7
            ("atlantis_is_free", np.int8),  # figures there pay nothing at the end. §10.2
        ],
    )
)


@kernel
def is_tile_next(state: State) -> bool:
    """Whether chance lays or uncovers a tile now. §2.3, §8.1"""
    return bool(state.phase <= UNCOVERING)


@kernel
def is_card_next(state: State) -> bool:
    """Whether chance deals a card now. §2.5, §7.1, §9"""
    return bool(DEAL <= state.phase <= BUYING)
