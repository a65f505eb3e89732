"""How good a position of Escape looks for each player: an estimate of the people saved.

Everybody still in play counts for the chance of being saved: high in a boat near a gate, good with
a dolphin, low in open water, and lower with a hungry animal within reach. A gate with an animal in
it is as good as two hexes farther. Who can still go ashore in this turn is nearly saved: otherwise
nobody would pass an animal on the way. A dolphin carries one swimmer at a time: if it were good for
all on its hex, none would ride away and leave the others.
"""

from __future__ import annotations

from typing import Any

from atlantis_games.games.escape.board import MAX_ANIMALS
from atlantis_games.games.escape.ending import scores
from atlantis_games.games.escape.hexes import contains, first_hex, without_first
from atlantis_games.games.escape.moving import controls, is_deadly, rested_swimmers
from atlantis_games.games.escape.state import DONE, MOVING, is_land, people_on
from atlantis_games.games.escape.tables import (
    APART,
    DOLPHIN,
    GATES,
    KRAKEN,
    MONSTER,
    PEOPLE,
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
DANGER = 0.16  # less for an animal within 3 hexes that could take the person
MAX_DANGERS = 2  # animals of a kind that count: one spin moves one of them
HOME_SOON, HOME_STEP = 0.99, 0.01  # who can go ashore in this turn, less for each hex before that
DETOUR, LATE_DETOUR = 2, 7  # hexes that an animal in a gate counts for

WAYS = APART[:, GATES]  # from each hex to each gate
GATE_COUNT = len(GATES)


@kernel
def dangers(state: State, animal: int, place: int) -> int:
    """How many animals of a kind are within 3 hexes."""
    near = 0
    for number in range(MAX_ANIMALS):
        other = int(state.animals[animal, number])
        near += other >= 0 and APART[other, place] <= 3
    return near


@kernel
def is_late(state: State) -> bool:
    """Whether the game soon ends because nothing happens: then it costs nothing to dare. §10.2"""
    return bool(5 * int(state.quiet) > 2 * int(state.stall_limit) * int(state.players))


@kernel
def threat(state: State, animal: int, place: int) -> int:
    """How many animals of a kind within 3 hexes count."""
    return 0 if is_late(state) else min(dangers(state, animal, place), MAX_DANGERS)


@kernel
def detour(state: State, seat: int) -> int:
    """How many hexes an animal in a gate counts for: late, whose turn it is cannot wait there."""
    if not is_late(state):
        return DETOUR
    return LATE_DETOUR if state.seat == seat else 0


@kernel
def way_out(state: State, seat: int, place: int, is_swimming: bool) -> int:
    """How far the nearest gate is; one where an animal is in the way counts as farther."""
    nearest = 99
    for gate in range(GATE_COUNT):
        far = int(WAYS[place, gate])
        if 0 < far < nearest and not contains(state.calm, GATES[gate]):
            is_closed = not is_swimming or is_deadly(state, GATES[gate])
            far += detour(state, seat) if is_closed else 0
        nearest = min(nearest, far)
    return nearest


@kernel
def points_left(state: State, seat: int) -> int:
    """How many points of movement a player has left in this turn."""
    return int(state.points) if state.phase == MOVING and state.seat == seat else 0


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
def hope_on_land(state: State, place: int) -> float:
    """The chance of a person on an island piece to be saved."""
    return float(LAND - LAND_STEP * boat_distance(state, place) - LAND_FAR * TO_GATE[place])


@kernel
def hope_aboard(state: State, seat: int, place: int) -> float:
    """The hope of a player's passengers of a boat; some may go ashore in this turn."""
    people, is_steered = int(state.people[place, seat]), controls(state, seat, place)
    far = way_out(state, seat, place, False)
    hope = BOAT - BOAT_STEP * far
    if far > 0:
        hope -= DANGER * (threat(state, MONSTER, place) + 0.5 * threat(state, KRAKEN, place))
    if not is_steered:
        hope -= FOREIGN_BOAT
    hope = max(hope, LEAST - LEAST_STEP * far)
    landing = points_left(state, seat) - far if is_steered or far == 0 else 0
    if landing <= 0:
        return float(people * hope)
    landing = min(landing, people)
    return float(landing * (HOME_SOON - HOME_STEP * far) + (people - landing) * hope)


@kernel
def hope_riding(state: State, seat: int, place: int) -> float:
    """The chance of a swimmer who can ride a dolphin to be saved."""
    far = way_out(state, seat, place, False)
    if far < points_left(state, seat) and rested_swimmers(state, seat, place) > 0:
        return float(HOME_SOON - HOME_STEP * far)
    hope = DOLPHIN_RIDE - DOLPHIN_STEP * far
    if state.no_refuge or not contains(state.refuge, place):
        hope -= DANGER * (threat(state, SHARK, place) + threat(state, MONSTER, place))
    return float(max(hope, LEAST - LEAST_STEP * far))


@kernel
def hope_swimming(state: State, seat: int, place: int) -> float:
    """The chance of a swimmer to be saved."""
    far = way_out(state, seat, place, True)
    if far == 0 and points_left(state, seat) > 0 and rested_swimmers(state, seat, place) > 0:
        return float(HOME_SOON)
    hope = SWIM - SWIM_STEP * far
    if contains(state.boats, place) and people_on(state, place) < ROOM:
        hope = max(hope, BOAT - BOAT_STEP * (far + 1))
    hope -= DANGER * (threat(state, SHARK, place) + threat(state, MONSTER, place))
    return float(max(hope, LEAST - LEAST_STEP * far))


@kernel
def hope_in_water(state: State, seat: int, place: int) -> float:
    """The hope of a player's swimmers on a hex: one rides the dolphin, the others must wait."""
    number = float(state.swimmers[place, seat])
    if not contains(state.beasts[DOLPHIN], place):
        return number * hope_swimming(state, seat, place)
    hope = hope_riding(state, seat, place)
    return hope + (number - 1.0) * hope_swimming(state, seat, place) if number > 1.0 else hope


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
                if is_land(state, place):
                    hope += float(state.people[place, seat]) * hope_on_land(state, place)
                else:
                    hope += hope_aboard(state, seat, place)
            rest = state.swimming[seat, word]
            while rest:
                place = first_hex(rest, word)
                rest = without_first(rest)
                hope += hope_in_water(state, seat, place)
        out[seat] = hope


@kernel
def is_beaten(state: State, seat: int) -> bool:
    """Whether somebody has saved more people than a player still can. §10.1"""
    best = PEOPLE - int(state.lost[seat])
    for other in range(state.players):
        if state.saved[other] > best:
            return True
    return False
