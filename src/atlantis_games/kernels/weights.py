"""Files of nets: the weights in one row, and a header that says what they are for.

A file that cannot be used is refused with one sentence: a bot that plays on without its net would
be weaker than anybody expects.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.core.errors import WrongWeights
from atlantis_games.kernels.net_layout import layout, shapes

FILE = "weights.npz"  # in the folder of a game
FORMAT = 1


@cache
def shipped_weights(game: Game) -> Any:
    """The net that a game ships: an array of one row, or of none if the game has no features."""
    if game.features is None:
        return np.zeros((0, 0), np.float32)
    return read_weights(game, game.folder / FILE).reshape(1, -1)


def header_of(game: Game, weights: Any) -> dict[str, Any]:
    """What a file says of its weights, and must say to be used for a game."""
    assert game.features is not None
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.version,
        "features": game.features.VERSION,
        "shapes": {name: list(shape) for name, shape in shapes(game.features).items()},
        "sha256": hashlib.sha256(np.ascontiguousarray(weights, "<f4").tobytes()).hexdigest(),
    }


def write_weights(game: Game, file: Path, weights: Any, **facts: object) -> None:
    """Writes a net, and facts about its making; the file is there whole or not at all."""
    header = json.dumps({**header_of(game, weights), "made": facts})
    partial = file.with_suffix(f".{os.getpid()}.partial")
    with partial.open("wb") as handle:
        text = np.frombuffer(header.encode(), np.uint8)
        np.savez_compressed(handle, header=text, weights=np.asarray(weights, np.float32))
    partial.replace(file)


def read_weights(game: Game, file: Path) -> Any:
    """The weights in a file, one row; WrongWeights if they are not for this game."""
    try:
        with file.open("rb") as handle, np.load(handle, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes())
            weights = stored["weights"].astype(np.float32)
        expected = header_of(game, weights)
        wrong = [name for name, value in expected.items() if header.get(name) != value]
    except FileNotFoundError as error:
        raise refusal(game, file, "is not there") from error
    except Exception as error:  # a damaged archive raises many kinds
        raise refusal(game, file, "cannot be read") from error
    if wrong:
        name = wrong[0]
        known = f"expected {expected[name]}, got {header.get(name)}"
        if name in {"shapes", "sha256"}:
            known = "they are damaged or of another net"
        raise refusal(game, file, f"does not fit, by its {name}: {known}")
    assert game.features is not None
    if weights.shape != (layout(game.features).size,):
        raise refusal(game, file, "does not fit, by its number of weights")
    return weights


def refusal(game: Game, file: Path, why: str) -> WrongWeights:
    """The error that a file cannot be used, and what to do."""
    return WrongWeights(
        f"The net of {game.title} cannot be used: {file} {why}. Install this version "
        f"again, or train a net with 'atlantis train {game.name}' and copy it there."
    )
