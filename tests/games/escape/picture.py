"""A position of the compiled engine in the words of the reference engine's `picture`."""

from __future__ import annotations

from typing import Any

from atlantis import Position
from atlantis.games.escape import rules
from atlantis.games.escape.board import ANIMALS, KINDS
from atlantis.games.escape.tables import BOARD, HEXES, KIND

NAMES = BOARD.names


def inside(mask: Any) -> list[int]:
    """The hexes of a mask."""
    return [place for place in range(HEXES) if int(mask[place // 64]) >> place % 64 & 1]


def picture(position: Position) -> dict[str, object]:
    state = position.state
    players = position.players
    places = range(HEXES)
    return {
        "actor": position.actor,
        "turn_of": int(state.seat),
        "turns": int(state.turns),
        "points": int(state.points),
        "land": {NAMES[place]: KINDS[KIND[place]] for place in inside(state.land)},
        "people": {NAMES[p]: state.people[p].tolist() for p in places if state.people[p].any()},
        "boats": sorted(NAMES[place] for place in inside(state.boats)),
        "swimmers": {
            NAMES[p]: state.swimmers[p].tolist() for p in places if state.swimmers[p].any()
        },
        "swum": {NAMES[p]: int(state.swum[p]) for p in places if state.swum[p]},
        "jumped": {NAMES[p]: int(state.jumped[p]) for p in places if state.jumped[p]},
        "animals": {
            animal: sorted(NAMES[p] for p in state.animals[number] if p != rules.NOWHERE)
            for number, animal in enumerate(ANIMALS)
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
        "sinking": "" if state.sinking == rules.NOWHERE else NAMES[state.sinking],
    }
