"""Fits a net to samples with torch; kernels run what comes of it without torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from atlantis_games.core.contract import MAX_SEATS, Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.kernels.net_layout import shapes
from atlantis_games.kernels.numba import WIDTH
from atlantis_games.training.dataset import Dataset

if TYPE_CHECKING:
    from torch import Tensor

BATCH = 1024
RATE = 2e-3  # of learning, at its peak
WARM_UP = 200  # batches until the peak
DECAY = 1e-4  # of weights
POLICY_PART = 0.5  # of the loss
HELD_OUT = 0.03  # of the samples, the last ones: to see how well it does on others
NEVER = -1e9
STRETCHES = [round(1.03**power, 4) for power in range(-5, 20)]  # factors of values that are tried
MAX_COMPARED = 16384  # samples


class Losses(NamedTuple):
    """Mean cross-entropies on samples that were not learned from."""

    value: float
    result: float
    policy: float


def torch_library() -> Any:
    """Torch, or a sentence that says how to get it."""
    try:
        import torch
    except ImportError as error:
        raise BadRequest(
            "Training needs torch: install the extra with pip install 'atlantis-games[train]'."
        ) from error
    return torch


def first_weights(game: Game, seed: int) -> dict[str, Any]:
    """Weights to begin with: small random ones, no opinion about values and actions."""
    assert game.features is not None
    rng, found = np.random.default_rng(seed), {}
    for name, shape in shapes(game.features).items():
        scale = {"first": 0.1, "second": 0.18, "parts": 0.02, "kinds": 0.02, "value": 0.05}
        found[name] = (rng.standard_normal(shape) * scale.get(name, 0.0)).astype(np.float32)
    for name in ("first", "second"):
        found[name][0] = 0.0  # the bias
        found[name][:, WIDTH:] = 0.0  # what goes straight to the value
    return found


def unpacked(game: Game, weights: Any) -> dict[str, Any]:
    """A row of weights as arrays by name."""
    assert game.features is not None
    found, at = {}, 0
    for name, shape in shapes(game.features).items():
        size = int(np.prod(shape))
        found[name] = weights[at : at + size].reshape(shape).copy()
        at += size
    return found


def packed(arrays: dict[str, Any]) -> Any:
    """Arrays by name as one row, as kernels read them."""
    return np.concatenate([array.reshape(-1) for array in arrays.values()]).astype(np.float32)


class Net:
    """The net of a game in torch; the same numbers as `kernels/per_game/net.py`."""

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        torch = torch_library()
        assert game.features is not None
        self.torch = torch
        self.kind = torch.tensor(np.asarray(game.features.KIND))
        self.parts = torch.tensor(np.asarray(game.features.PARTS))
        self.weights = {
            name: torch.tensor(array, requires_grad=True) for name, array in arrays.items()
        }

    def __call__(self, inputs: Tensor, actions: Tensor, known: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of each seat's win, and of each listed action."""
        weights, relu = self.weights, self.torch.relu
        first = inputs @ weights["first"][1:] + weights["first"][0]
        second = relu(first[:, :WIDTH]) @ weights["second"][1:] + weights["second"][0]
        units = relu(second[:, :WIDTH])
        values = first[:, WIDTH:] + second[:, WIDTH:] + units @ weights["value"].T
        table = weights["parts"] @ units.T + weights["part_bias"][:, None]  # parts x samples
        parts = self.parts[actions]  # samples x actions x parts
        rows = self.torch.arange(len(inputs))[:, None, None]
        logits = table[parts, rows].sum(-1)
        of_kinds = weights["kind_bias"] + self.torch.einsum("bu,kfu->bkf", units, weights["kinds"])
        of_actions = of_kinds[rows[:, :, 0], self.kind[actions]]
        return values, logits + (of_actions * known).sum(-1)

    def arrays(self) -> dict[str, Any]:
        """The weights as NumPy arrays."""
        return {name: tensor.detach().numpy() for name, tensor in self.weights.items()}


def losses(net: Net, data: Dataset, rows: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Mean cross-entropies of some samples: value, result, policy."""
    torch = net.torch
    found = torch.tensor(data.found[rows].astype(np.int64))
    listed = max(1, int(found.max()))
    actions = torch.tensor(data.actions[rows, :listed].astype(np.int64))
    known = torch.tensor(data.known[rows, :listed].astype(np.float32))
    values, logits = net(torch.tensor(data.inputs[rows]), actions, known)
    is_seat = torch.arange(MAX_SEATS)[None] < torch.tensor(data.players[rows])[:, None]
    expected = torch.log_softmax(values.masked_fill(~is_seat, NEVER), -1).masked_fill(~is_seat, 0.0)
    is_legal = torch.arange(listed)[None] < found[:, None]
    chosen = torch.log_softmax(logits.masked_fill(~is_legal, NEVER), -1).masked_fill(~is_legal, 0.0)
    value = -(torch.tensor(data.values[rows]) * expected).sum(-1).mean()
    result = -(torch.tensor(data.results[rows]) * expected).sum(-1).mean()
    policy = -(torch.tensor(data.visits[rows, :listed]) * chosen).sum() / (found > 0).sum().clamp(1)
    return value, result, policy


def fit(
    game: Game,
    data: Dataset,
    arrays: dict[str, Any],
    epochs: float,
    seed: int,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[dict[str, Any], Losses]:
    """Weights that fit samples better than those it begins with, and how well.

    The same samples, weights and seed give the same result on the same machine.
    """
    torch = torch_library()
    net, rng = Net(game, arrays), np.random.default_rng(seed)
    rows = len(data.inputs)
    learned = max(1, rows - round(rows * HELD_OUT))
    batches = max(1, round(epochs * learned / BATCH))
    optimizer = torch.optim.AdamW(list(net.weights.values()), lr=RATE, weight_decay=DECAY)
    for batch in range(batches):
        pace = min(1.0, (batch + 1) / WARM_UP) * max(0.01, 1.0 - batch / batches)
        for group in optimizer.param_groups:
            group["lr"] = RATE * pace
        value, _, policy = losses(net, data, rng.integers(0, learned, min(BATCH, learned)))
        optimizer.zero_grad()
        (value + POLICY_PART * policy).backward()
        optimizer.step()
        progress(batch + 1, batches)
    stretch(net, data, rng.integers(0, learned, min(MAX_COMPARED, learned)))
    return net.arrays(), held_out(net, data, learned)


def stretch(net: Net, data: Dataset, rows: Any) -> None:
    """Makes a net as sure of itself as results of samples show that it may be.

    It learns from what searches expected too, and they try bad moves, so it expects too little of
    those who win.
    """
    torch = net.torch
    best = min(STRETCHES, key=lambda factor: result_loss(net, data, rows, factor))
    with torch.no_grad():
        for name in ("first", "second"):
            net.weights[name][:, WIDTH:] *= best
        net.weights["value"] *= best


def result_loss(net: Net, data: Dataset, rows: Any, factor: float) -> float:
    """The cross-entropy of results if all logits of values were so many times as large."""
    torch = net.torch
    none = np.zeros((len(rows), 1), np.int64)
    with torch.no_grad():
        known = torch.zeros((len(rows), 1, data.known.shape[2]))
        values, _ = net(torch.tensor(data.inputs[rows]), torch.tensor(none), known)
        is_seat = torch.arange(MAX_SEATS)[None] < torch.tensor(data.players[rows])[:, None]
        expected = torch.log_softmax((factor * values).masked_fill(~is_seat, NEVER), -1)
        expected = expected.masked_fill(~is_seat, 0.0)
        return float(-(torch.tensor(data.results[rows]) * expected).sum(-1).mean())


def held_out(net: Net, data: Dataset, first: int) -> Losses:
    """The losses of the samples from a row on, which nothing was learned from."""
    rows = np.arange(min(first, len(data.inputs) - 1), len(data.inputs))
    with net.torch.no_grad():
        parts = [
            (len(some), losses(net, data, some))
            for some in np.array_split(rows, -(-len(rows) // (4 * BATCH)))
        ]
    means = [
        sum(size * float(loss[number]) for size, loss in parts) / len(rows) for number in range(3)
    ]
    return Losses(*means)
