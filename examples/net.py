"""Reads the net of a game with NumPy alone, and works out what it thinks of positions.

    python examples/net.py src/atlantis_games/games/escape/weights.npz

`Net(file)(inputs, players)` gives each seat's share of the win from the seat to decide on. The
inputs are what the package's `features` kernel writes for a position (docs/training.md).
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

WIDTH = 32  # units of a layer


class Net:
    """The weights of a file as arrays by name."""

    def __init__(self, file: str) -> None:
        with np.load(file, allow_pickle=False) as stored:
            self.header = json.loads(stored["header"].tobytes())
            rest: Any = stored["weights"]
        self.arrays: dict[str, Any] = {}
        for name, shape in self.header["shapes"].items():
            size = int(np.prod(shape))
            self.arrays[name], rest = rest[:size].reshape(shape), rest[size:]

    def __call__(self, inputs: Any, players: int) -> Any:
        """Each seat's share of the win, one row for each row of inputs."""
        first, second = self.arrays["first"], self.arrays["second"]
        one = inputs @ first[1:] + first[0]
        two = np.maximum(one[..., :WIDTH], 0) @ second[1:] + second[0]
        units = np.maximum(two[..., :WIDTH], 0)
        logits = one[..., WIDTH:] + two[..., WIDTH:] + units @ self.arrays["value"].T
        shares = np.exp(logits[..., :players] - logits[..., :players].max(-1, keepdims=True))
        return shares / shares.sum(-1, keepdims=True)


if __name__ == "__main__":
    net = Net(sys.argv[1])
    print(net.header["game"], "features", net.header["features"], net.header["made"])
    for name, array in net.arrays.items():
        print(f"{name:10} {array.shape}")
