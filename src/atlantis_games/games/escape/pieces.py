"""Ids of the pieces on the board, such as `person:e4:blue`; like pieces on one hex share an id."""

from __future__ import annotations

from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.tables import BOARD, COLOURS

RESTED, SWUM, JUMPED = "rested", "swum", "jumped"  # what a swimmer has done this turn. §5.11


def person(place: int, seat: int) -> str:
    """A person on a piece of the island or in a boat."""
    return f"person:{BOARD.names[place]}:{COLOURS[seat]}"


def swimmer(place: int, seat: int, done: str = RESTED) -> str:
    """A swimmer, by what they have done this turn."""
    return f"swimmer:{BOARD.names[place]}:{COLOURS[seat]}:{done}"


def rider(place: int, seat: int, swum: int) -> str:
    """The swimmer who climbs or rides: one who has swum, if there is one. §5.11"""
    return swimmer(place, seat, SWUM if swum else RESTED)


def boat(place: int) -> str:
    """A boat."""
    return f"boat:{BOARD.names[place]}"


def animal(kind: int, place: int) -> str:
    """An animal of a kind."""
    return f"{ANIMALS[kind]}:{BOARD.names[place]}"


def land(place: int) -> str:
    """A piece of the island."""
    return f"land:{BOARD.names[place]}"


def supply(seat: int) -> str:
    """A person who is not on the board yet. §3.2"""
    return f"supply:{COLOURS[seat]}"
