"""The fields of a state as Python's own numbers and lists."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

FORMATS = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q"}


class Field(NamedTuple):
    """Where a field stands in the bytes of a record, and how it is read."""

    read: Callable[[bytes, int], tuple[int, ...]]
    offset: int
    shape: tuple[int, ...]
    read_row: Callable[[bytes, int], tuple[int, ...]]
    row_bytes: int


@lru_cache(32)
def fields_of(record: np.dtype[Any]) -> dict[str, Field]:
    """The fields of a record of integers, by name."""
    assert record.fields is not None
    found = {}
    for name, (kind, offset, *_) in record.fields.items():
        code = FORMATS[kind.base.str[1:]]
        count = kind.itemsize // kind.base.itemsize
        row = count // kind.shape[0] if kind.shape else 1
        read, read_row = Struct(f"<{count}{code}"), Struct(f"<{row}{code}")
        found[name] = Field(
            read.unpack_from, offset, kind.shape, read_row.unpack_from, read_row.size
        )
    return found


class PlainFields:
    """The fields of a state as Python's own numbers and lists, each read when it is asked for."""

    def __init__(self, raw: bytes, fields: dict[str, Field]) -> None:
        self._raw = raw
        self._fields = fields

    def __getattr__(self, name: str) -> Any:
        """A field, which is kept."""
        field = self._fields.get(name)
        if field is None:
            raise AttributeError(name)
        values = field.read(self._raw, field.offset)
        value: Any
        match field.shape:
            case ():
                value = values[0]
            case (_,):
                value = list(values)
            case (rows, row):
                value = [list(values[row * one : row * one + row]) for one in range(rows)]
            case _:
                value = np.reshape(values, field.shape).tolist()
        self.__dict__[name] = value
        return value

    def row(self, name: str, number: int) -> tuple[int, ...]:
        """One row of a field that has many, so that the others need not be read."""
        field = self._fields[name]
        return field.read_row(self._raw, field.offset + number * field.row_bytes)


def plain(states: Any) -> Any:
    """The fields of a one-element array of states as Python's own numbers and lists."""
    return PlainFields(states.tobytes(), fields_of(states.dtype))
