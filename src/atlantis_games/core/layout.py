"""A flat vector with named parts: how an observation is laid out, told once for all who need it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

WORD = 8  # rows of planes and vectors are filled up to whole words of so many bytes


@dataclass(frozen=True)
class Field:
    """A named part of a vector of bytes: its shape, and what its numbers mean."""

    name: str
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)


class Layout:
    """Where each field of a vector begins, and the vector's length in whole words.

    >>> import numpy as np
    >>> layout = Layout(Field("cards", (4, 7), "..."), Field("owed", (1,), "..."))
    >>> layout.start["owed"], layout.size
    (28, 32)
    >>> layout.planes(np.zeros((1000, 32), np.uint8))["cards"].shape
    (1000, 4, 7)
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        starts: dict[str, int] = {}
        end = 0
        for field in fields:
            starts[field.name] = end
            end += field.size
        self.start: Mapping[str, int] = MappingProxyType(starts)
        self.size = -(-end // WORD) * WORD  # zeros fill the last word

    def planes(self, vectors: Any) -> dict[str, Any]:
        """The fields of one vector, or of an array of them, by name: views, not copies."""
        return {
            field.name: vectors[
                ..., self.start[field.name] : self.start[field.name] + field.size
            ].reshape(*vectors.shape[:-1], *field.shape)
            for field in self.fields
        }
