"""Reads a position from text, and says what in it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_games.core.contract import States
from atlantis_games.core.diagram import Lines, counted
from atlantis_games.games.escape.animals import add_animal
from atlantis_games.games.escape.board import ANIMALS, MAX_ANIMALS
from atlantis_games.games.escape.diagram.symbols import hide_symbols
from atlantis_games.games.escape.diagram.turn import read_phase
from atlantis_games.games.escape.diagram.words import (
    ALL,
    BOARD_WORDS,
    GAME,
    ISLAND,
    NAMES,
    OTHER_WORDS,
    fail,
    hex_of,
)
from atlantis_games.games.escape.hexes import contains, put
from atlantis_games.games.escape.state import DONE, NOWHERE, PLACING, refresh
from atlantis_games.games.escape.tables import COLOURS, DOLPHIN, HEXES, KIND, PEOPLE, ROOM


def read(rows: list[list[str]], states: States, seen_by: int | None, is_extract: bool) -> None:
    """Sets a state at the beginning of a game to what some lines say."""
    state = states[0]
    lines = Lines(GAME, rows, (*BOARD_WORDS, *OTHER_WORDS))
    symbols = state.symbols.copy()
    boats = sum(contains(state.boats, place) for place in range(HEXES))
    clear_the_table(state)
    state.seat = seat_of(state, " ".join(lines.one("turn", [COLOURS[0]])))
    lay_land(state, lines)
    put_boats_and_people(state, lines)
    put_swimmers(state, lines)
    for number, animal in enumerate(ANIMALS):
        for name in all_words(lines, animal):
            put_animal(state, number, name)
    protect_riders(state, lines)
    for place in range(HEXES):
        refresh(state, place)
    read_phase(state, lines)
    hide_symbols(state, lines, symbols, boats)
    count_people(state, lines)


def all_words(lines: Lines, word: str) -> list[str]:
    """The words of all lines that begin with this one."""
    return [other for words in lines.all(word) for other in words]


def seat_of(state: Any, colour: str) -> int:
    """The seat of a colour that plays."""
    playing = COLOURS[: state.players]
    if colour not in playing:
        fail("no-colour", text=colour, names=", ".join(playing))
    return playing.index(colour)


def groups(state: Any, words: list[str]) -> Iterator[tuple[int, list[int]]]:
    """Hexes, each with the seats of those who are named after it."""
    place, seats = -1, list[int]()
    for word in words:
        number, name = counted(word)
        if name in COLOURS:
            if place < 0:
                fail("where", text=word)
            seats += [seat_of(state, name)] * number
        else:
            if place >= 0:
                yield place, seats
            place, seats = hex_of(word), []
    if place >= 0:
        yield place, seats


def clear_the_table(state: Any) -> None:
    """The beginning of a game, without anything that the text will say."""
    state.land[:] = 0
    state.boats[:] = 0
    state.pieces[:] = 0
    state.symbols[:] = 0
    state.to_place[:] = 0


def lay_land(state: Any, lines: Lines) -> None:
    """The pieces that are still there."""
    names = all_words(lines, "land")
    for name in ISLAND if names == [ALL] else names:
        place = hex_of(name)
        if KIND[place] < 0:
            fail("not-island", "§2.1", hex=name)
        if contains(state.land, place):
            fail("hex-twice", hex=name)
        put(state.land, place, True)
        state.pieces[KIND[place]] += 1
    for name in all_words(lines, "sunk"):
        place = hex_of(name)
        if not contains(state.land, place):
            fail("not-land", hex=name)
        put(state.land, place, False)
        state.pieces[KIND[place]] -= 1


def put_boats_and_people(state: Any, lines: Lines) -> None:
    """Boats, and people on pieces and in boats."""
    for word in ("boat", "people"):
        for place, seats in groups(state, all_words(lines, word)):
            name = NAMES[place]
            if contains(state.land, place) != (word == "people"):
                fail("boat-on-land" if word == "boat" else "people-at-sea", hex=name)
            if contains(state.boats, place) or state.people[place].any():
                fail("hex-twice", hex=name)
            if len(seats) > ROOM:
                fail("no-room", "§4.2", n=len(seats), hex=name, room=ROOM)
            put(state.boats, place, word == "boat")
            for seat in seats:
                state.people[place, seat] += 1


def put_swimmers(state: Any, lines: Lines) -> None:
    """Swimmers, rested or not; on land only where a piece sinks that nobody can leave. §6.2"""
    phase = lines.one("phase", ["move"])
    for word in ("swim", "swum", "jumped"):
        for place, seats in groups(state, all_words(lines, word)):
            if contains(state.land, place) and phase != ["relocate", NAMES[place]]:
                fail("swimmer-on-land", hex=NAMES[place])
            for seat in seats:
                if state.swimmers[place, seat] == PEOPLE:
                    fail("too-many-people", "§1.1", colour=COLOURS[seat], n=PEOPLE)
                state.swimmers[place, seat] += 1
            if word != "swim":
                if any(seat != state.seat for seat in seats):
                    fail("not-rested", "§5.11", colour=COLOURS[state.seat])
                state[word][place] += len(seats)


def put_animal(state: Any, animal: int, name: str) -> None:
    """An animal at sea."""
    place = hex_of(name)
    if contains(state.land, place):
        fail("animal-on-land", animal=ANIMALS[animal], hex=name)
    if state.animals[animal, -1] != NOWHERE:
        fail("too-many-animals", "§1.2", n=MAX_ANIMALS, animal=ANIMALS[animal])
    add_animal(state, animal, place)


def protect_riders(state: Any, lines: Lines) -> None:
    """Where a dolphin and a swimmer who came together are still protected. §8.3"""
    for words in lines.all("riding"):
        place = hex_of(words[0] if words else "")
        turns = lines.number_in(words[1] if len(words) == 2 else "", range(1, state.players + 2))
        owner = (int(state.seat) + turns - 1) % int(state.players)
        is_pair = contains(state.beasts[DOLPHIN], place) and state.swimmers[place, owner] > 0
        if not state.riding or not is_pair:
            fail("not-riding", "§8.3", hex=NAMES[place])
        state.under_way[place] = turns


def count_people(state: Any, lines: Lines) -> None:
    """Everybody who is not on the board is saved, lost or still to be placed. §1.1"""
    for seat in range(state.players):
        state.saved[seat] = named_number(state, lines, "saved", seat, 0)
        drawn = int(state.people[:, seat].sum() + state.swimmers[:, seat].sum())
        missing = PEOPLE - drawn - int(state.saved[seat])
        if missing < 0:
            fail("too-many-people", "§1.1", colour=COLOURS[seat], n=PEOPLE)
        if state.phase == PLACING:
            state.to_place[seat] = missing
        else:
            state.lost[seat] = named_number(state, lines, "lost", seat, missing)
            if state.lost[seat] != missing:
                fail("lost-count", "§1.1", n=missing, colour=COLOURS[seat])
    in_play = [PEOPLE - state.saved[s] - state.lost[s] for s in range(state.players)]
    if not any(in_play) and state.phase != DONE:
        fail("nobody-in-play", "§10.1")
    if state.phase == PLACING:
        check_placing(state)


def named_number(state: Any, lines: Lines, word: str, seat: int, default: int) -> int:
    """The number of a line such as `saved blue 3`."""
    for words in lines.all(word):
        if len(words) != 2:
            fail("like", text=f"{word} {COLOURS[0]} 3")
        if seat_of(state, words[0]) == seat:
            return lines.number_in(words[1], range(PEOPLE + 1))
    return default


def check_placing(state: Any) -> None:
    """Players place in turn, and those before the one to place are one ahead. §3.2, §3.3"""
    left = int(state.to_place[state.seat])
    for seat in range(state.players):
        if state.to_place[seat] != left - (seat < state.seat) or left == 0:
            fail("not-placing", "§3.2", colour=COLOURS[state.seat])
