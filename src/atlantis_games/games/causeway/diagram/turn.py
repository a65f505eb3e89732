"""Reads what has happened in a turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from atlantis_games.core.diagram import Lines, counted
from atlantis_games.games.causeway.diagram.words import NUMBERS, PHASES, UNKNOWN
from atlantis_games.games.causeway.rules.path import price, reprice
from atlantis_games.games.causeway.state import (
    BUYING,
    CARD_PHASES,
    CHAINING,
    DECISION_PHASES,
    DONE,
    PAYING,
    START,
    UNCOVERING,
)
from atlantis_games.games.causeway.tables import (
    ATLANTIS,
    BIT,
    CARDS_PER_ITEM,
    COLOURS,
    FIGURE_COUNT,
    FIGURES,
    ITEMS,
    MAINLAND,
)


def read_turn(state: Any, lines: Lines, colours: list[str]) -> None:
    """Whose turn it is, and what has happened in it."""
    words = lines.one("turn", colours[:1])
    playing = colours[: state.players]
    if len(words) != 1 or words[0] not in playing:
        lines.refuse("whose-turn", names=", ".join(playing), text=" ".join(words))
    state.seat = playing.index(words[0])
    names = {name: phase for phase, name in PHASES.items()}
    phase = " ".join(lines.one("phase", [PHASES[START]]))
    if phase not in names:
        lines.refuse("phase", text=phase, names=", ".join(names))
    state.phase = names[phase]
    for word, (field, numbers) in NUMBERS.items():
        state[field] = lines.number(word, numbers)
    read_figure(state, lines)
    read_cards(state, lines)
    stand(state, lines)
    check_phase(state, lines)


def read_figure(state: Any, lines: Lines) -> None:
    """The figure on the move, and how far its turn is."""
    letter = " ".join(lines.one("figure", [FIGURES[0]]))
    if letter not in FIGURES:
        lines.refuse("not-a-figure", text=letter, colour=COLOURS[state.seat])
    state.figure = FIGURES.index(letter)
    paid = lines.one("paid", [""])
    if paid not in ([""], ["card"], ["tile"]):
        lines.refuse("paid-with")
    state.has_paid = "paid" in lines
    state.paid_cards = paid == ["card"]
    state.has_acted = "acted" in lines


def read_cards(state: Any, lines: Lines) -> None:
    """The cards bought and played this turn."""
    state.has_bought = "bought" in lines
    for field, words in (("bought", lines.one("bought")), ("played", lines.one("played"))):
        found = Counter[str]()
        for number, name in map(counted, words):
            found[name] += number
            if found[name] > CARDS_PER_ITEM:
                lines.refuse("too-many-cards", "§1.2", n=CARDS_PER_ITEM, item=name)
            if name in ITEMS:
                state[field][ITEMS.index(name)] = found[name]
            elif name != UNKNOWN or field == "played":
                lines.refuse("not-a-card", text=name)
        if field == "bought":
            state.bought_count = found.total()


def stand(state: Any, lines: Lines) -> None:
    """Marks the tiles where figures stand; the one on the move may be where another is. §4.2"""
    for seat in range(state.players):
        for figure in range(FIGURE_COUNT):
            space = int(state.figures[seat, figure])
            if space in (ATLANTIS, MAINLAND):
                continue
            if state.phase == CHAINING and (seat, figure) == (state.seat, state.figure):
                continue
            if int(state.occupied) >> space & 1:
                lines.refuse("two-figures", "§4.2", space=space)
            state.occupied |= BIT[space]


def check_phase(state: Any, lines: Lines) -> None:
    """What must be so for the phase to be what it is."""
    if state.phase != DONE and state.phase in DECISION_PHASES and is_anybody_done(state):
        lines.refuse("all-home", "§10.1")
    place = int(state.figures[state.seat, state.figure])
    if state.phase == CHAINING and not int(state.occupied) >> place & 1:
        lines.refuse("not-chaining", "§4.2")
    if state.phase == PAYING:
        check_debt(state, lines, place)
    if state.phase == UNCOVERING and state.space == 0:
        lines.refuse("needs-space")
    if state.phase in CARD_PHASES and state.draws == 0:
        lines.refuse("needs-draws")
    if state.phase == BUYING and not state.has_bought:
        lines.refuse("needs-bought", "§7.1")


def is_anybody_done(state: Any) -> bool:
    """Whether a player had brought everybody home before this turn. §10.1"""
    moved = state.phase not in (START, CHAINING)
    return any(
        state.home[seat] == FIGURE_COUNT and not (moved and seat == state.seat)
        for seat in range(state.players)
    )


def check_debt(state: Any, lines: Lines, place: int) -> None:
    """Something is owed, and not more than the way costs. §5.3"""
    reprice(state, ATLANTIS, MAINLAND)
    most = price(state, int(state.origin), place)
    if not 0 < state.owed <= most:
        lines.refuse("owed", "§5.3", n=most)
