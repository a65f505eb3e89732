"""Reads Parquet files of decisions: as NumPy arrays batch by batch, or for PyTorch.

>>> import torch.utils.data  # doctest: +SKIP
>>> loader = torch.utils.data.DataLoader(decisions_for_torch("moves.parquet"), batch_size=None)
... # doctest: +SKIP
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from atlantis_games.core.errors import BadRequest
from atlantis_games.lab.export import pyarrow


def about(file: Path | str) -> dict[str, Any]:
    """What the file says of itself: id, players, options, seed, bots, actions and fields."""
    _, parquet = pyarrow()
    found = parquet.read_schema(file).metadata or {}
    if b"atlantis" not in found:
        raise BadRequest(f"{file} is not a file of decisions.")
    described: dict[str, Any] = json.loads(found[b"atlantis"])
    return described


def read_decisions(file: Path | str, rows: int = 1024) -> Iterator[dict[str, Any]]:
    """Batches of at most so many decisions, as arrays by name; memory does not grow with the file.

    Observations are bytes, masks 1 for every legal action. Files of bots also have `visits`, spread
    over all actions and zero where nothing was searched, `value` (nan there), `luck` and `bot`.
    """
    _, parquet = pyarrow()
    actions = int(about(file)["actions"])
    with parquet.ParquetFile(file) as stored:
        for batch in stored.iter_batches(rows):
            yield as_arrays(batch, actions)


def as_arrays(batch: Any, actions: int) -> dict[str, Any]:
    """The columns of a record batch as NumPy arrays."""
    arrays: dict[str, Any] = {}
    for name in batch.schema.names:
        column = batch.column(name)
        if name in ("observation", "mask"):
            data = np.frombuffer(b"".join(column.to_pylist()), np.uint8).reshape(len(column), -1)
            if name == "mask":
                data = np.unpackbits(data, axis=1, bitorder="little", count=actions)
            arrays[name] = data.copy()
        elif name == "visits":
            arrays[name] = column
        else:
            arrays[name] = column.to_numpy(zero_copy_only=False)
    if "visits" in arrays:
        arrays["visits"] = spread(arrays["visits"], arrays["mask"])
    return arrays


def spread(visits: Any, masks: Any) -> Any:
    """Shares of visits, listed for the legal actions in their order, as a column per action."""
    table = np.zeros(masks.shape, np.float32)
    for row, (shares, mask) in enumerate(zip(visits.to_pylist(), masks, strict=True)):
        if shares:
            table[row, np.flatnonzero(mask)] = shares
    return table


def decisions_for_torch(file: Path | str, rows: int = 1024) -> Any:
    """An `IterableDataset` of batches as tensors; give it to a DataLoader with batch_size=None."""
    try:
        import torch
        from torch.utils.data import IterableDataset
    except ImportError:
        raise BadRequest("This needs PyTorch: pip install 'atlantis-games[train]'.") from None

    class Decisions(IterableDataset):  # type: ignore[misc]
        def __iter__(self) -> Iterator[dict[str, Any]]:
            for batch in read_decisions(file, rows):
                numbers = {name: data for name, data in batch.items() if data.dtype != object}
                yield {name: torch.from_numpy(data.copy()) for name, data in numbers.items()}

    return Decisions()
