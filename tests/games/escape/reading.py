"""Short ways to play on from a position and to read what tests assert."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_games import Position
from atlantis_games.games.escape import GAME
from atlantis_games.games.escape.board import ANIMALS, KINDS
from atlantis_games.games.escape.hexes import contains
from atlantis_games.games.escape.state import is_land, refresh
from atlantis_games.games.escape.tables import BOARD, COLOURS, HEXES, KIND
from support import playing

NAMES = BOARD.names


def ends(position: Position, *start: str) -> set[str]:
    """The last words of the legal moves that begin with these words."""
    return {m.split()[-1] for m in position.moves if tuple(m.split()[: len(start)]) == start}


def at(position: Position, name: str) -> str:
    """What is on a hex: land or boat with the people on it, swimmers with a ~, animals."""
    state, place = position.state, NAMES.index(name)
    words = []
    if is_land(state, place):
        words.append(KINDS[KIND[place]])
    if contains(state.boats, place):
        words.append("boat")
    words += colours(state.people[place])
    words += [f"~{colour}" for colour in colours(state.swimmers[place])]
    for number, animal in enumerate(ANIMALS):
        words += [animal] * int((state.animals[number] == place).sum())
    return " ".join(words)


def colours(numbers: Any) -> list[str]:
    """People as a list of colours."""
    return [COLOURS[seat] for seat, n in enumerate(numbers.tolist()) for _ in range(n)]


def everything(position: Position) -> dict[str, str]:
    """What is on every hex that is not empty sea."""
    return {name: there for name in NAMES if (there := at(position, name))}


def saved(position: Position) -> tuple[int, ...]:
    """How many people each player has saved."""
    return tuple(position.state.saved[: position.players].tolist())


def lost(position: Position) -> tuple[int, ...]:
    """How many people each player has lost."""
    return tuple(position.state.lost[: position.players].tolist())


def phase(position: Position) -> str:
    """What is to be done next."""
    return str(position.view(0)["phase"])


def points(position: Position) -> int:
    """The points of movement that are left."""
    return int(position.state.points)


def inside(hexes: Any) -> set[str]:
    """The names of the hexes in a set of the record."""
    return {NAMES[place] for place in range(HEXES) if contains(hexes, place)}


def sets_are_right(position: Position) -> bool:
    """Whether the sets of hexes in the record follow from what is on the board."""
    states = position.states()
    for place in range(HEXES):
        refresh(states[0], place)
    return Position(GAME, states) == position


def random_game(seed: int, players: int = 2, **options: object) -> Iterator[Position]:
    """Every position of a game of random moves."""
    return playing.random_game(GAME, seed, players, **options)
