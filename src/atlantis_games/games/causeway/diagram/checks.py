"""Refuses a position from which no game could go on: the rules rely on what is checked here."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.diagram import Lines, bits_of
from atlantis_games.games.causeway.rules.funds import paying_cards
from atlantis_games.games.causeway.rules.path import price
from atlantis_games.games.causeway.state import (
    BUYING,
    DEAL,
    DONE,
    DRAWING,
    LAY_LOWER,
    LAY_TOPS,
    PAYING,
    UNCOVERING,
)
from atlantis_games.games.causeway.tables import FIRST_HAND, MAINLAND, STACKED, WATER

SETUP_PHASES = (LAY_TOPS, LAY_LOWER, DEAL)
NOT_YET = (  # fields that are 0 until the first turn
    *("figures", "wealth", "bridges", "removed", "discard", "owed", "origin", "idle", "turns"),
    *("has_paid", "has_acted", "has_bought", "played"),
)


def check_position(state: Any, lines: Lines) -> None:
    """Refuses what no game leads to."""
    if state.phase in SETUP_PHASES:
        if not is_setup(state):
            lines.refuse("setup", "§2")
        return
    check_stacks(state, lines)
    if state.idle >= state.players + (state.phase == DONE):
        lines.refuse("not-a-number", text=str(state.idle), first=0, last=int(state.players) - 1)
    if state.phase in (DRAWING, BUYING) and state.deck_size == 0:
        lines.refuse("no-move")
    if state.phase == PAYING:
        check_bill(state, lines)


def check_stacks(state: Any, lines: Lines) -> None:
    """A tile lies below another, and is known with `peek`; or it is being uncovered. §2.3, §8.1"""
    bare = bits_of(int(state.covered) & ~int(state.land))
    if bare != ([int(state.space)] if state.phase == UNCOVERING else []):
        lines.refuse("uncovering", "§8.1")
    for space in bits_of(int(state.covered)):
        if state.peek and not state.lower[space]:
            lines.refuse("lower-unknown", "§2.3", space=space)
    if state.peek and state.phase == UNCOVERING:
        lines.refuse("uncovering", "§2.3")


def check_bill(state: Any, lines: Lines) -> None:
    """All is owed until something is paid, and the player can pay it. §4.4, §5.3"""
    most = price(state, int(state.origin), int(state.figures[state.seat, state.figure]))
    if not state.has_paid and state.owed != most:
        lines.refuse("owed-all", "§5.3", n=most)
    if not can_pay_all(state):
        lines.refuse("cannot-pay", "§4.4", n=int(state.owed))


def can_pay_all(state: Any) -> bool:
    """Whether the player whose turn it is has enough for what is owed. §4.4, §5.4"""
    seat = int(state.seat)
    cards, tiles, owed = paying_cards(state, seat), int(state.wealth[seat]), int(state.owed)
    if not state.strict_payment:
        return bool(cards + tiles >= owed)
    if state.has_paid:
        return bool((cards if state.paid_cards else tiles) >= owed)
    return bool(max(cards, tiles) >= owed)


def is_setup(state: Any) -> bool:
    """Whether the path is laid and hands are dealt as far as the phase says, and no further. §2"""
    phase, space, seat, draws = (int(state[name]) for name in ("phase", "space", "seat", "draws"))
    laid = range(1, space if phase == LAY_TOPS else MAINLAND)
    known = {LAY_TOPS: 0, LAY_LOWER: space, DEAL: MAINLAND}[phase] if state.peek else 0
    lower = [place for place in bits_of(int(STACKED)) if place < known]
    hands = [0] * len(state.hand_size)
    if phase == DEAL:
        hands[: seat + 1] = [FIRST_HAND + one for one in range(seat + 1)]
        hands[seat] -= draws
    is_next = {
        LAY_TOPS: space not in (0, WATER),
        LAY_LOWER: bool(state.peek) and int(STACKED) >> space & 1 == 1,
        DEAL: 0 < draws <= FIRST_HAND + seat,
    }[phase]
    return (
        is_next
        and int(state.covered) == int(STACKED)
        and bits_of(int(state.land)) == [place for place in laid if place != WATER]
        and [place for place in range(MAINLAND + 1) if state.lower[place]] == lower
        and list(state.hand_size) == hands
        and (phase == DEAL or seat == draws == 0)
        and not any(state[name].any() for name in NOT_YET)
    )
