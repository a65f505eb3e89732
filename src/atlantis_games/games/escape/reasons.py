"""Why something cannot be done now: the code of a sentence, the rule, and what it names.

This module is the game's `Reasons` (core/contract.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_games.games.escape import pieces
from atlantis_games.games.escape.blocks import (
    BLOCK_OF,
    CLIMB,
    DECISIONS,
    FIRST,
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
    STAY,
    STOP,
    SWIM,
    SWIM_CORAL,
    SYMBOL,
    TO,
)
from atlantis_games.games.escape.board import ANIMALS, NUMBERS, SYMBOLS
from atlantis_games.games.escape.clicks import click_on_piece, clicked_piece, hex_of, text_clicked
from atlantis_games.games.escape.notation import MOVERS, NOTATION
from atlantis_games.games.escape.refusals import RULES, WHY_NOT, at, reason
from atlantis_games.games.escape.state import (
    ENDING,
    MOVING,
    PICKING,
    PLACING,
    RELOCATING,
    REVEALING,
    SINKING,
    is_land,
)
from atlantis_games.games.escape.tables import BOARD

__all__ = ["RULES", "explain_click", "explain_text", "why_not"]

PHASE_OF = {  # the phase in which each block of a seat's actions can be legal
    PLACE: PLACING,
    **dict.fromkeys((GO, SWIM, SAIL, RIDE, JUMP, CLIMB, GO_CORAL, SWIM_CORAL, STOP), MOVING),
    SINK: SINKING,
    RELOCATE: RELOCATING,
    **dict.fromkeys((PICK, PICK_RIDER, STAY), PICKING),
    TO: ENDING,
}
TO_DO = {  # what is to be done in each phase
    PLACING: "place-now",
    MOVING: "move-now",
    SINKING: "sink-now",
    RELOCATING: "relocate-now",
    PICKING: "animal-now",
    ENDING: "end-now",
}


def why_not(position: Position, action: int) -> Reason:
    """Why an action that is not legal is not."""
    state = position.states()[0]
    if position.actor == CHANCE:
        return why_not_chance(state, action)
    block = int(BLOCK_OF[action])
    if action >= DECISIONS:
        return reason("not-chance", "§6.3" if block == SYMBOL else "§4.3")
    return why_not_now(position, PHASE_OF[block]) or WHY_NOT[block](
        state, action - int(FIRST[block])
    )


def why_not_now(position: Position, phase: int) -> Reason | None:
    """Why a seat cannot do what belongs to a phase; None if this is the phase. §4"""
    now = int(position.state.phase)
    if position.actor == CHANCE:
        return reason("chance-acts", "§6.3" if now == REVEALING else "§4.3")
    if position.seen_by is not None and position.seen_by != position.actor:
        return reason("not-your-turn")
    return None if now == phase else reason(TO_DO[now])


def why_not_chance(state: Any, action: int) -> Reason:
    """While chance is to act."""
    revealing = state.phase == REVEALING
    if action < DECISIONS:
        return reason("chance-acts", "§6.3" if revealing else "§4.3")
    block = int(BLOCK_OF[action])
    detail = action - int(FIRST[block])
    if block == SYMBOL:
        symbol = SYMBOLS[detail]
        return reason("no-symbol", symbol=symbol) if revealing else reason("spin-now")
    if revealing:
        return reason("symbol-now")
    animal, number = divmod(detail, len(NUMBERS))
    return reason("no-spin", animal=ANIMALS[animal], number=NUMBERS[number])


# Texts that no action has


def explain_text(position: Position, text: str) -> Reason | None:
    """Why a text that is written like a move is none in any position.

    A person is put or a piece sunk where the island never was, a step leads to a hex that is not
    beside the start, or onto coral from a hex that is no gate.
    """
    verb, *places = text.split(" ")
    known = all(place in BOARD.names for place in places)
    if verb in OFF_ISLAND and len(places) == 1 and known:
        rule, phase = OFF_ISLAND[verb]
        return why_not_now(position, phase) or reason("not-island", rule, place=places[0])
    if verb not in MOVERS or len(places) != 2 or places[0] not in BOARD.names:
        return None
    start, end = places
    if end == "coral":
        found = not_onto_coral(verb, start)
    elif known:
        found = reason("not-next-to", step_rule(position, verb, start), start=start, end=end)
    else:
        return None
    return why_not_now(position, MOVING) or found


OFF_ISLAND = {"place": ("§3.2", PLACING), "sink": ("§6.1", SINKING)}
STEP_RULES = {"swim": "§5.5", "sail": "§5.6", "ride": "§9.2"}


def not_onto_coral(verb: str, start: str) -> Reason:
    """Why this is no way onto a coral island. §5.10, §9.4"""
    if verb in ("go", "swim"):
        return reason("not-a-gate", place=start)
    return reason("people-only", "§9.4" if verb == "ride" else "§5.10")


def step_rule(position: Position, verb: str, start: str) -> str:
    """The rule of a step by one hex. §5"""
    if verb != "go":
        return STEP_RULES[verb]
    return "§5.1" if is_land(position.state, BOARD.names.index(start)) else "§5.8"


# Clicks


def explain_click(position: Position, clicks: Sequence[str] = ()) -> Reason:
    """Why clicks that complete no legal move lead nowhere.

    They are what was chosen and then a hex, or a piece (pieces.py) that no move offers and its hex.
    """
    if position.is_over:
        return Reason("escape", "game-over")
    state = position.states()[0]
    phase = int(state.phase)
    waiting = why_not_now(position, phase)
    if waiting is not None:
        return waiting
    piece = clicked_piece(position.game, clicks)
    if piece is not None:
        swimmer = why_not_swimmer(state, piece) if phase == MOVING else None
        if swimmer is not None:
            return swimmer
        clicks = [click_on_piece(phase, piece)]
    text = text_clicked(phase, clicks)
    explained = explain_text(position, text) if text not in position.game.numbers else None
    return (
        explained
        or why_not_clicked(position, clicks)
        or reason("one-hex" if phase == MOVING else TO_DO[phase])
    )


def why_not_clicked(position: Position, clicks: Sequence[str]) -> Reason | None:
    """Why no move that these clicks can mean is legal; None if one is, or they mean none."""
    phase = int(position.state.phase)
    actions = [
        action
        for action in position.game.clicked_actions(clicks)
        if PHASE_OF.get(int(BLOCK_OF[action])) == phase
    ]
    if len(clicks) == 1 and clicks[0].startswith("hex:"):  # then nothing must be left to click
        actions = [action for action in actions if len(NOTATION[action].clicks) == 1]
    if not actions or any(action in position.moves.values() for action in actions):
        return None
    reasons = [why_not(position, action) for action in actions]
    own = hex_of(clicks[0])
    if len(reasons) > 1 and any(reason.values.get("place", own) != own for reason in reasons):
        return reason("stuck", place=own)
    return reasons[0]


def why_not_swimmer(state: Any, piece: str) -> Reason | None:
    """Why a swimmer with this id cannot move; None if what they have done does not say. §5.11"""
    for place, seat in zip(*state.swimmers.nonzero(), strict=True):
        if seat != state.seat and piece == pieces.swimmer(place, seat):
            return None if state.swimmers[place, state.seat] else at("no-swimmer", place)
        if seat == state.seat and piece == pieces.swimmer(place, seat, pieces.SWUM):
            return at("already-swum", place)
        if seat == state.seat and piece == pieces.swimmer(place, seat, pieces.JUMPED):
            return at("just-jumped", place)
    return None
