"""A position of the compiled engine in the words of the reference engine's `picture`."""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games import Position
from atlantis_games.games.escape.board import ANIMALS, KINDS
from atlantis_games.games.escape.state import NOWHERE
from atlantis_games.games.escape.tables import BOARD, HEXES, KIND

NAMES = BOARD.names


def inside(mask: Any) -> list[int]:
    """The hexes of a set in the record."""
    bits = sum(int(word) << 64 * number for number, word in enumerate(mask))
    return [place for place in range(HEXES) if bits >> place & 1]


def by_name(numbers: Any) -> dict[str, Any]:
    """What hexes hold, by name, without those that hold nothing."""
    filled = np.nonzero(numbers.reshape(HEXES, -1).any(axis=1))[0]
    return {NAMES[place]: numbers[place].tolist() for place in filled}


def picture(position: Position) -> dict[str, object]:
    state = position.state
    players = position.players
    return {
        "actor": position.actor,
        "turn_of": int(state.seat),
        "turns": int(state.turns),
        "points": int(state.points),
        "land": {NAMES[place]: KINDS[KIND[place]] for place in inside(state.land)},
        "people": by_name(state.people),
        "boats": sorted(NAMES[place] for place in inside(state.boats)),
        "swimmers": by_name(state.swimmers),
        "swum": by_name(state.swum),
        "jumped": by_name(state.jumped),
        "animals": {
            animal: sorted(NAMES[place] for place in places if place != NOWHERE)
            for animal, places in zip(ANIMALS, state.animals.tolist(), strict=True)
        },
        "saved": state.saved[:players].tolist(),
        "lost": state.lost[:players].tolist(),
        "to_place": state.to_place[:players].tolist(),
        "symbols": (
            {"all": state.symbols[0].tolist()}
            if state.mixed
            else {kind: state.symbols[number].tolist() for number, kind in enumerate(KINDS)}
        ),
        "quiet": int(state.quiet),
        "sinking": "" if state.sinking == NOWHERE else NAMES[state.sinking],
        "protected": (
            [] if position.is_over else sorted(NAMES[place] for place in inside(state.refuge))
        ),
    }
