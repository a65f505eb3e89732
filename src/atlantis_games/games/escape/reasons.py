"""Why a move is not legal now: the rule and one sentence (docs/rules/escape.md)."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_games.games.escape import rules
from atlantis_games.games.escape.board import ANIMALS, KINDS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.tables import (
    BOARD,
    CLIMB,
    COLOURS,
    DOLPHIN,
    EDGE_FROM,
    EDGE_TO,
    FLATLAND,
    GATES,
    GO,
    GO_CORAL,
    HEXES,
    JUMP,
    KIND,
    PICK,
    PICK_RIDER,
    PIECES,
    RELOCATE,
    ROOM,
    SINK,
    SPIN,
    STAY,
    SWIM_CORAL,
    SYMBOL,
    TO,
)

# The rule behind each code; the sentences are `reason.CODE` in the game's texts.
RULES = {
    "chance-acts": "§4",
    "not-chance": "§4",
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
    "nobody-there": "§5.0",
    "no-swimmer": "§5.0",
    "not-free": "§5.3",
    "water-is-here": "§5.9",
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
    """The refusal with this code, by its usual rule or the one that applies here."""
    return Reason("escape", code, rule or RULES[code], values)


def at(code: str, place: int, rule: str = "") -> Reason:
    """A refusal that names a hex."""
    return reason(code, rule, place=BOARD.names[place])


WHAT_IS_TO_DO = {
    rules.PLACING: "place-now",
    rules.MOVING: "move-now",
    rules.SINKING: "sink-now",
    rules.RELOCATING: "relocate-now",
    rules.PICKING: "animal-now",
    rules.ENDING: "end-now",
}


def explain_click(position: Position) -> Reason:
    """Why a click is in vain that belongs to no move at all."""
    if position.actor == CHANCE:
        return reason("chance-acts")
    phase = int(position.state.phase)
    return reason("one-hex" if phase == rules.MOVING else WHAT_IS_TO_DO.get(phase, "chance-acts"))


def phase_of(action: int) -> int:
    """The phase that an action of a seat belongs to."""
    limits = (
        (GO, rules.PLACING),
        (SINK, rules.MOVING),
        (RELOCATE, rules.SINKING),
        (PICK, rules.RELOCATING),
        (TO, rules.PICKING),
        (STAY, rules.ENDING),
    )
    return next((phase for limit, phase in limits if action < limit), rules.PICKING)


def why_not(position: Position, action: int) -> Reason:
    """Why an action that is not legal is not."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return refuse_chance(state, action)
    if action >= SYMBOL:
        return reason("not-chance")
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    phase = int(state.phase)
    if phase_of(action) != phase:
        return reason(WHAT_IS_TO_DO[phase])
    if phase == rules.PLACING:
        place = int(PIECES[action])
        flat = KIND[place] == FLATLAND
        return at("one-on-flatland" if flat else "piece-full", place, "§3.2")
    if phase == rules.MOVING:
        return refuse_move(state, action)
    if phase == rules.SINKING:
        place = int(PIECES[action - SINK])
        if not rules.is_land(state, place):
            return at("piece-gone", place)
        kind = KINDS[rules.sinking_kind(state)]
        return reason("lower-first", kind=kind)
    if phase == rules.RELOCATING:
        return refuse_relocation(state, (action - RELOCATE) // HEXES, (action - RELOCATE) % HEXES)
    if phase == rules.PICKING:
        return refuse_pick(state, (action - PICK) % HEXES, action >= PICK_RIDER)
    return refuse_end(state, action - TO)


def refuse_chance(state: Any, action: int) -> Reason:
    """While chance is to act."""
    if action < SYMBOL:
        return reason("chance-acts")
    revealing = state.phase == rules.REVEALING
    if action < SPIN:
        symbol = SYMBOLS[action - SYMBOL]
        return reason("no-symbol", symbol=symbol) if revealing else reason("spin-now")
    if revealing:
        return reason("symbol-now")
    animal, number = divmod(action - SPIN, len(NUMBERS))
    return reason("no-spin", spin=f"{ANIMALS[animal]} {NUMBERS[number]}")


def refuse_move(state: Any, action: int) -> Reason:
    """In the moving phase. §5"""
    if action < JUMP:
        block = (action - GO) // len(EDGE_TO)
        edge = (action - GO) % len(EDGE_TO)
        start, end = int(EDGE_FROM[edge]), int(EDGE_TO[edge])
        explain = (refuse_go, refuse_swim, refuse_sail, refuse_ride)[block]
        return explain(state, start, end)
    if action < CLIMB:
        return refuse_jump(state, action - JUMP)
    if action < GO_CORAL:
        return refuse_climb(state, action - CLIMB)
    if action < SWIM_CORAL:
        return at("nobody-there", int(GATES[action - GO_CORAL]))
    return refuse_swimmer(state, int(GATES[action - SWIM_CORAL]))


def is_full(state: Any, place: int) -> bool:
    """Whether a piece or a boat holds 3."""
    return int(rules.aboard(state, place)) >= ROOM


def refuse_go(state: Any, start: int, end: int) -> Reason:
    """A person on land or aboard. §5.1-5.3, §5.8"""
    if not state.people[start, state.seat]:
        return at("nobody-there", start)
    if rules.is_land(state, end):
        return at("piece-full", end, "§5.1" if rules.is_land(state, start) else "§5.8")
    if rules.has(state.boats, end) and is_full(state, end):
        return at("boat-full", end)
    return at("not-free", end) if rules.is_land(state, start) else at("water-is-here", start)


def refuse_swimmer(state: Any, place: int) -> Reason:
    """A swimmer who is not there or may not. §5.11"""
    if not state.swimmers[place, state.seat]:
        return at("no-swimmer", place)
    return at("already-swum" if state.swum[place] else "just-jumped", place)


def refuse_swim(state: Any, start: int, end: int) -> Reason:
    """Swimming. §5.4, §5.5"""
    if rules.rested(state, int(state.seat), start) <= 0:
        return refuse_swimmer(state, start)
    if rules.is_land(state, end):
        return at("piece-full", end, "§5.4")
    return at("dolphin-guards", end)


def refuse_sail(state: Any, start: int, end: int) -> Reason:
    """Sailing. §5.6"""
    if not rules.has(state.boats, start):
        return at("no-boat", start, "§5.6")
    if not rules.controls(state, int(state.seat), start):
        return at("not-your-boat", start)
    return at("boat-blocked", end)


def refuse_ride(state: Any, start: int, end: int) -> Reason:
    """Riding. §9.2, §9.3"""
    if not rules.has(state.beasts[DOLPHIN], start):
        return at("no-dolphin", start)
    if state.swimmers[start, state.seat] <= state.jumped[start]:
        return refuse_swimmer(state, start)
    return at("ride-blocked", end)


def refuse_jump(state: Any, place: int) -> Reason:
    """Jumping out of a boat. §5.9"""
    if rules.is_land(state, place):
        return reason("not-in-boat")
    if not rules.has(state.boats, place):
        return at("no-boat", place)
    if not state.people[place, state.seat]:
        return at("nobody-there", place)
    return at("dolphin-guards", place)


def refuse_climb(state: Any, place: int) -> Reason:
    """Climbing into a boat. §5.9"""
    if state.swimmers[place, state.seat] <= state.jumped[place]:
        return refuse_swimmer(state, place)
    return at("boat-full" if rules.has(state.boats, place) else "no-boat", place)


def refuse_relocation(state: Any, seat: int, end: int) -> Reason:
    """Moving people off the sinking piece. §6.2"""
    place = int(state.sinking)
    if not state.people[place, seat]:
        return reason("none-on-piece", colour=COLOURS[seat])
    dry = state.land & state.room
    rules.put(dry, place, False)
    if dry.any():
        if is_other_land(state, end):
            return at("piece-full", end, "§6.2")
        return reason("must-stay-on-land")
    if end in BOARD.neighbours[place] and not rules.is_land(state, end):
        return at("animal-there", end)
    return at("not-beside", end)


def is_other_land(state: Any, place: int) -> bool:
    """Whether this is an island piece other than the sinking one."""
    return bool(rules.is_land(state, place)) and place != state.sinking


def refuse_pick(state: Any, place: int, rider: bool) -> Reason:
    """Choosing an animal. §8.1, §9"""
    animal = int(state.spun_animal)
    if not rules.has(state.beasts[animal], place):
        return reason("not-here", animal=ANIMALS[animal], place=BOARD.names[place])
    mine = int(state.swimmers[place, state.seat])
    if rider and (animal != DOLPHIN or mine <= state.jumped[place]):
        return reason("no-rider")
    if animal == DOLPHIN and rules.has(state.refuge, place) and not mine:
        return reason("not-your-dolphin")
    return at("shut-in", place, "§9.3" if rider else "")


def refuse_end(state: Any, end: int) -> Reason:
    """Where the animal ends. §8.1, §8.3, §9.3"""
    if end == state.picked:
        return reason("is-there")
    if rules.is_land(state, end):
        return at("not-sea", end)
    name = BOARD.names[end]
    number = int(state.spun_number)
    if state.rider:
        if not rules.has(state.calm, end):
            return at("ride-blocked", end)
        return reason("rider-too-far", place=name, number=number)
    if rules.has(state.refuge, end) and not state.no_refuge:
        return at("dolphin-guards", end)
    return reason("too-far", place=name, number=number)
