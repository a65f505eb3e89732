"""How good a position of Escape looks for each player: an estimate of the people saved.

Everybody still in play counts for the chance of being saved: high in a boat near a gate, good with
a dolphin, low in open water, and lower with a hungry animal within reach. A dolphin carries one
swimmer at a time: if it were good for all on its hex, none would ride away and leave the others.
"""

from __future__ import annotations

from typing import Any

from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.ending import scores
from atlantis_games.games.escape.hexes import contains, first_hex, without_first
from atlantis_games.games.escape.moving import controls
from atlantis_games.games.escape.state import DONE, is_land, people_on
from atlantis_games.games.escape.tables import (
    APART,
    DOLPHIN,
    KRAKEN,
    MONSTER,
    ROOM,
    SHARK,
    TO_GATE,
    WORDS,
)
from atlantis_games.kernels.numba import State, kernel

EXPLORE = 0.4  # how much a search trusts priors against results (PUCT's constant)
SHARPNESS = 0.7  # of priors: the temperature of looks, in units of SCALE
SCALE = 0.9  # people of advantage that make a win e times as likely as a loss

BOAT, BOAT_STEP = 0.92, 0.055  # a passenger, less for each hex to the nearest gate
DOLPHIN_RIDE, DOLPHIN_STEP = 0.88, 0.075  # a swimmer with a dolphin
SWIM, SWIM_STEP = 0.62, 0.085  # a swimmer alone; never below LEAST
LAND, LAND_STEP = 0.50, 0.030  # a person on land, less for each hex to a boat with room
LAND_FAR = 0.012  # and a little less for each hex to the nearest gate
LEAST, LEAST_STEP = 0.10, 0.008  # nobody's hope is lower; even then it is good to come nearer
FOREIGN_BOAT = 0.12  # less in a boat that others steer
DANGER = 0.16  # less for each animal within 3 hexes that could take the person


@kernel
def dangers(state: State, animal: int, place: int) -> int:
    """How many animals of a kind are within 3 hexes."""
    near = 0
    for number in range(MAX_ANIMALS):
        other = int(state.animals[animal, number])
        near += other >= 0 and APART[other, place] <= 3
    return near


@kernel
def boat_distance(state: State, place: int) -> int:
    """How far the nearest boat with room is; 9 if there is none near."""
    nearest = 9
    for word in range(WORDS):
        rest = state.boats[word] & state.room[word]
        while rest:
            nearest = min(nearest, APART[first_hex(rest, word), place])
            rest = without_first(rest)
    return nearest


@kernel
def hope_standing(state: State, seat: int, place: int) -> float:
    """The chance of a person on a piece or in a boat to be saved."""
    far = TO_GATE[place]
    if is_land(state, place):
        return float(LAND - LAND_STEP * boat_distance(state, place) - LAND_FAR * far)
    hope = BOAT - BOAT_STEP * far
    if far > 0:
        hope -= DANGER * (dangers(state, MONSTER, place) + 0.5 * dangers(state, KRAKEN, place))
    if not controls(state, seat, place):
        hope -= FOREIGN_BOAT
    return float(max(hope, LEAST - LEAST_STEP * far))


@kernel
def hope_riding(state: State, place: int) -> float:
    """The chance of a swimmer who can ride a dolphin to be saved."""
    far = TO_GATE[place]
    hope = DOLPHIN_RIDE - DOLPHIN_STEP * far
    if state.no_refuge or not contains(state.refuge, place):
        hope -= DANGER * (dangers(state, SHARK, place) + dangers(state, MONSTER, place))
    return float(max(hope, LEAST - LEAST_STEP * far))


@kernel
def hope_swimming(state: State, place: int) -> float:
    """The chance of a swimmer to be saved."""
    far = TO_GATE[place]
    hope = SWIM - SWIM_STEP * far
    if contains(state.boats, place) and people_on(state, place) < ROOM:
        hope = max(hope, BOAT - BOAT_STEP * (far + 1))
    hope -= DANGER * (dangers(state, SHARK, place) + dangers(state, MONSTER, place))
    return float(max(hope, LEAST - LEAST_STEP * far))


@kernel
def hope_in_water(state: State, seat: int, place: int) -> float:
    """The hope of a player's swimmers on a hex: one rides the dolphin, the others must wait."""
    number = float(state.swimmers[place, seat])
    if not contains(state.beasts[DOLPHIN], place):
        return number * hope_swimming(state, place)
    hope = hope_riding(state, place)
    return hope + (number - 1.0) * hope_swimming(state, place) if number > 1.0 else hope


@kernel
def evaluate(state: State, out: Any) -> None:
    """The people each player may hope to save."""
    if state.phase == DONE:
        scores(state, out)
        return
    for seat in range(state.players):
        hope = float(state.saved[seat]) + 0.4 * float(state.to_place[seat])
        for word in range(WORDS):  # the last digits of the sum depend on this order
            rest = state.standing[seat, word]
            while rest:
                place = first_hex(rest, word)
                rest = without_first(rest)
                hope += float(state.people[place, seat]) * hope_standing(state, seat, place)
            rest = state.swimming[seat, word]
            while rest:
                place = first_hex(rest, word)
                rest = without_first(rest)
                hope += hope_in_water(state, seat, place)
        out[seat] = hope
