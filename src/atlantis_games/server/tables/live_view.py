"""What everybody sees of a match, kept up to date: only what has changed is shown again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import orjson

from atlantis_games.core.actors import State
from atlantis_games.core.plain_fields import PlainFields, fields_of
from atlantis_games.core.view_parts import AnyPart, ListPart, Part, Parts, Rows

MAX_KEY = 24  # bytes that a value is made from, if it is worth keeping
MAX_KEPT = 5_000  # values of one place in a view


class Leaf:
    """A place in a view whose value is sent whole when it has changed."""

    __slots__ = (
        "always_changes",
        "bits",
        "element",
        "is_panel",
        "kept",
        "path",
        "places",
        "show",
        "spans",
    )

    def __init__(
        self, path: Iterable[str | int], show: Callable[[State], Any], spans: list[slice]
    ) -> None:
        self.path = b",".join(orjson.dumps(key) for key in path) + b","
        self.show = show
        # What it is made from, beside the next two; None: too many bytes to keep values by them.
        self.spans: list[slice] | None = spans
        self.bits: list[tuple[int, int]] = []  # bytes, each with one of its bits
        self.places: list[str] = []  # fields that hold the elements where something is
        self.element = 0  # its own number among those
        self.kept: dict[bytes, bytes] = {}  # what is sent, by those bytes
        self.is_panel = False  # of a seat, to which something private may belong
        self.always_changes = False  # when a byte that it is made from does

    def encoded(self, raw: bytes, state: State) -> bytes:
        """Its path with the value in a state."""
        spans = self.spans
        if spans is None:
            return self.path + orjson.dumps(self.show(state))
        key = raw[spans[0]] if len(spans) == 1 else b"".join([raw[span] for span in spans])
        if self.bits:
            key += bytes([raw[byte] >> bit & 1 for byte, bit in self.bits])
        for places in self.places:
            key += bytes([row.count(self.element) for row in getattr(state, places)])
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MAX_KEPT:
                self.kept.clear()
            found = self.kept[key] = self.path + orjson.dumps(self.show(state))
        return found


class Kept:
    """Something that is made from a few fields of a state, kept by their bytes."""

    def __init__(self, show: Callable[[State], Any], spans: list[slice]) -> None:
        self.show = show
        self.spans = spans
        self.kept: dict[bytes, Any] = {}

    def value(self, raw: bytes, state: State) -> Any:
        """What is shown of a state. Shared: must not be changed."""
        key = b"".join([raw[span] for span in self.spans])
        found = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MAX_KEPT:
                self.kept.clear()
            found = self.kept[key] = self.show(state)
        return found


class Places(NamedTuple):
    """A field that holds the elements of a list where something is."""

    name: str
    field: str


class Bits(NamedTuple):
    """A byte that has a bit for each of eight elements of a list."""

    name: str
    first: int  # the element of the lowest bit


Target: TypeAlias = Leaf | Places | Bits


class Layout:
    """What each byte of a record is part of."""

    def __init__(self, record: np.dtype[Any], parts: Parts, counts: Mapping[str, int]) -> None:
        self.record = record
        self.fields = fields_of(record)
        self.size = record.itemsize
        self.lists: dict[str, dict[int, Leaf]] = {}  # each element of a list by its number
        targets: list[list[Target]] = [[] for _ in range(self.size)]
        for name, part in parts.items():
            if isinstance(part, Part):
                self.add_part(targets, name, part)
            elif isinstance(part, ListPart):
                self.add_list(targets, name, part, counts[name])
            else:
                self.add_rows(targets, name, part, counts[name])
        known: dict[tuple[Target, ...], tuple[Target, ...]] = {}
        self.targets = [known.setdefault(tuple(one), tuple(one)) for one in targets]

    def span(self, field: str, row: int | None = None) -> slice:
        """Where a field is in the record, or one row of it."""
        return span_of(self.record, field, row)

    def add_part(self, targets: list[list[Target]], name: str, part: Part) -> None:
        """Adds an entry of its own."""
        spans = [self.span(field) for field in part.fields]
        leaf = Leaf([name], part.show, spans)
        self.watch(targets, leaf, spans)

    def add_rows(self, targets: list[list[Target]], name: str, part: Rows, count: int) -> None:
        """Adds every entry of every row."""
        for row in range(count):
            for key, entry in part.entries.items():
                spans = [self.span(field, row) for field in entry.each]
                spans += [self.span(field) for field in entry.shared]
                self.watch(targets, Leaf([name, row, key], at(entry.show, row), spans), spans)

    def add_list(self, targets: list[list[Target]], name: str, part: ListPart, count: int) -> None:
        """Adds every element of a list."""
        masks = [self.span(mask).start for mask in part.masks]
        for element in range(part.first, part.first + count):
            spans = [self.span(field, element) for field in part.each]
            spans += [self.span(field) for field in part.shared]
            leaf = Leaf([name, element - part.first], at(part.show, element), spans)
            leaf.bits = [(first + element // 8, element % 8) for first in masks]
            leaf.places, leaf.element = list(part.places), element
            leaf.is_panel = name == "seats"
            self.lists.setdefault(name, {})[element] = leaf
            self.watch(targets, leaf, spans)
        for mask in part.masks:
            for number, byte in enumerate(range(self.size)[self.span(mask)]):
                targets[byte].append(Bits(name, 8 * number))
        for places in part.places:
            for byte in range(self.size)[self.span(places)]:
                targets[byte].append(Places(name, places))

    def watch(self, targets: list[list[Target]], leaf: Leaf, spans: list[slice]) -> None:
        """Notes which bytes a leaf is made from."""
        if sum(span.stop - span.start for span in spans) > MAX_KEY:
            leaf.spans = None
        leaf.always_changes = leaf.spans is not None and (len(spans) == 1 or bool(leaf.bits))
        for byte in chain.from_iterable(range(self.size)[span] for span in spans):
            targets[byte].append(leaf)


def span_of(record: np.dtype[Any], field: str, row: int | None = None) -> slice:
    """Where a field is in a record, or one row of it."""
    assert record.fields is not None
    kind, begin = record.fields[field][:2]
    if row is None:
        return slice(begin, begin + kind.itemsize)
    size = kind.itemsize // kind.shape[0]
    return slice(begin + row * size, begin + row * size + size)


def at(show: Callable[[State, int], Any], number: int) -> Callable[[State], Any]:
    """How one element is shown."""
    return lambda state: show(state, number)


@lru_cache(256)
def layout_of(
    record: np.dtype[Any],
    parts: tuple[tuple[str, AnyPart], ...],
    counts: tuple[tuple[str, int], ...],
) -> Layout:
    """The layout of a record, which all matches with as many elements share."""
    return Layout(record, dict(parts), dict(counts))


class LiveView:
    """The public view of a match as it goes on."""

    __slots__ = ("has_new_panels", "layout", "raw", "shown")

    def __init__(self, parts: Parts, record: np.dtype[Any], raw: bytes) -> None:
        self.raw = raw
        state = PlainFields(raw, fields_of(record))
        counts = [
            (name, part.count(state)) for name, part in parts.items() if not isinstance(part, Part)
        ]
        self.layout = layout_of(record, tuple(parts.items()), tuple(counts))
        self.shown: dict[Leaf, bytes] = {}  # of leaves that keep no values
        self.has_new_panels = False  # since the last update

    def update(self, raw: bytes, state: State) -> list[bytes]:
        """Goes on to another state: each place that has changed on the way, with its value."""
        before = self.raw
        found: list[bytes] = []
        if raw == before:
            return found
        old = PlainFields(before, self.layout.fields)
        for leaf in self._touched(raw, state, old):
            value = leaf.encoded(raw, state)
            if leaf.spans is None:
                shown = self.shown.get(leaf) or leaf.encoded(before, old)
                self.shown[leaf] = value
                if value == shown:
                    continue
            elif not leaf.always_changes and value == leaf.encoded(before, old):
                continue
            found.append(value)
            if leaf.is_panel:
                self.has_new_panels = True
        self.raw = raw
        return found

    def _touched(self, raw: bytes, state: State, old: State) -> dict[Leaf, None]:
        """The leaves that may have changed."""
        before, after = np.frombuffer(self.raw, np.uint8), np.frombuffer(raw, np.uint8)
        targets = self.layout.targets
        touched: dict[Leaf, None] = {}
        last = None
        for byte in (before != after).nonzero()[0].tolist():
            here = targets[byte]
            if here is last:
                continue
            last = here
            for one in here:
                if type(one) is Leaf:
                    touched[one] = None
                elif type(one) is Bits:
                    self._touch_bits(one, self.raw[byte] ^ raw[byte], touched)
                    last = None  # the next byte has other elements
                elif isinstance(one, Places):
                    self._touch_places(one, state, old, touched)
        return touched

    def _touch_bits(self, bits: Bits, changed: int, touched: dict[Leaf, None]) -> None:
        """Adds the elements whose bits have changed."""
        leaves = self.layout.lists[bits.name]
        for bit in range(8):
            if changed >> bit & 1 and bits.first + bit in leaves:
                touched[leaves[bits.first + bit]] = None

    def _touch_places(
        self, places: Places, state: State, old: State, touched: dict[Leaf, None]
    ) -> None:
        """Adds the elements from which and to which something has moved."""
        leaves = self.layout.lists[places.name]
        rows_before, rows = getattr(old, places.field), getattr(state, places.field)
        for before, after in zip(chain(*rows_before), chain(*rows), strict=True):
            if before != after:
                for number in (before, after):
                    if number in leaves:
                        touched[leaves[number]] = None
