"""Why an action of each block is not legal in its own phase, and the rule behind each code."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.errors import Reason
from atlantis_games.games.escape.blocks import (
    CLIMB,
    GO,
    GO_CORAL,
    JUMP,
    PICK,
    PICK_RIDER,
    PLACE,
    RELOCATE,
    RIDE,
    SAIL,
    SINK,
    SWIM,
    SWIM_CORAL,
    TO,
)
from atlantis_games.games.escape.board import ANIMALS, KINDS
from atlantis_games.games.escape.hexes import contains
from atlantis_games.games.escape.moving import able_swimmers, controls, rested_swimmers
from atlantis_games.games.escape.sinking import island_has_room, sinking_kind
from atlantis_games.games.escape.state import has_swimmers, is_land, people_on
from atlantis_games.games.escape.tables import (
    BOARD,
    COLOURS,
    DOLPHIN,
    EDGES,
    FLATLAND,
    GATES,
    HEXES,
    KIND,
    PIECES,
    ROOM,
)

# The rule behind each code; the sentences are `reason.CODE` in the game's texts.
RULES = {
    "chance-acts": "§4.3",
    "not-chance": "§4.3",
    "not-your-turn": "§4",
    "spin-now": "§4.3",
    "symbol-now": "§6.3",
    "no-symbol": "§1.3",
    "no-spin": "§1.4",
    "place-now": "§3.2",
    "move-now": "§4.1",
    "sink-now": "§4.2",
    "relocate-now": "§6.2",
    "animal-now": "§8.1",
    "end-now": "§8.1",
    "one-on-flatland": "§3.2",
    "piece-full": "§5.1",
    "boat-full": "§5.7",
    "one-hex": "§4.1",
    "not-next-to": "§5.1",
    "not-island": "§3.2",
    "not-a-gate": "§5.10",
    "people-only": "§5.10",
    "stuck": "§4.1",
    "nobody-there": "§5.0",
    "no-swimmer": "§5.0",
    "not-free": "§5.3",
    "water-is-here": "§5.9",
    "no-boat-there": "§5.8",
    "already-swum": "§5.11",
    "just-jumped": "§5.11",
    "dolphin-guards": "§8.3",
    "no-boat": "§5.9",
    "not-in-boat": "§5.9",
    "not-your-boat": "§5.6",
    "boat-blocked": "§5.6",
    "no-dolphin": "§9.2",
    "ride-blocked": "§9.3",
    "piece-gone": "§6.3",
    "lower-first": "§6.1",
    "none-on-piece": "§6.2",
    "must-stay-on-land": "§6.2",
    "not-beside": "§6.2",
    "animal-there": "§6.2",
    "not-here": "§8.1",
    "not-your-dolphin": "§9.1",
    "no-rider": "§9.2",
    "shut-in": "§8.1",
    "is-there": "§8.1",
    "not-sea": "§8.1",
    "too-far": "§8.1",
    "rider-too-far": "§9.3",
}


def reason(code: str, rule: str = "", **values: str | int) -> Reason:
    """The reason with a code, by its usual rule or the one that applies here."""
    return Reason("escape", code, rule or RULES[code], values)


def at(code: str, place: int, rule: str = "") -> Reason:
    """A reason that names a hex."""
    return reason(code, rule, place=BOARD.names[place])


# Block by block: `detail` is the action's number in its block


def why_not_place(state: Any, detail: int) -> Reason:
    """Placing a person. §3.2"""
    place = int(PIECES[detail])
    return at("one-on-flatland" if KIND[place] == FLATLAND else "piece-full", place, "§3.2")


def why_not_go(state: Any, detail: int) -> Reason:
    """A person on land or in a boat. §5.1-5.3, §5.8"""
    start, end = EDGES[detail]
    if not state.people[start, state.seat]:
        return at("nobody-there", start)
    if is_land(state, end):
        return at("piece-full", end, "§5.1" if is_land(state, start) else "§5.8")
    if contains(state.boats, end) and people_on(state, end) >= ROOM:
        return at("boat-full", end)
    if is_land(state, start):
        return at("not-free", end)
    if contains(state.refuge, start):  # then jumping is no way into the water either
        return at("no-boat-there", end)
    return at("water-is-here", start)


def why_not_swim(state: Any, detail: int) -> Reason:
    """Swimming. §5.4, §5.5"""
    start, end = EDGES[detail]
    if rested_swimmers(state, int(state.seat), start) <= 0:
        return tired_swimmer(state, start)
    if is_land(state, end):
        return at("piece-full", end, "§5.4")
    return at("dolphin-guards", end)


def tired_swimmer(state: Any, place: int) -> Reason:
    """A swimmer who is not there, or has swum or jumped this turn. §5.11"""
    if not state.swimmers[place, state.seat]:
        return at("no-swimmer", place)
    return at("already-swum" if state.swum[place] else "just-jumped", place)


def why_not_sail(state: Any, detail: int) -> Reason:
    """Sailing. §5.6"""
    start, end = EDGES[detail]
    if not contains(state.boats, start):
        return at("no-boat", start, "§5.6")
    if not controls(state, int(state.seat), start):
        return at("not-your-boat", start)
    return blocked("boat-blocked", state, end)


def why_not_ride(state: Any, detail: int) -> Reason:
    """Riding. §9.2, §9.3"""
    start, end = EDGES[detail]
    if not contains(state.beasts[DOLPHIN], start):
        return at("no-dolphin", start)
    if able_swimmers(state, int(state.seat), start) <= 0:
        return tired_swimmer(state, start)
    return blocked("ride-blocked", state, end)


def blocked(code: str, state: Any, place: int) -> Reason:
    """A reason that names what is in the way on a hex: land, an animal or else a boat."""
    animals = (name for kind, name in enumerate(ANIMALS) if contains(state.beasts[kind], place))
    one = "land" if is_land(state, place) else next(animals, "boat")
    return reason(code, place=BOARD.names[place], one=one)


def why_not_jump(state: Any, place: int) -> Reason:
    """Jumping out of a boat. §5.9"""
    if is_land(state, place):
        return reason("not-in-boat")
    if not contains(state.boats, place):
        return at("no-boat", place)
    if not state.people[place, state.seat]:
        return at("nobody-there", place)
    return at("dolphin-guards", place)


def why_not_climb(state: Any, place: int) -> Reason:
    """Climbing into a boat. §5.9"""
    if able_swimmers(state, int(state.seat), place) <= 0:
        return tired_swimmer(state, place)
    return at("boat-full" if contains(state.boats, place) else "no-boat", place)


def why_not_sink(state: Any, detail: int) -> Reason:
    """Sinking a piece. §6.1, §6.3"""
    place = int(PIECES[detail])
    if not is_land(state, place):
        return at("piece-gone", place)
    return reason("lower-first", kind=KINDS[sinking_kind(state)])


def why_not_relocate(state: Any, detail: int) -> Reason:
    """Moving people off the sinking piece. §6.2"""
    seat, end = divmod(detail, HEXES)
    place = int(state.sinking)
    if not state.people[place, seat]:
        return reason("none-on-piece", colour=COLOURS[seat])
    if island_has_room(state):
        if end != place and is_land(state, end):
            return at("piece-full", end, "§6.2")
        return reason("must-stay-on-land")
    if end in BOARD.neighbours[place] and not is_land(state, end):
        return at("animal-there", end)
    return at("not-beside", end)


def why_not_pick(state: Any, place: int) -> Reason:
    """Choosing an animal. §8.1, §9.1"""
    animal = int(state.spun_animal)
    if not contains(state.beasts[animal], place):
        return reason("not-here", animal=ANIMALS[animal], place=BOARD.names[place])
    mine = int(state.swimmers[place, state.seat])
    if animal == DOLPHIN and has_swimmers(state, place) and not mine:
        return reason("not-your-dolphin")
    return at("shut-in", place)


def why_not_pick_rider(state: Any, place: int) -> Reason:
    """Choosing a dolphin with its rider. §9.2, §9.3"""
    animal = int(state.spun_animal)
    if not contains(state.beasts[animal], place):
        return reason("not-here", animal=ANIMALS[animal], place=BOARD.names[place])
    if animal != DOLPHIN or able_swimmers(state, int(state.seat), place) <= 0:
        return reason("no-rider")
    return at("shut-in", place, "§9.3")


def why_not_end(state: Any, end: int) -> Reason:
    """Where the animal ends. §8.1, §8.3, §9.3"""
    if end == state.picked:
        return reason("is-there")
    if is_land(state, end):
        return at("not-sea", end)
    name = BOARD.names[end]
    number = int(state.spun_number)
    if state.rider:
        if not contains(state.calm, end):
            return blocked("ride-blocked", state, end)
        return reason("rider-too-far", place=name, number=number)
    if contains(state.refuge, end) and not state.no_refuge:
        return at("dolphin-guards", end)
    return reason("too-far", place=name, number=number)


WHY_NOT = {
    PLACE: why_not_place,
    GO: why_not_go,
    SWIM: why_not_swim,
    SAIL: why_not_sail,
    RIDE: why_not_ride,
    JUMP: why_not_jump,
    CLIMB: why_not_climb,
    GO_CORAL: lambda state, gate: at("nobody-there", int(GATES[gate])),
    SWIM_CORAL: lambda state, gate: tired_swimmer(state, int(GATES[gate])),
    SINK: why_not_sink,
    RELOCATE: why_not_relocate,
    PICK: why_not_pick,
    PICK_RIDER: why_not_pick_rider,
    TO: why_not_end,
}
