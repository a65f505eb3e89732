"""Positions as JSON, for bots in other processes and on other machines."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position
from atlantis_games.games import game_named


class PositionJson(TypedDict):
    """A position as plain values."""

    game: str
    rules: int  # the version of the game's rules
    seen_by: int | None
    record: str  # the state, in base64


def position_as_json(position: Position) -> PositionJson:
    """A position as plain values; only a redacted one has nothing in it that is secret."""
    return {
        "game": position.game.name,
        "rules": position.game.version,
        "seen_by": position.seen_by,
        "record": b64encode(position.states().tobytes()).decode("ascii"),
    }


def position_of(values: Mapping[str, Any]) -> Position:
    """A position from plain values; BadRequest if it is of other rules than these."""
    game = game_named(values["game"])
    data = b64decode(values["record"])
    if values["rules"] != game.version or len(data) != game.record.itemsize:
        raise BadRequest(f"This position of {game.title} is from another version of the package.")
    states = np.frombuffer(bytearray(data), game.record)
    return Position(game, states, values["seen_by"])
