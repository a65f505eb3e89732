"""What a seat knows: everything, for symbols still under pieces are not in the record at all."""

from __future__ import annotations

from typing import Any

from atlantis_games.kernels.numba import State, kernel


@kernel
def redact(state: State, seat: int) -> None:
    """Removes nothing: nothing in the record is hidden from anybody. §3.1"""


@kernel
def resample(state: State, seat: int, stream: Any) -> None:
    """Deals nothing, for nothing was removed."""
