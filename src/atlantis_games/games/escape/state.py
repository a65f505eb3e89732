"""The record of a position, its phases, and the sets of hexes that follow from what is where."""

from __future__ import annotations

import numpy as np

from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.hexes import contains, put
from atlantis_games.games.escape.tables import (
    ANIMAL_COUNT,
    DOLPHIN,
    HEXES,
    KIND_COUNT,
    ROOM,
    SEATS,
    SYMBOL_COUNT,
    WORDS,
)
from atlantis_games.kernels.numba import State, kernel

NOWHERE = -1

# The phases: what is to be done next, by chance, by the player whose turn it is, or by nobody.
REVEALING, SPINNING = range(2)
PLACING, MOVING, SINKING, RELOCATING, PICKING, ENDING = range(2, 8)
DONE = 8

# Phase and seat are unsigned, as they are used as indices: for a signed one the compiled code would
# look for negative numbers, which count from the end.
STATE = np.dtype(
    (
        np.record,
        [
            # The board: what is on each hex, and sets of hexes.
            ("people", np.int8, (HEXES, SEATS)),  # on the piece or in the boat
            ("swimmers", np.int8, (HEXES, SEATS)),
            ("land", np.uint64, WORDS),  # island pieces still there
            ("boats", np.uint64, WORDS),
            ("beasts", np.uint64, (ANIMAL_COUNT, WORDS)),  # hexes with an animal of a kind
            # The hexes of the animals of a kind in descending order, then NOWHERE.
            ("animals", np.int16, (ANIMAL_COUNT, MAX_ANIMALS)),
            # Sets of hexes that follow from the above, kept by `refresh`.
            ("standing", np.uint64, (SEATS, WORDS)),  # where a player has people on land or aboard
            ("swimming", np.uint64, (SEATS, WORDS)),  # where a player has swimmers
            ("room", np.uint64, WORDS),  # pieces and boats with fewer than 3 people
            ("calm", np.uint64, WORDS),  # sea without animals
            ("free", np.uint64, WORDS),  # sea without animals and boats. §5.3
            ("refuge", np.uint64, WORDS),  # protected by a dolphin. §8.3
            # The swimmers of the player whose turn it is who are not rested. §5.11
            ("swum", np.int8, HEXES),
            ("jumped", np.int8, HEXES),
            # The players.
            ("to_place", np.int8, SEATS),
            ("saved", np.int8, SEATS),
            ("lost", np.int8, SEATS),
            # What the pieces hide: symbols left per kind; `mixed`: all in the first row.
            ("symbols", np.int8, (KIND_COUNT, SYMBOL_COUNT)),
            ("pieces", np.int8, KIND_COUNT),  # still there
            # The turn.
            ("phase", np.uint8),
            ("seat", np.uint8),  # whose turn it is
            ("points", np.int8),  # of movement left
            ("sinking", np.int16),  # the hex that sinks, else NOWHERE
            ("spun_animal", np.int8),  # what the spinner shows, while it matters, else NOWHERE
            ("spun_number", np.int8),  # 1 to 3, or DIVE
            ("picked", np.int16),  # where the animal to be moved is, else NOWHERE
            ("rider", np.int8),  # it takes a swimmer along
            ("eventful", np.int8),  # this turn a piece sank or somebody was saved or lost. §10.2
            ("quiet", np.int16),  # turns in a row that were not eventful. §10.2
            ("turns", np.int32),  # turns completed
            # The options.
            ("players", np.int8),
            ("mixed", np.int8),  # §1.3
            ("spinner", np.int8),  # §1.4
            ("hurricane", np.int8),  # §11.1
            ("no_refuge", np.int8),  # §11.2
            ("stall_limit", np.int16),  # §10.2
            ("riding", np.int8),  # `refuge`: a dolphin guards only who rides it. §8.3
            ("arriving", np.int8),  # `bite`: only animals that arrive do harm. §5.12
            # With `riding`: how many turns, this one included, a hex to which a dolphin and a
            # swimmer came together is still protected. §8.3
            ("under_way", np.int8, HEXES),
        ],
    )
)


@kernel
def is_land(state: State, place: int) -> bool:
    """Whether an island piece is still there."""
    return contains(state.land, place)


@kernel
def people_on(state: State, place: int) -> int:
    """How many people stand on a piece or in a boat."""
    total = 0
    for seat in range(SEATS):
        total += int(state.people[place, seat])
    return total


@kernel
def has_swimmers(state: State, place: int) -> bool:
    """Whether anybody swims on a hex."""
    for seat in range(SEATS):
        if state.swimmers[place, seat] > 0:
            return True
    return False


@kernel
def refresh(state: State, place: int) -> None:
    """Updates the sets of hexes for a hex where something has changed."""
    swimmers = 0
    people = 0
    for seat in range(SEATS):
        people += int(state.people[place, seat])
        swimmers += int(state.swimmers[place, seat])
        put(state.standing[seat], place, state.people[place, seat] > 0)
        put(state.swimming[seat], place, state.swimmers[place, seat] > 0)
    land = contains(state.land, place)
    boat = contains(state.boats, place)
    animal = False
    for kind in range(ANIMAL_COUNT):
        animal |= contains(state.beasts[kind], place)
    put(state.room, place, (land | boat) & (people < ROOM))
    put(state.calm, place, not (land | animal))
    put(state.free, place, not (land | animal | boat))
    together = (swimmers > 0) & contains(state.beasts[DOLPHIN], place)
    if state.riding:
        together = is_under_way(state, place, together)
    put(state.refuge, place, together)


@kernel
def is_under_way(state: State, place: int, together: bool) -> bool:
    """Whether a pair that came to a hex is still there; forgets it if it is not. §8.3"""
    left = int(state.under_way[place])
    if left == 0:
        return False
    owner = (int(state.seat) + left - 1) % int(state.players)  # whose turn is the last of those
    if not together or state.swimmers[place, owner] == 0:
        state.under_way[place] = 0
        return False
    return True
