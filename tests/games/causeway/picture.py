"""A position of the compiled engine in the words of the reference engine's `picture`."""

from __future__ import annotations

from typing import Any

from atlantis_games import Position
from atlantis_games.games.causeway.state import START
from atlantis_games.games.causeway.tables import ITEMS, MAINLAND, TILES


def spaces_in(mask: Any) -> list[int]:
    """One number per space: 1 where the mask has it."""
    bits = int(mask)
    return [bits >> space & 1 for space in range(1, MAINLAND)]


def picture(position: Position) -> dict[str, object]:
    state = position.state
    players = position.players
    faces, values = state.face.tolist()[1:MAINLAND], state.value.tolist()[1:MAINLAND]
    land, bridges = spaces_in(state.land), spaces_in(state.bridges)
    return {
        "actor": position.actor,
        "turn_of": int(state.seat) if state.turns or state.phase >= START else 0,
        "turns": int(state.turns),
        "path": [
            f"{ITEMS[face]}{value}" if there else ""
            for face, value, there in zip(faces, values, land, strict=True)
        ],
        "covered": spaces_in(state.covered),
        "lower": [TILES[below - 1] if below else "" for below in state.lower.tolist()[1:MAINLAND]],
        "hands": state.hands[:players].tolist(),
        "shown": state.shown[:players].tolist(),
        "tiles": state.tiles[:players, 1:].tolist(),
        "spent": state.spent[1:].tolist(),
        "figures": state.figures[:players].tolist(),
        "bridges": [space for space, there in enumerate(bridges, 1) if there],
        "has_bridge": [bool(has) for has in state.has_bridge[:players]],
        "draw_pile": state.deck.tolist(),
        "discard": state.discard.tolist(),
        "removed": state.removed.tolist(),
        "owed": int(state.owed),
    }
