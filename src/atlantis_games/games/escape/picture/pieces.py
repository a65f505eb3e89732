"""Every boat, person and animal with its spot on the chart: several on a hex share its room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from atlantis_games.core.contract import View
from atlantis_games.games.escape.board import ANIMALS
from atlantis_games.games.escape.picture.layout import PLACES, SHAPES, Place

HEIGHTS: dict[str, float] = SHAPES["heights"]  # how far a kind stands out of the water
ABREAST = ((), (0.0,), (-0.5, 0.5), (-1.0, 0.0, 1.0), (-1.5, -0.5, 0.5, 1.5))
MAX_APART = 3  # more of a kind than this share one picture, with their number


class Piece(NamedTuple):
    """One picture on the chart."""

    what: str  # "boat", an animal, or for a person "land", "aboard" or "water"
    x: float
    y: float
    scale: float
    depth: float  # what is drawn later hides what was drawn before
    seat: int = -1
    state: str = ""  # of a swimmer: "swum" or "jumped" if tired


class Count(NamedTuple):
    """How many of a kind share one spot."""

    n: int
    x: float
    y: float


class Zone(NamedTuple):
    """A part of a hex: how far below its middle, and how large things are there."""

    y: float = 0.0
    scale: float = 1.0


def pieces(view: View) -> tuple[list[Piece], list[Count]]:
    """All pieces, those in front last, and the numbers beside some of them."""
    found: list[Piece] = []
    counts: list[Count] = []
    for shown in view["hexes"]:
        place = PLACES[shown["hex"]]
        if "land" in shown:
            found += on_land(shown, place)
            continue
        animals, boat, swimmers = zones("animals" in shown, "boat" in shown, "swimmers" in shown)
        found += animals_at_sea(shown, place, animals, counts)
        found += boat_at_sea(shown, place, boat)
        found += swimmers_at_sea(shown, place, swimmers, view["turn"], counts)
    return sorted(found, key=lambda piece: piece.depth), counts


def seats_of(numbers: Sequence[int]) -> list[int]:
    """The seat of each person, in seat order."""
    return [seat for seat, n in enumerate(numbers) for _ in range(n)]


def on_land(shown: View, place: Place) -> list[Piece]:
    """One or two stand abreast; of three, one stands behind the others."""
    seats = seats_of(shown.get("people", ()))
    spots = [(0.0, -5.0), (-8.7, 5.8), (8.7, 5.8)]
    if len(seats) < 3:
        spots = [(at * 15, 3.0) for at in ABREAST[len(seats)]]
    scale = {1: 1.3, 2: 1.14}.get(len(seats), 1.0)
    height = HEIGHTS[shown["land"]]
    return [
        Piece("land", place.x + x, place.y + y - height, scale, place.y + y, seat)
        for seat, (x, y) in zip(seats, spots, strict=False)
    ]


def zones(animals: bool, boat: bool, swimmers: bool) -> tuple[Zone, Zone, Zone]:
    """Animals above, the boat in the middle, swimmers below; one of them alone gets all room."""
    none = Zone()
    if animals and boat and swimmers:
        return Zone(-12, 0.5), Zone(2, 0.72), Zone(13, 0.72)
    if animals and boat:
        return Zone(-9.5, 0.62), Zone(9, 0.88), none
    if animals and swimmers:
        return Zone(-7.5, 0.7), none, Zone(9, 0.92)
    if boat and swimmers:
        return none, Zone(-1.5, 0.9), Zone(12, 0.86)
    return Zone(0, 1), Zone(4, 1.06), Zone(0, 1.15)


def animals_at_sea(shown: View, place: Place, zone: Zone, counts: list[Count]) -> list[Piece]:
    """Up to three animals each by itself; of more, one of each kind with their number."""
    here: dict[str, int] = shown.get("animals", {})
    kinds = [animal for animal in ANIMALS if here.get(animal)]
    each = [animal for animal in kinds for _ in range(here[animal])]
    if len(each) <= MAX_APART:
        spots = animal_spots(len(each), zone)
    else:
        each, spots = kinds, kind_spots(len(kinds), zone)
        counts += [
            Count(here[animal], place.x + x + 14 * scale, place.y + zone.y + y + 11 * scale)
            for animal, (x, y, scale) in zip(kinds, spots, strict=True)
            if here[animal] > 1
        ]
    return [
        Piece(animal, place.x + x, place.y + zone.y + y, scale, place.y - 20 + y / 10)
        for animal, (x, y, scale) in zip(each, spots, strict=True)
    ]


def animal_spots(total: int, zone: Zone) -> list[tuple[float, float, float]]:
    """The offset and the size of each of up to three animals."""
    if zone.scale == 1 and total == 3:
        return [(0, -9, 0.54), (-8.6, 6.5, 0.54), (8.6, 6.5, 0.54)]
    scale = zone.scale if total == 1 else min(zone.scale, 0.54 if total == 2 else 0.38)
    return [(at * 31 * scale, 0, scale) for at in ABREAST[total]]


def kind_spots(kinds: int, zone: Zone) -> list[tuple[float, float, float]]:
    """The offset and the size of each kind's picture, where there are many animals."""
    is_in_two_rows = zone.scale == 1 and kinds > 2
    abreast = min(0.52, zone.scale) if is_in_two_rows or kinds == 2 else 0.36
    scale = zone.scale * 0.9 if kinds == 1 else abreast
    if is_in_two_rows:
        step = 15.5 * scale
        return [(step * (n % 2 * 2 - 1), 8 if n > 1 else -8, scale) for n in range(kinds)]
    return [(at * 31 * scale, 0, scale) for at in ABREAST[kinds]]


def boat_at_sea(shown: View, place: Place, zone: Zone) -> list[Piece]:
    """A boat, and behind its side those aboard."""
    if "boat" not in shown:
        return []
    y, scale = place.y + zone.y, zone.scale
    seats = seats_of(shown.get("people", ()))
    step = (8.4 if len(seats) > 2 else 9.6) * scale
    spots = ABREAST[min(len(seats), 4)]
    crew = [
        Piece("aboard", place.x + at * step, y - 6.6 * scale, 0.88 * scale, y - 1 + n / 100, seat)
        for n, (seat, at) in enumerate(zip(seats, spots, strict=False))
    ]
    return [*crew, Piece("boat", place.x, y, scale, y)]


def swimmer_states(shown: View, seats: list[int], turn: int) -> list[str]:
    """Who is tired: of the player in turn, first those who jumped, then those who swam."""
    tired = ["jumped"] * shown.get("jumped", 0) + ["swum"] * shown.get("swum", 0)
    return [tired.pop(0) if seat == turn and tired else "" for seat in seats]


def swimmers_at_sea(
    shown: View, place: Place, zone: Zone, turn: int, counts: list[Count]
) -> list[Piece]:
    """Up to three swimmers each by itself; of more, one of each colour with their number."""
    numbers: Any = shown.get("swimmers", ())
    seats = seats_of(numbers)
    states = swimmer_states(shown, seats, turn)
    is_crowd = len(seats) > MAX_APART
    columns = sorted(set(seats)) if is_crowd else list(range(len(seats)))
    scale = min(zone.scale, {2: 0.98, 3: 0.8, 4: 0.62}.get(len(columns), 2.0))
    y = place.y + zone.y
    at = [place.x + offset * 12.6 * scale for offset in ABREAST[len(columns)]]
    if not is_crowd:
        return [
            Piece("water", x, y, scale, y + 2, seat, state)
            for x, seat, state in zip(at, seats, states, strict=True)
        ]
    counts += [
        Count(numbers[seat], x + 5.5 * scale, y + 4 * scale)
        for x, seat in zip(at, columns, strict=True)
        if numbers[seat] > 1
    ]
    return [
        Piece("water", x, y, scale, y + 2, seat, states[len(seats) - 1 - seats[::-1].index(seat)])
        for x, seat in zip(at, columns, strict=True)
    ]
