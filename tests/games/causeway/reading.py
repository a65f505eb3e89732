"""Short ways to play on from a position and to read what tests assert."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_games import Position
from atlantis_games.games.causeway import GAME
from atlantis_games.games.causeway.tables import ITEMS
from support import playing


def path(position: Position, first: int, last: int) -> str:
    """The spaces from first to last as a diagram writes them, without what lies below."""
    state = position.state
    return " ".join(space_text(state, space) for space in range(first, last + 1))


def space_text(state: Any, space: int) -> str:
    """One space as a diagram writes it."""
    if int(state.land) >> space & 1:
        below = "+" if int(state.covered) >> space & 1 else ""
        return f"{ITEMS[state.face[space]]}{state.value[space]}{below}"
    return "=" if int(state.bridges) >> space & 1 else "~"


def figures(position: Position, seat: int) -> tuple[int, ...]:
    """The spaces of a player's figures A, B and C."""
    return tuple(position.state.figures[seat].tolist())


def hand(position: Position, seat: int) -> dict[str, int]:
    """A player's cards: item and number."""
    return counted(position.state.hands[seat].tolist())


def shown(position: Position, seat: int) -> dict[str, int]:
    """Those of a player's cards that all know."""
    return counted(position.state.shown[seat].tolist())


def discard(position: Position) -> dict[str, int]:
    """The discard pile."""
    return counted(position.state.discard.tolist())


def removed(position: Position) -> dict[str, int]:
    """The cards out of the game."""
    return counted(position.state.removed.tolist())


def counted(numbers: list[int]) -> dict[str, int]:
    """Numbers by item as a pile, without what it does not hold."""
    return {item: number for item, number in zip(ITEMS, numbers, strict=True) if number}


def tiles(position: Position, seat: int) -> list[int]:
    """The values of a player's collected tiles, from low to high."""
    return values(position.state.tiles[seat].tolist())


def spent(position: Position) -> list[int]:
    """The values of the tiles out of the game, from low to high."""
    return values(position.state.spent.tolist())


def values(numbers: list[int]) -> list[int]:
    """Numbers by value as a list of values."""
    return [value for value, number in enumerate(numbers) for _ in range(number)]


def owed(position: Position) -> int:
    """What is still to be paid."""
    return int(position.state.owed)


def random_game(seed: int, players: int = 2, **options: object) -> Iterator[Position]:
    """Every position of a game of random moves."""
    return playing.random_game(GAME, seed, players, **options)
