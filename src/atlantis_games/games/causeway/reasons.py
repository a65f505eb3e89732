"""Why something cannot be done now; this module is the game's `Reasons` (core/contract.py).

What a click is answered with must be true: it looks at the cards, figures and ways that the clicks
leave open, and says of them what the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atlantis_games.core.errors import Reason
from atlantis_games.core.position import Position
from atlantis_games.games.causeway.actions import (
    BRIDGE,
    BUY,
    CHAIN,
    END,
    MOVE,
    PASS,
    PAY_CARD,
    PAY_TILE,
    block_and_number,
)
from atlantis_games.games.causeway.refusals import RULES, reason, why_not, why_not_now
from atlantis_games.games.causeway.rules.path import landing
from atlantis_games.games.causeway.rules.turn import is_offered
from atlantis_games.games.causeway.state import CHAINING, LATE_BRIDGE, PAYING, START
from atlantis_games.games.causeway.tables import ATLANTIS, FIGURES, ITEM_COUNT, ITEMS

__all__ = ["RULES", "explain_click", "explain_text", "why_not"]

# Of several reasons for one click, which is said.
SAID_FIRST = ("cannot-pay", "chain-unfinished", "no-such-card")
BLOCKS_IN = {  # what a click may mean in each phase
    START: (MOVE, BUY, PASS, BRIDGE),
    CHAINING: (CHAIN, BRIDGE),
    PAYING: (PAY_TILE, PAY_CARD, BRIDGE),
    LATE_BRIDGE: (BRIDGE, END),
}


class Clicked(NamedTuple):
    """What was clicked, by kind; an empty text if nothing of the kind was."""

    figure: str = ""
    card: str = ""
    space: str = ""
    gap: str = ""
    tile: str = ""
    button: str = ""


def explain_text(position: Position, text: str) -> Reason | None:
    """Why a bridge cannot be laid where there is no space at all. §5.1"""
    word, _, space = text.partition(" ")
    if word != "bridge" or not (space.isascii() and space.isdigit() and len(space) < 4):
        return None
    return why_not_now(position) or reason("no-gap", space=int(space))


def explain_click(position: Position, clicks: Sequence[str] = ()) -> Reason:
    """Why clicks that complete no legal move lead nowhere."""
    waiting = why_not_now(position)
    if waiting is not None:
        return waiting
    state = position.state
    phase, clicked = int(state.phase), sorted_clicks(clicks)
    if clicked.space and phase in (START, CHAINING):
        return explain_place(position, clicked)
    if phase == START and clicked.figure and not clicked.tile and not clicked.gap:
        return explain_figure(position, clicked)
    return explain_actions(position, clicks)


def sorted_clicks(clicks: Sequence[str]) -> Clicked:
    """Clicks by kind; of two of a kind the later one counts."""
    kinds = dict(click.partition(":")[::2] for click in clicks)
    return Clicked(**{kind: name for kind, name in kinds.items() if kind in Clicked._fields})


def what_to_do(position: Position) -> Reason:
    """What is to be done now, for a click that has nothing to do with it."""
    state = position.state
    if state.phase == PAYING:
        return reason("pay-first", owed=int(state.owed))
    if state.phase == START:
        can_run = any(block_and_number(action)[0] == MOVE for action in position.moves.values())
        return reason("choose-the-rest" if can_run else "cannot-run")
    return reason("finish-chain" if state.phase == CHAINING else "bridge-or-end")


def explain_actions(position: Position, clicks: Sequence[str]) -> Reason:
    """Why none of the actions with these clicks is legal, or that one needs more clicks."""
    blocks = BLOCKS_IN[int(position.state.phase)]
    numbered = [
        (action, block_and_number(action)[0]) for action in position.game.clicked_actions(clicks)
    ]
    meant = [action for action, block in numbered if block in blocks]
    if not meant and len(clicks) > 1:  # what was chosen before has nothing to do with it
        return explain_click(position, clicks[-1:])
    legal = [block for action, block in numbered if action in position.moves.values()]
    if legal:
        return reason("choose-the-rest" if legal[0] == MOVE else "press-first")
    return best_reason(position, meant)


def best_reason(position: Position, actions: Sequence[int]) -> Reason:
    """The most telling of the reasons against some actions; of prices the one that is nearest."""
    reasons = [why_not(position, action) for action in actions]
    telling = [one for one in reasons if one.code not in ("figure-home", "same-on-atlantis")]
    if not reasons:
        return what_to_do(position)

    def rank(one: Reason) -> tuple[int, int]:
        code = "cannot-pay" if one.code.startswith("cannot-pay") else one.code
        place = SAID_FIRST.index(code) if code in SAID_FIRST else len(SAID_FIRST)
        return place, int(one.values.get("short", 0))

    return min(telling or reasons, key=rank)


def explain_figure(position: Position, clicked: Clicked) -> Reason:
    """Why a figure cannot be chosen, alone or with a card. §3.2, §4.7"""
    state = position.state
    figure, seat = FIGURES.index(clicked.figure), int(state.seat)
    is_alike = state.figures[seat, figure] == ATLANTIS and not is_offered(state, seat, figure)
    if is_alike and not clicked.card:
        first = state.figures[seat].tolist().index(ATLANTIS)
        return reason("take-another", figure=FIGURES[first])
    cards = [clicked.card] if clicked.card else held(position)
    if not cards:
        return reason("empty-hand")
    numbers = position.game.numbers
    actions = [numbers[f"{clicked.figure} {item}"] for item in cards]
    if any(action in position.moves.values() for action in actions):
        return reason("choose-the-rest")
    return best_reason(position, actions)


def explain_place(position: Position, clicked: Clicked) -> Reason:
    """Why nobody gets to a place with the figure and the card chosen, or how they do. §4"""
    space = int(clicked.space)
    ways = list(ways_to(position, space, clicked))
    if any(action in position.moves.values() for action in ways):
        return reason("choose-the-rest")
    if ways:
        return best_reason(position, ways)
    if clicked.card:
        return reason("leads-elsewhere", item=clicked.card)
    first = first_card_to(position, space, clicked.figure)
    if first:
        return reason("over-a-taken-tile", item=first)
    if clicked.figure and position.state.phase == START:
        return reason("no-way-for-figure", figure=clicked.figure)
    return reason("no-way-there")


def ways_to(position: Position, space: int, clicked: Clicked) -> Iterator[int]:
    """The actions with a card in hand that lead a figure to a space, legal or not."""
    state, numbers = position.state, position.game.numbers
    seat = int(state.seat)
    items = [item for item in held(position) if clicked.card in ("", item)]
    if state.phase == CHAINING:
        start = int(state.figures[seat, state.figure])
        figures = [("then", start)]
    else:
        figures = [
            (letter, int(state.figures[seat, number]))
            for number, letter in enumerate(FIGURES)
            if is_offered(state, seat, number) and clicked.figure in ("", letter)
        ]
    for letter, start in figures:
        for item in items:
            if landing(state, start, ITEMS.index(item)) == space:
                yield numbers[f"{letter} {item}"]


def held(position: Position) -> list[str]:
    """The items of which the seat to decide has a card."""
    state = position.state
    return [ITEMS[item] for item in range(ITEM_COUNT) if state.hands[state.seat, item] > 0]


def first_card_to(position: Position, space: int, figure: str) -> str:
    """The card that begins a chain over taken tiles to a space; empty if there is none. §4.2"""
    for choice in position.choices():
        name, _, item = choice["move"].partition(" ")
        if choice.get("chain") and figure in ("", name) and leads_to(position, choice, space):
            return str(item)
    return ""


def leads_to(position: Position, choice: dict[str, object], space: int) -> bool:
    """Whether a run that begins with this move can stop at a space."""
    if choice.get("lands") == space:
        return True
    if not choice.get("chain"):
        return False
    following = position.play(str(choice["move"]))
    return any(leads_to(following, further, space) for further in following.choices())
