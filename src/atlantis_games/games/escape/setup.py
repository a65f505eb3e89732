"""§3: the island is laid and people are placed on it."""

from __future__ import annotations

from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.state import NOWHERE, PLACING, people_on, refresh
from atlantis_games.games.escape.tables import (
    ANIMAL_COUNT,
    FLATLAND,
    HEXES,
    KIND,
    KIND_COUNT,
    KIND_HEXES,
    PEOPLE,
    ROOM,
    START_BOATS,
    SYMBOL_COUNT,
    SYMBOLS_UNDER,
    WORDS,
)
from atlantis_games.games.escape.turn import begin_moving
from atlantis_games.kernels.numba import State, kernel


@kernel
def begin(state: State, players: int) -> None:
    """Lays the island and the boats; the options are already set. §2, §3.1"""
    state.players = players
    for word in range(WORDS):
        for kind in range(KIND_COUNT):
            state.land[word] |= KIND_HEXES[kind, word]
        state.boats[word] = START_BOATS[0 if players == 2 else 1, word]
    for animal in range(ANIMAL_COUNT):
        for number in range(MAX_ANIMALS):
            state.animals[animal, number] = NOWHERE
    for kind in range(KIND_COUNT):
        for symbol in range(SYMBOL_COUNT):
            state.symbols[0 if state.mixed else kind, symbol] += SYMBOLS_UNDER[kind, symbol]
            state.pieces[kind] += SYMBOLS_UNDER[kind, symbol]
    for place in range(HEXES):
        refresh(state, place)
    for seat in range(players):
        state.to_place[seat] = PEOPLE
    state.sinking = NOWHERE
    state.picked = NOWHERE
    state.spun_animal = NOWHERE
    state.phase = PLACING


@kernel
def can_place(state: State, place: int) -> bool:
    """Whether a piece has room: for 3 people, during setup for 1 on flatland. §3.2"""
    return people_on(state, place) < (1 if KIND[place] == FLATLAND else ROOM)


@kernel
def place_person(state: State, place: int) -> None:
    """A player puts a person on the island; after the last one the first turn begins. §3.2, §3.3"""
    seat = int(state.seat)
    state.to_place[seat] -= 1
    state.people[place, seat] += 1
    refresh(state, place)
    state.seat = (seat + 1) % int(state.players)
    if state.to_place[state.seat] == 0:
        begin_moving(state)
