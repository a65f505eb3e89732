"""A position of the compiled engine in the words of the reference engine's `picture`."""

from __future__ import annotations

from typing import Any

from atlantis import Position
from atlantis.games.causeway.tables import ITEMS, MAINLAND, TILES


def bit(mask: Any, space: int) -> int:
    return int(mask) >> space & 1


def picture(position: Position) -> dict[str, object]:
    state = position.state
    players = position.players
    spaces = range(1, MAINLAND)
    return {
        "actor": position.actor,
        "turn_of": int(state.seat) if state.turns or state.phase >= 4 else 0,
        "turns": int(state.turns),
        "path": [
            f"{ITEMS[state.face[space]]}{state.value[space]}" if bit(state.land, space) else ""
            for space in spaces
        ],
        "covered": [bit(state.covered, space) for space in spaces],
        "lower": [TILES[state.lower[s] - 1] if state.lower[s] else "" for s in spaces],
        "hands": state.hands[:players].tolist(),
        "shown": state.shown[:players].tolist(),
        "tiles": state.tiles[:players, 1:].tolist(),
        "spent": state.spent[1:].tolist(),
        "figures": state.figures[:players].tolist(),
        "bridges": [space for space in spaces if bit(state.bridges, space)],
        "has_bridge": [bool(has) for has in state.has_bridge[:players]],
        "draw_pile": state.deck.tolist(),
        "discard": state.discard.tolist(),
        "removed": state.removed.tolist(),
        "owed": int(state.owed),
    }
