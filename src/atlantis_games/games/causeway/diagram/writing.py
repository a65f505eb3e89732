"""Writes a position as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_games.core.contract import States
from atlantis_games.core.diagram import bits_of, listed
from atlantis_games.core.plain_fields import plain
from atlantis_games.games.causeway.diagram.words import BACKS, NUMBERS, PHASES, UNKNOWN
from atlantis_games.games.causeway.state import START
from atlantis_games.games.causeway.tables import (
    ATLANTIS,
    COLOURS,
    FIGURES,
    ITEM_COUNT,
    ITEMS,
    MAINLAND,
    TILES,
    VALUE_COUNT,
    tile,
)


def write(states: States, seen_by: int | None) -> list[str]:
    """The lines of a position."""
    state = plain(states)
    lines = ["path " + " ".join(path_words(state))]
    lines += [" ".join(seat_words(state, seat)) for seat in range(state.players)]
    for word, pile in (("discard", state.discard), ("removed", state.removed)):
        if any(pile):
            lines.append(" ".join([word, *listed(ITEMS, pile)]))
    for back, mask in zip(BACKS, state.unseen, strict=True):
        if mask:
            lines.append(" ".join(["unseen", back, *tile_words(mask)]))
    if state.seat:
        lines.append(f"turn {COLOURS[state.seat]}")
    return [*lines, *turn_lines(state)]


def path_words(state: Any) -> list[str]:
    """A word for each space, up to the last one where anything lies."""
    words = []
    for space in range(1, MAINLAND):
        if state.value[space]:
            word = TILES[tile(state.face[space], state.value[space])]
        else:
            word = "=" if state.bridges >> space & 1 else "~"
        if state.covered >> space & 1:
            word += "+"
        if state.lower[space]:
            word += TILES[state.lower[space] - 1]
        words.append(word)
    while words and words[-1] == "~":
        words.pop()
    return words


def seat_words(state: Any, seat: int) -> Iterator[str]:
    """What a player has."""
    yield COLOURS[seat]
    for letter, space in zip(FIGURES, state.figures[seat], strict=True):
        if space != ATLANTIS:
            yield f"{letter}:{'home' if space == MAINLAND else space}"
    hand, unknown = state.hands[seat], state.hand_size[seat] - sum(state.hands[seat])
    for name, words in (
        ("hand", listed((*ITEMS, UNKNOWN), (*hand, unknown))),
        ("shown", listed(ITEMS, state.shown[seat])),
        ("tiles", listed(map(str, range(VALUE_COUNT + 1)), state.tiles[seat])),
    ):
        if words:
            yield from (name, *words)
    if not state.has_bridge[seat]:
        yield "nobridge"


def tile_words(mask: int) -> Iterator[str]:
    """The tiles of a mask by item: `ring135`."""
    for item in range(ITEM_COUNT):
        values = mask >> item * VALUE_COUNT & (1 << VALUE_COUNT) - 1
        if values:
            yield ITEMS[item] + "".join(str(value + 1) for value in bits_of(values))


def turn_lines(state: Any) -> Iterator[str]:
    """What has happened in the turn, and before it."""
    if state.phase != START:
        yield f"phase {PHASES[state.phase]}"
    if state.figure:
        yield f"figure {FIGURES[state.figure]}"
    if state.has_paid:
        yield f"paid {'card' if state.paid_cards else 'tile'}"
    if state.has_acted:
        yield "acted"
    if state.has_bought:
        unknown = state.bought_count - sum(state.bought)
        yield " ".join(["bought", *listed((*ITEMS, UNKNOWN), (*state.bought, unknown))])
    if any(state.played):
        yield " ".join(["played", *listed(ITEMS, state.played)])
    for word, (field, _) in NUMBERS.items():
        if getattr(state, field):
            yield f"{word} {getattr(state, field)}"
