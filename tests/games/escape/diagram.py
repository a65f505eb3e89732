"""Escape positions drawn as text, so that a test shows the board it speaks of.

    land   e4 e5 g6          the island pieces still there; `land all`, then perhaps `sunk g3`
    people e5 blue white     on a piece; `2xblue` are two
    boat   g2 blue g10       a boat with one person in it, and an empty one
    swim   c2 white          swimmers; `swum c2 blue` and `jumped c2 blue` are not rested
    shark  d4 d4             also monster, kraken and dolphin
    symbols flatland boat    what is left under pieces of a kind; with `mixed`, `symbols all boat`
    saved  blue 3
    lost   white 2
    turn   white             blue, if nothing is said
    points 2
    phase  pick shark 2

- The phases are `place`, `move`, `sink`, `relocate e4`, `reveal e4`, `spin`, `pick shark T`,
  `end shark T d4`, `end dolphin 2 d4 rider` and `over`.
- `eventful`: in this turn a piece sank or somebody was saved or lost. `quiet 39`: so many turns
  went by without that.
- People who are neither drawn nor saved are lost; in the phase `place`, still to be placed.
- Symbols that are not listed are taken to be those that explain the animals and boats drawn, and
  after those the whirlpools, the boats, and so on backwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from atlantis_games.core.position import Position
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.animals import (
    add_animal,
    can_pick_any,
    may_move_alone,
    may_move_together,
)
from atlantis_games.games.escape.board import ANIMALS, KINDS, MAX_ANIMALS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.hexes import contains, put
from atlantis_games.games.escape.state import (
    DONE,
    ENDING,
    MOVING,
    NOWHERE,
    PICKING,
    PLACING,
    RELOCATING,
    REVEALING,
    SINKING,
    SPINNING,
    refresh,
)
from atlantis_games.games.escape.tables import (
    BOARD,
    COLOURS,
    HEXES,
    KIND,
    PEOPLE,
    PIECES,
    POINTS,
    ROOM,
)

NAMES = BOARD.names
ISLAND = [NAMES[piece] for piece in PIECES]
PHASES = {
    "place": PLACING,
    "move": MOVING,
    "sink": SINKING,
    "relocate": RELOCATING,
    "reveal": REVEALING,
    "spin": SPINNING,
    "pick": PICKING,
    "end": ENDING,
    "over": DONE,
}
BOARD_WORDS = ("land", "sunk", "boat", "people", "swim", "swum", "jumped", *ANIMALS)
OTHER_WORDS = ("symbols", "saved", "lost", "turn", "points", "phase", "eventful", "quiet")

Lines = dict[str, list[list[str]]]  # the lines of each first word, without it


def diagram(text: str, players: int = 2, **options: object) -> Position:
    """The position of a drawing, at the start of a turn unless it says otherwise."""
    states = GAME.new(players, **options).states()
    state = states[0]
    lines = lines_of(text)
    symbols = state.symbols.copy()
    boats = sum(contains(state.boats, place) for place in range(HEXES))
    clear_the_table(state)
    state.seat = seat_of(state, " ".join(only_line(lines, "turn", ["blue"])))
    lay_land(state, lines)
    put_boats_and_people(state, lines)
    put_swimmers(state, lines)
    for number, animal in enumerate(ANIMALS):
        for name in all_words(lines, animal):
            put_animal(state, number, name)
    for place in range(HEXES):
        refresh(state, place)
    set_phase(state, lines)
    hide_symbols(state, lines, symbols, boats)
    count_people(state, lines)
    return Position(GAME, states)


# Reading


def lines_of(text: str) -> Lines:
    """The lines by their first word."""
    lines: Lines = {}
    for words in filter(None, (line.split() for line in text.splitlines())):
        if words[0] not in (*BOARD_WORDS, *OTHER_WORDS):
            raise ValueError(f"A line does not begin with {words[0]!r}.")
        lines.setdefault(words[0], []).append(words[1:])
    return lines


def only_line(lines: Lines, word: str, default: list[str]) -> list[str]:
    """The words of a line that is there once or not at all."""
    found = lines.get(word, [default])
    if len(found) > 1:
        raise ValueError(f"There are two lines {word!r}.")
    return found[0]


def all_words(lines: Lines, word: str) -> list[str]:
    """The words of all lines that begin with this one."""
    return [other for words in lines.get(word, []) for other in words]


def hex_of(name: str) -> int:
    """The number of a hex."""
    if name not in NAMES:
        raise ValueError(f"There is no hex {name!r}.")
    return NAMES.index(name)


def seat_of(state: Any, colour: str) -> int:
    """The seat of a colour that plays."""
    playing = COLOURS[: state.players]
    if colour not in playing:
        raise ValueError(f"{colour!r} is none of {', '.join(playing)}.")
    return playing.index(colour)


def number_of(text: str, numbers: range) -> int:
    """A number in a range."""
    if not text.isdigit() or int(text) not in numbers:
        raise ValueError(f"{text!r} is not a number from {numbers[0]} to {numbers[-1]}.")
    return int(text)


def counted(word: str) -> tuple[int, str]:
    """How many of what: `2xblue`, or `blue` for one."""
    found = re.fullmatch(r"(\d+)x(\w+)", word)
    return (int(found[1]), found[2]) if found else (1, word)


def groups(state: Any, words: list[str]) -> Iterator[tuple[int, list[int]]]:
    """Hexes, each with the seats of those who are named after it."""
    place, seats = -1, list[int]()
    for word in words:
        number, name = counted(word)
        if name in COLOURS:
            if place < 0:
                raise ValueError(f"Where is {word!r}?")
            seats += [seat_of(state, name)] * number
        else:
            if place >= 0:
                yield place, seats
            place, seats = hex_of(word), []
    if place >= 0:
        yield place, seats


# Laying out


def clear_the_table(state: Any) -> None:
    """The beginning of a game, without anything that the drawing will say."""
    state.land[:] = 0
    state.boats[:] = 0
    state.pieces[:] = 0
    state.symbols[:] = 0
    state.to_place[:] = 0


def lay_land(state: Any, lines: Lines) -> None:
    """The pieces that are still there."""
    names = all_words(lines, "land")
    for name in ISLAND if names == ["all"] else names:
        place = hex_of(name)
        if KIND[place] < 0:
            raise ValueError(f"{name} is not on the island.")
        if contains(state.land, place):
            raise ValueError(f"{name} is drawn twice.")
        put(state.land, place, True)
        state.pieces[KIND[place]] += 1
    for name in all_words(lines, "sunk"):
        place = hex_of(name)
        if not contains(state.land, place):
            raise ValueError(f"There is no land at {name} that could be sunk.")
        put(state.land, place, False)
        state.pieces[KIND[place]] -= 1


def put_boats_and_people(state: Any, lines: Lines) -> None:
    """Boats, and people on pieces and in boats."""
    for word in ("boat", "people"):
        for place, seats in groups(state, all_words(lines, word)):
            name = NAMES[place]
            if contains(state.land, place) != (word == "people"):
                raise ValueError(f"{word} {name}: that is {'sea' if word == 'people' else 'land'}.")
            if contains(state.boats, place) or state.people[place].any():
                raise ValueError(f"{name} is drawn twice.")
            if len(seats) > ROOM:
                raise ValueError(f"{len(seats)} people do not fit on {name}.")
            put(state.boats, place, word == "boat")
            for seat in seats:
                state.people[place, seat] += 1


def put_swimmers(state: Any, lines: Lines) -> None:
    """Swimmers, rested or not; on land only where a piece sinks that nobody can leave. §6.2"""
    phase = only_line(lines, "phase", ["move"])
    for word in ("swim", "swum", "jumped"):
        for place, seats in groups(state, all_words(lines, word)):
            if contains(state.land, place) and phase != ["relocate", NAMES[place]]:
                raise ValueError(f"Nobody swims at {NAMES[place]}: that is land.")
            for seat in seats:
                state.swimmers[place, seat] += 1
            if word != "swim":
                if any(seat != state.seat for seat in seats):
                    raise ValueError(f"Only {COLOURS[state.seat]} can have {word} this turn.")
                state[word][place] += len(seats)


def put_animal(state: Any, animal: int, name: str) -> None:
    """An animal at sea."""
    place = hex_of(name)
    if contains(state.land, place):
        raise ValueError(f"No {ANIMALS[animal]} is at {name}: that is land.")
    if state.animals[animal, -1] != NOWHERE:
        raise ValueError(f"There are only {MAX_ANIMALS} of the {ANIMALS[animal]}.")
    add_animal(state, animal, place)


# The turn


def set_phase(state: Any, lines: Lines) -> None:
    """What is to be done, and what the phase must remember."""
    name, *words = only_line(lines, "phase", ["move"])
    if name not in PHASES:
        raise ValueError(f"There is no phase {name!r}.")
    state.phase = PHASES[name]
    state.eventful = "eventful" in lines or name == "reveal"
    state.quiet = number_of(only_line(lines, "quiet", ["0"])[0], range(4001))
    if name == "move":
        state.points = number_of(only_line(lines, "points", [str(POINTS)])[0], range(1, POINTS + 1))
    elif "points" in lines:
        raise ValueError("There are points in the phase move only.")
    if name == "sink" and not state.pieces.any():
        raise ValueError("Nothing is left that could sink.")
    if name in ("relocate", "reveal"):
        set_sinking(state, name, hex_of(words.pop(0) if words else ""))
    if name in ("pick", "end"):
        set_spinner(state, words[:2])
        set_picked(state, name, words[2:])
        words = []
    if words:
        raise ValueError(f"{' '.join(words)!r} says nothing about the phase {name}.")


def set_sinking(state: Any, phase: str, place: int) -> None:
    """The piece that sinks with people on it, or has just gone."""
    state.sinking = place
    if phase == "relocate" and not state.people[place].any():
        raise ValueError(f"Nobody is on {NAMES[place]}.")
    if phase == "reveal" and (KIND[place] < 0 or contains(state.land, place)):
        raise ValueError(f"{NAMES[place]} has not just sunk.")


def set_spinner(state: Any, words: list[str]) -> None:
    """What the spinner shows: there is such an animal to move. §8.1"""
    if len(words) != 2 or words[0] not in ANIMALS or words[1] not in NUMBERS:
        raise ValueError(f"The spinner cannot show {' '.join(words)!r}.")
    state.spun_animal = ANIMALS.index(words[0])
    state.spun_number = NUMBERS.index(words[1]) + 1
    if not can_pick_any(state):
        raise ValueError(f"No {words[0]} can be moved.")


def set_picked(state: Any, phase: str, words: list[str]) -> None:
    """The animal that moves, and whether it takes a swimmer along. §8.1, §9.2"""
    if phase == "pick" and not words:
        return
    place = hex_of(words[0] if words else "")
    state.rider = words[1:] == ["rider"]
    can_move = may_move_together if state.rider else may_move_alone
    there = contains(state.beasts[state.spun_animal], place)
    if phase == "pick" or words[1:] not in ([], ["rider"]) or not there:
        raise ValueError(f"{' '.join(words)!r} is not an animal that was picked.")
    if not can_move(state, place):
        raise ValueError(f"Nothing at {words[0]} can move like that.")
    state.picked = place


# What is not on the board


def hide_symbols(state: Any, lines: Lines, symbols: Any, boats: int) -> None:
    """The symbols that are still under pieces, which with the others explain what is drawn."""
    rows = ("all",) if state.mixed else KINDS
    listed = {words[0]: words[1:] for words in lines.get("symbols", []) if words}
    if not set(listed) <= set(rows):
        raise ValueError(f"Symbols are listed for {', '.join(rows)}.")
    shown = [int((state.animals[animal] != NOWHERE).sum()) for animal in range(len(ANIMALS))]
    drawn = sum(contains(state.boats, place) for place in range(HEXES))
    shown += [max(0, drawn - boats), 0]
    for row in sorted(range(len(rows)), key=lambda row: rows[row] not in listed):
        left = symbols[row]
        hidden = int(state.pieces.sum() if state.mixed else state.pieces[row])
        if state.phase == REVEALING:
            hidden += state.mixed or KIND[state.sinking] == row
        if rows[row] in listed:
            left[:] = list_symbols(listed[rows[row]], rows[row], left, shown)
        else:
            take_shown(left, hidden, shown)
        if left.sum() != hidden:
            raise ValueError(f"{left.sum()} symbols are under {hidden} pieces of {rows[row]}.")
        state.symbols[row] = left
    for symbol, number in enumerate(shown):
        if number > 0:
            raise ValueError(f"{number} of the {SYMBOLS[symbol]} cannot have come up yet.")


def list_symbols(words: list[str], row: str, most: Any, shown: list[int]) -> list[int]:
    """The symbols of a list; the others have come up."""
    left = [0] * len(SYMBOLS)
    for number, name in map(counted, words):
        if name not in SYMBOLS:
            raise ValueError(f"{name!r} is not a symbol.")
        left[SYMBOLS.index(name)] += number
    for symbol, number in enumerate(left):
        if number > most[symbol]:
            raise ValueError(f"There are not {number} of the {SYMBOLS[symbol]} for {row}.")
        shown[symbol] -= int(most[symbol]) - number
    return left


def take_shown(left: Any, hidden: int, shown: list[int]) -> None:
    """Takes away symbols until so many are hidden: first those that were shown."""
    for symbol in range(len(SYMBOLS)):
        taken = max(0, min(int(left.sum()) - hidden, int(left[symbol]), shown[symbol]))
        left[symbol] -= taken
        shown[symbol] -= taken
    for symbol in reversed(range(len(SYMBOLS))):
        left[symbol] -= max(0, min(int(left.sum()) - hidden, int(left[symbol])))


def count_people(state: Any, lines: Lines) -> None:
    """Everybody who is not on the board is saved, lost or still to be placed. §1.1"""
    for seat in range(state.players):
        state.saved[seat] = named_number(state, lines, "saved", seat, 0)
        drawn = int(state.people[:, seat].sum() + state.swimmers[:, seat].sum())
        missing = PEOPLE - drawn - int(state.saved[seat])
        if missing < 0:
            raise ValueError(f"{COLOURS[seat]} has more than {PEOPLE} people.")
        if state.phase == PLACING:
            state.to_place[seat] = missing
        else:
            state.lost[seat] = named_number(state, lines, "lost", seat, missing)
            if state.lost[seat] != missing:
                raise ValueError(f"{missing} of {COLOURS[seat]} are lost, if the rest is right.")
    in_play = [PEOPLE - state.saved[s] - state.lost[s] for s in range(state.players)]
    if not any(in_play) and state.phase != DONE:
        raise ValueError("Nobody is in play: the game would be over.")
    if state.phase == PLACING:
        check_placing(state)


def named_number(state: Any, lines: Lines, word: str, seat: int, default: int) -> int:
    """The number of a line such as `saved blue 3`."""
    for words in lines.get(word, []):
        if len(words) != 2:
            raise ValueError(f"A line is like '{word} blue 3', not '{word} {' '.join(words)}'.")
        if seat_of(state, words[0]) == seat:
            return number_of(words[1], range(PEOPLE + 1))
    return default


def check_placing(state: Any) -> None:
    """Players place in turn, and those before the one to place are one ahead. §3.2, §3.3"""
    left = int(state.to_place[state.seat])
    for seat in range(state.players):
        if state.to_place[seat] != left - (seat < state.seat) or left == 0:
            raise ValueError(f"{COLOURS[state.seat]} is not to place now.")
