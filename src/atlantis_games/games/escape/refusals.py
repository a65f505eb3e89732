"""Why a move is not legal now: the rule and one sentence (docs/rules/escape.md)."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.errors import Refusal
from atlantis_games.core.game import CHANCE, Position
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

# Code: rule and sentence. The codes and the names in braces are what translations go by.
SENTENCES = {
    "chance-acts": ("§4", "Chance acts now; no player decides."),
    "not-chance": ("§4", "Only chance reveals symbols and turns the spinner."),
    "not-your-turn": ("§4", "It is not your turn."),
    "spin-now": ("§4.3", "The spinner is turned now; no symbol is revealed."),
    "symbol-now": ("§6.3", "A symbol is revealed now; the spinner is turned later."),
    "no-symbol": ("§1.3", "No {symbol} is left under such a piece."),
    "no-spin": ("§1.4", "This spinner never shows {spin}."),
    "place-now": ("§3.2", "People are placed now, one at a time."),
    "move-now": ("§4.1", "It is the moving phase: move, or stop."),
    "sink-now": ("§4.2", "Choose the piece that sinks."),
    "relocate-now": ("§6.2", "Move the people off the sinking piece first."),
    "animal-now": ("§8.1", "Choose an animal of the kind that the spinner shows, or stay."),
    "end-now": ("§8.1", "Say where the chosen animal ends."),
    "one-on-flatland": ("§3.2", "During setup a flatland holds one person, and {place} has one."),
    "piece-full": ("§5.1", "{place} is full: a piece holds 3."),
    "boat-full": ("§5.7", "The boat at {place} is full: it holds 3."),
    "one-hex": ("§4.1", "A point takes somebody to a hex beside their own."),
    "nobody-there": ("§5.0", "You have nobody on land or aboard at {place}."),
    "no-swimmer": ("§5.0", "You have no swimmer at {place}."),
    "not-free": ("§5.3", "{place} is not free: nobody jumps where a boat or an animal is."),
    "water-is-here": (
        "§5.9",
        "From a boat one jumps into the water of the same hex: jump {place}.",
    ),
    "already-swum": ("§5.11", "Your swimmer at {place} has swum this turn."),
    "just-jumped": ("§5.11", "Your swimmer at {place} has jumped this turn and must wait."),
    "dolphin-guards": ("§8.3", "A dolphin is with a swimmer at {place}: nobody may come there."),
    "no-boat": ("§5.9", "There is no boat at {place}."),
    "not-in-boat": ("§5.9", "Only from a boat does one jump into the water of the same hex."),
    "not-your-boat": ("§5.6", "Others have more people in the boat at {place} than you."),
    "boat-blocked": ("§5.6", "A boat cannot go to {place}: there is land, a boat or an animal."),
    "no-dolphin": ("§9.2", "There is no dolphin at {place}."),
    "ride-blocked": ("§9.3", "A rider cannot go to {place}: there is land or another animal."),
    "piece-gone": ("§6.3", "There is no piece left at {place}."),
    "lower-first": ("§6.1", "{kind} sinks first."),
    "none-on-piece": ("§6.2", "Nobody in {colour} is on the sinking piece."),
    "must-stay-on-land": ("§6.2", "There is room on the island: choose a piece with room."),
    "not-beside": ("§6.2", "{place} is not a sea hex beside the sinking piece."),
    "animal-there": ("§6.2", "An animal is at {place}, and there are hexes without one."),
    "not-here": ("§8.1", "There is no {animal} at {place}."),
    "not-your-dolphin": ("§9.1", "That dolphin is with another player's swimmer."),
    "no-rider": ("§9.2", "You have no swimmer there who could ride."),
    "shut-in": ("§8.1", "The animal at {place} has nowhere to go."),
    "is-there": ("§8.1", "A move does not end where it began."),
    "not-sea": ("§8.1", "{place} is land."),
    "too-far": ("§8.1", "{place} is more than {number} away over sea."),
    "rider-too-far": ("§9.3", "{place} is not within {number} hexes free of animals."),
}


def refusal(code: str, rule: str = "", **values: str | int) -> Refusal:
    """The refusal with this code, by its usual rule or the one that applies here."""
    usual, sentence = SENTENCES[code]
    text = sentence.format(**values)
    return Refusal(code, rule or usual, text[0].upper() + text[1:], values)


def at(code: str, place: int, rule: str = "") -> Refusal:
    """A refusal that names a hex."""
    return refusal(code, rule, place=BOARD.names[place])


WHAT_IS_TO_DO = {
    rules.PLACING: "place-now",
    rules.MOVING: "move-now",
    rules.SINKING: "sink-now",
    rules.RELOCATING: "relocate-now",
    rules.PICKING: "animal-now",
    rules.ENDING: "end-now",
}


def astray(position: Position) -> Refusal:
    """Why a click is in vain that belongs to no move at all."""
    if position.actor == CHANCE:
        return refusal("chance-acts")
    phase = int(position.state.phase)
    return refusal("one-hex" if phase == rules.MOVING else WHAT_IS_TO_DO.get(phase, "chance-acts"))


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


def refuse(position: Position, action: int) -> Refusal:
    """Why an action that is not legal is not."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return refuse_chance(state, action)
    if action >= SYMBOL:
        return refusal("not-chance")
    if position.seen_by is not None and position.seen_by != position.actor:
        return refusal("not-your-turn")
    phase = int(state.phase)
    if phase_of(action) != phase:
        return refusal(WHAT_IS_TO_DO[phase])
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
        return refusal("lower-first", kind=kind)
    if phase == rules.RELOCATING:
        return refuse_relocation(state, (action - RELOCATE) // HEXES, (action - RELOCATE) % HEXES)
    if phase == rules.PICKING:
        return refuse_pick(state, (action - PICK) % HEXES, action >= PICK_RIDER)
    return refuse_end(state, action - TO)


def refuse_chance(state: Any, action: int) -> Refusal:
    """While chance is to act."""
    if action < SYMBOL:
        return refusal("chance-acts")
    revealing = state.phase == rules.REVEALING
    if action < SPIN:
        symbol = SYMBOLS[action - SYMBOL]
        return refusal("no-symbol", symbol=symbol) if revealing else refusal("spin-now")
    if revealing:
        return refusal("symbol-now")
    animal, number = divmod(action - SPIN, len(NUMBERS))
    return refusal("no-spin", spin=f"{ANIMALS[animal]} {NUMBERS[number]}")


def refuse_move(state: Any, action: int) -> Refusal:
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


def refuse_go(state: Any, start: int, end: int) -> Refusal:
    """A person on land or aboard. §5.1-5.3, §5.8"""
    if not state.people[start, state.seat]:
        return at("nobody-there", start)
    if rules.is_land(state, end):
        return at("piece-full", end, "§5.1" if rules.is_land(state, start) else "§5.8")
    if rules.has(state.boats, end) and is_full(state, end):
        return at("boat-full", end)
    return at("not-free", end) if rules.is_land(state, start) else at("water-is-here", start)


def refuse_swimmer(state: Any, place: int) -> Refusal:
    """A swimmer who is not there or may not. §5.11"""
    if not state.swimmers[place, state.seat]:
        return at("no-swimmer", place)
    return at("already-swum" if state.swum[place] else "just-jumped", place)


def refuse_swim(state: Any, start: int, end: int) -> Refusal:
    """Swimming. §5.4, §5.5"""
    if rules.rested(state, int(state.seat), start) <= 0:
        return refuse_swimmer(state, start)
    if rules.is_land(state, end):
        return at("piece-full", end, "§5.4")
    return at("dolphin-guards", end)


def refuse_sail(state: Any, start: int, end: int) -> Refusal:
    """Sailing. §5.6"""
    if not rules.has(state.boats, start):
        return at("no-boat", start, "§5.6")
    if not rules.controls(state, int(state.seat), start):
        return at("not-your-boat", start)
    return at("boat-blocked", end)


def refuse_ride(state: Any, start: int, end: int) -> Refusal:
    """Riding. §9.2, §9.3"""
    if not rules.has(state.beasts[DOLPHIN], start):
        return at("no-dolphin", start)
    if state.swimmers[start, state.seat] <= state.jumped[start]:
        return refuse_swimmer(state, start)
    return at("ride-blocked", end)


def refuse_jump(state: Any, place: int) -> Refusal:
    """Jumping out of a boat. §5.9"""
    if rules.is_land(state, place):
        return refusal("not-in-boat")
    if not rules.has(state.boats, place):
        return at("no-boat", place)
    if not state.people[place, state.seat]:
        return at("nobody-there", place)
    return at("dolphin-guards", place)


def refuse_climb(state: Any, place: int) -> Refusal:
    """Climbing into a boat. §5.9"""
    if state.swimmers[place, state.seat] <= state.jumped[place]:
        return refuse_swimmer(state, place)
    return at("boat-full" if rules.has(state.boats, place) else "no-boat", place)


def refuse_relocation(state: Any, seat: int, end: int) -> Refusal:
    """Moving people off the sinking piece. §6.2"""
    place = int(state.sinking)
    if not state.people[place, seat]:
        return refusal("none-on-piece", colour=COLOURS[seat])
    dry = state.land & state.room
    rules.put(dry, place, False)
    if dry.any():
        if is_other_land(state, end):
            return at("piece-full", end, "§6.2")
        return refusal("must-stay-on-land")
    if end in BOARD.neighbours[place] and not rules.is_land(state, end):
        return at("animal-there", end)
    return at("not-beside", end)


def is_other_land(state: Any, place: int) -> bool:
    """Whether this is an island piece other than the sinking one."""
    return bool(rules.is_land(state, place)) and place != state.sinking


def refuse_pick(state: Any, place: int, rider: bool) -> Refusal:
    """Choosing an animal. §8.1, §9"""
    animal = int(state.spun_animal)
    if not rules.has(state.beasts[animal], place):
        return refusal("not-here", animal=ANIMALS[animal], place=BOARD.names[place])
    mine = int(state.swimmers[place, state.seat])
    if rider and (animal != DOLPHIN or mine <= state.jumped[place]):
        return refusal("no-rider")
    if animal == DOLPHIN and rules.has(state.refuge, place) and not mine:
        return refusal("not-your-dolphin")
    return at("shut-in", place, "§9.3" if rider else "")


def refuse_end(state: Any, end: int) -> Refusal:
    """Where the animal ends. §8.1, §8.3, §9.3"""
    if end == state.picked:
        return refusal("is-there")
    if rules.is_land(state, end):
        return at("not-sea", end)
    name = BOARD.names[end]
    number = int(state.spun_number)
    if state.rider:
        if not rules.has(state.calm, end):
            return at("ride-blocked", end)
        return refusal("rider-too-far", place=name, number=number)
    if rules.has(state.refuge, end) and not state.no_refuge:
        return at("dolphin-guards", end)
    return refusal("too-far", place=name, number=number)
