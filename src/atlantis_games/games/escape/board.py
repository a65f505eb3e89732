"""Reads board.toml and rejects one that cannot be played on, naming the line or the hex. §1, §2"""

from __future__ import annotations

import re
import tomllib
from collections import deque
from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase
from typing import Any

from atlantis_games.core.errors import BadRequest

KINDS = ("flatland", "hill", "mountain")  # in the order in which they sink. §6.1
SYMBOLS = ("monster", "shark", "kraken", "dolphin", "boat", "whirlpool")
ANIMALS = SYMBOLS[:4]
NUMBERS = ("1", "2", "3", "T")
MAX_HEXES = 192  # three words with a bit for each hex
MAX_ANIMALS = 6  # of each kind. §1.2
MAX_PEOPLE = 48  # 12 of each of 4 players. §1.1
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # in axial coordinates


@dataclass(frozen=True)
class Board:
    """The map as data: hexes are numbered row by row."""

    names: tuple[str, ...]
    places: tuple[tuple[int, int], ...]  # axial coordinates of each hex
    neighbours: tuple[tuple[int, ...], ...]
    kinds: dict[int, int]  # the kind of each island piece
    gates: tuple[int, ...]
    boats: tuple[tuple[int, ...], tuple[int, ...]]  # for two players, and for more
    symbols: tuple[tuple[int, ...], ...]  # per kind, how many of each
    spinners: dict[str, tuple[int, ...]]  # the weight of every animal and number


class BoardFile:
    """A board.toml being read: knows its lines, for messages."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self.text = file.read_text("utf-8")
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except OSError as error:
            raise BadRequest(f"Cannot read {file}: {error.strerror}.") from error
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadRequest(f"{file.name} is not valid TOML: {error}.") from error

    def wrong(self, key: str, message: str) -> BadRequest:
        """An error that names the line of a key."""
        table, _, name = key.rpartition(".")
        header = re.search(rf"^\[{re.escape(table)}\]", self.text, re.MULTILINE)
        start = header.end() if header else 0
        place = re.compile(rf"^\s*(\[[\w.]*)?{re.escape(name)}\b", re.MULTILINE)
        found = place.search(self.text, start)
        line = self.text.count("\n", 0, found.end() if found else start) + 1
        return BadRequest(f"{self.file.name}, line {line}, {key}: {message}.")

    def get(self, key: str, kind: type) -> Any:
        """A value of the file, which must be there and of this type."""
        value: Any = self.data
        for part in key.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        if not isinstance(value, kind):
            raise self.wrong(key, "expected " + ("a list" if kind is list else "a table"))
        return value

    def counts(self, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
        """A table with a number for each of these names and no others."""
        table = self.get(key, dict)
        for name in (*names, *table):
            number = table.get(name)
            if name not in names or type(number) is not int or not 0 <= number <= 100:
                raise self.wrong(key, f"expected a number from 0 to 100 for {', '.join(names)}")
        return tuple(table[name] for name in names)

    def hexes(self, key: str, names: tuple[str, ...]) -> tuple[int, ...]:
        """A list of different hexes of the map."""
        found = []
        for name in self.get(key, list):
            if name not in names:
                raise self.wrong(key, f"there is no hex {name!r} on the map")
            if names.index(name) in found:
                raise self.wrong(key, f"{name} stands there twice")
            found.append(names.index(name))
        return tuple(found)


def read_board(file: Path) -> Board:
    """The board in a file, checked."""
    data = BoardFile(file)
    names, places = lay_out(data)
    index = {place: number for number, place in enumerate(places)}
    neighbours = tuple(
        tuple(sorted(index[q + a, r + b] for a, b in DIRECTIONS if (q + a, r + b) in index))
        for q, r in places
    )
    kinds = lay_island(data, index)
    board = Board(
        names=names,
        places=places,
        neighbours=neighbours,
        kinds=kinds,
        gates=data.hexes("gates", names),
        boats=(
            data.hexes("boats.two_players", names),
            data.hexes("boats.more_players", names),
        ),
        symbols=tuple(data.counts(f"symbols.{kind}", SYMBOLS) for kind in KINDS),
        spinners={
            name: tuple(
                animal * number
                for animal in data.counts(f"spinner.{name}.animals", ANIMALS)
                for number in data.counts(f"spinner.{name}.numbers", NUMBERS)
            )
            for name in ("even", "dice")
        },
    )
    check(data, board)
    return board


def lay_out(data: BoardFile) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """The hexes of the map: their names and places. §2.1"""
    rows = data.get("rows", list)
    if not all(type(length) is int and 1 <= length <= 30 for length in rows):
        raise data.wrong("rows", "every row has from 1 to 30 hexes")
    if len(rows) % 2 == 0 or len(rows) > len(ascii_lowercase):
        raise data.wrong("rows", "an odd number of rows is needed, at most 25")
    if sum(rows) > MAX_HEXES:
        raise data.wrong("rows", f"{sum(rows)} hexes are more than the {MAX_HEXES} possible")
    middle = len(rows) // 2
    names, places = [], []
    for number, length in enumerate(rows):
        r = number - middle
        if (length - 1 - r) % 2:
            parity = "odd" if r % 2 == 0 else "even"
            row = ascii_lowercase[number]
            raise data.wrong("rows", f"row {row} has {length} hexes, but needs an {parity} number")
        for place in range(length):
            names.append(f"{ascii_lowercase[number]}{place + 1}")
            places.append(((2 * place - (length - 1) - r) // 2, r))
    return tuple(names), tuple(places)


def lay_island(data: BoardFile, index: dict[tuple[int, int], int]) -> dict[int, int]:
    """The kind of every island piece, ring by ring around the centre. §2.2"""
    rings = data.get("island", list)
    for kind in rings:
        if kind not in KINDS:
            raise data.wrong("island", f"a ring is of {', '.join(KINDS)}, not {kind!r}")
    size = len(rings) - 1
    places = [
        (q, r) for r in range(-size, size + 1) for q in range(-size, size + 1) if abs(q + r) <= size
    ]
    if not rings or any(place not in index for place in places):
        raise data.wrong("island", "the island must have a centre and fit on the map")
    return {
        index[q, r]: KINDS.index(rings[max(abs(q), abs(r), abs(q + r))])
        for q, r in sorted(places, key=lambda place: index[place])
    }


def check(data: BoardFile, board: Board) -> None:
    """What a board must be like to be played on."""
    for key, hexes in (
        ("gates", board.gates),
        ("boats.two_players", board.boats[0]),
        ("boats.more_players", board.boats[1]),
    ):
        for number in hexes:
            if number in board.kinds:
                raise data.wrong(key, f"{board.names[number]} is on the island, not at sea")
    if not board.gates:
        raise data.wrong("gates", "without a gate nobody can be saved")
    for kind, name in enumerate(KINDS):
        pieces = sum(1 for other in board.kinds.values() if other == kind)
        if sum(board.symbols[kind]) != pieces:
            total = sum(board.symbols[kind])
            raise data.wrong(f"symbols.{name}", f"{total} symbols for {pieces} pieces")
    for number, animal in enumerate(ANIMALS):
        if sum(symbols[number] for symbols in board.symbols) > MAX_ANIMALS:
            raise data.wrong("symbols", f"there are at most {MAX_ANIMALS} of the {animal}")
    for name, weights in board.spinners.items():
        if not any(weights):
            raise data.wrong(f"spinner.{name}", "at least one outcome must be possible")
    places_for_people = sum(1 if kind == 0 else 3 for kind in board.kinds.values())
    if places_for_people < MAX_PEOPLE:
        message = f"{MAX_PEOPLE} people do not fit in {places_for_people} places"
        raise data.wrong("island", message)
    sea = set(range(len(board.names))) - set(board.kinds)
    cut_off = sea - set(distances(board, [min(sea)], sea))
    if cut_off:
        lost = board.names[min(cut_off)]
        raise data.wrong("rows", f"the sea is not connected: {lost} is cut off")


def distances(
    board: Board, starts: Iterable[int], within: Container[int] | None = None
) -> dict[int, int]:
    """How far each hex is from the nearest start, going over all hexes or only over some.

    Hexes that cannot be reached are left out.
    """
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        place = queue.popleft()
        for other in board.neighbours[place]:
            if other not in found and (within is None or other in within):
                found[other] = found[place] + 1
                queue.append(other)
    return found
