"""Reads what is still under the pieces."""

from __future__ import annotations

from typing import Any

from atlantis_games.core.diagram import Lines, counted
from atlantis_games.games.escape.board import ANIMALS, KINDS, SYMBOLS
from atlantis_games.games.escape.diagram.words import ALL, fail
from atlantis_games.games.escape.hexes import contains
from atlantis_games.games.escape.state import NOWHERE, REVEALING
from atlantis_games.games.escape.tables import HEXES, KIND


def hide_symbols(state: Any, lines: Lines, symbols: Any, boats: int) -> None:
    """The symbols that are still under pieces, which with the others explain what is drawn."""
    rows = (ALL,) if state.mixed else KINDS
    found = {words[0]: words[1:] for words in lines.all("symbols") if words}
    if not set(found) <= set(rows):
        fail("symbols-of", "§1.3", names=", ".join(rows))
    shown = [int((state.animals[animal] != NOWHERE).sum()) for animal in range(len(ANIMALS))]
    drawn = sum(contains(state.boats, place) for place in range(HEXES))
    shown += [max(0, drawn - boats), 0]
    for row in sorted(range(len(rows)), key=lambda row: rows[row] not in found):
        left = symbols[row]
        hidden = hidden_pieces(state, row)
        if rows[row] in found:
            left[:] = listed_symbols(found[rows[row]], rows[row], left, shown)
        else:
            take_shown(left, hidden, shown)
        if left.sum() != hidden:
            fail("symbol-count", "§1.3", n=int(left.sum()), pieces=hidden, kind=rows[row])
        state.symbols[row] = left
    for symbol, number in enumerate(shown):
        if number > 0:
            fail("not-come-up", "§1.3", n=number, symbol=SYMBOLS[symbol])


def hidden_pieces(state: Any, row: int) -> int:
    """How many pieces of a row hide a symbol."""
    hidden = int(state.pieces.sum() if state.mixed else state.pieces[row])
    if state.phase == REVEALING:
        hidden += bool(state.mixed or KIND[state.sinking] == row)
    return hidden


def listed_symbols(words: list[str], row: str, most: Any, shown: list[int]) -> list[int]:
    """The symbols of a list; the others have come up."""
    left = [0] * len(SYMBOLS)
    for number, name in map(counted, words):
        if name not in SYMBOLS:
            fail("not-a-symbol", text=name)
        left[SYMBOLS.index(name)] += number
    for symbol, number in enumerate(left):
        if number > most[symbol]:
            fail("too-many-symbols", "§1.3", n=number, symbol=SYMBOLS[symbol], kind=row)
        shown[symbol] -= int(most[symbol]) - number
    return left


def take_shown(left: Any, hidden: int, shown: list[int]) -> None:
    """Takes away symbols until so many are hidden: first those that were shown."""
    for symbol in range(len(SYMBOLS)):
        taken = max(0, min(int(left.sum()) - hidden, int(left[symbol]), shown[symbol]))
        left[symbol] -= taken
        shown[symbol] -= taken
    for symbol in reversed(range(len(SYMBOLS))):
        left[symbol] -= max(0, min(int(left.sum()) - hidden, int(left[symbol])))
