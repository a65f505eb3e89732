"""What the numbers of a game's actions stand for, so that legal moves can be sent as numbers."""

from __future__ import annotations

import hashlib
from functools import cache

from typing_extensions import TypedDict

from atlantis_games.core.contract import Game
from atlantis_games.server.messages import encode_bytes


class NotationAnswer(TypedDict):
    """What the number of each action stands for: how it is written, and what is clicked for it."""

    moves: list[str]
    clicks: list[list[str]]


@cache
def encoded_notation(game: Game) -> bytes:
    """Every action of a game by its number, as JSON."""
    answer: NotationAnswer = {
        "moves": [action.text for action in game.notation],
        "clicks": [list(action.clicks) for action in game.notation],
    }
    return encode_bytes(answer)


@cache
def notation_version(game: Game) -> str:
    """Changes whenever a number stands for something else."""
    return hashlib.sha256(encoded_notation(game)).hexdigest()[:12]
