"""Encoded pieces of messages, kept by the bytes that they are made from, where kernels find them.

An open hash table: `slots` has a row for each piece, `texts` the bytes of its key and of the piece.

The plan of a game's view is one array of numbers. Its head says where in it the others begin:

| numbers | what they are |
|---|---|
| FIRST, TARGETS | for each bit of the record in each view, the places that are made from it |
| STEPS_FIRST, STEPS | for each place, what its key is made of: a kind and four numbers each |
| FIELDS, ELEMENTS | fields that hold elements of a list, five numbers each: where it begins, how
many items it has, how many bytes in each; where the places of the elements are listed, and how many
of them there are |
| GROUPS | for each action, a bit if prompts depend on it |
"""

from __future__ import annotations

from typing import Any

import numpy as np

from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.random import wrapping

HASH, KEY, PIECE, KEY_SIZE, PIECE_SIZE = range(5)  # columns of slots
SPAN, BIT, COUNT = range(3)  # kinds of steps: bytes, one bit, how often an element is in a row
NO_PLACE = -1
NOT_KEPT = -1
MAX_KEY = 160  # bytes
VIEWS, FIRST, TARGETS, STEPS_FIRST, STEPS, FIELD_COUNT, FIELDS, ELEMENTS, GROUPS, PROMPT = range(10)
HEAD = 10  # numbers at the beginning of a plan
STEP_NUMBERS = FIELD_NUMBERS = 5
BASIS, PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # FNV-1a's constants
UPPER = np.uint64(32)
ZERO = 48  # the byte of the digit


@wrapping
@kernel
def hashed(key: Any, size: int) -> int:
    """A hash of some bytes that is never 0 (FNV-1a, its halves mixed)."""
    word = BASIS
    for number in range(size):
        word = (word ^ np.uint64(key[number])) * PRIME
    word ^= word >> UPPER
    return int(word & np.uint64(0x7FFFFFFF)) + 1


@kernel
def slot_of(slots: Any, texts: Any, key: Any, size: int) -> int:
    """The row of a key, or of the empty slot where it belongs."""
    found = hashed(key, size)
    row = found & (len(slots) - 1)
    while slots[row, HASH] != 0:
        if slots[row, HASH] == found and slots[row, KEY_SIZE] == size:
            at = slots[row, KEY]
            same = 0
            while same < size and texts[at + same] == key[same]:
                same += 1
            if same == size:
                return int(row)
        row = (row + 1) & (len(slots) - 1)
    return int(row)


@kernel
def kept(slots: Any, texts: Any, key: Any, size: int) -> int:
    """The row of a key, or NOT_KEPT."""
    row = slot_of(slots, texts, key, size)
    return row if slots[row, HASH] != 0 else NOT_KEPT


@kernel
def keep(slots: Any, texts: Any, key: Any, piece: Any, at: int) -> int:
    """Keeps a piece, with its key and itself from a place in the texts on; the place after it."""
    row = slot_of(slots, texts, key, len(key))
    slots[row, HASH] = hashed(key, len(key))
    slots[row, KEY], slots[row, KEY_SIZE] = at, len(key)
    slots[row, PIECE], slots[row, PIECE_SIZE] = at + len(key), len(piece)
    for number in range(len(key)):
        texts[at + number] = key[number]
    for number in range(len(piece)):
        texts[at + len(key) + number] = piece[number]
    return at + len(key) + len(piece)


@kernel
def write_key(raw: Any, place: int, plan: Any, key: Any) -> int:
    """Writes what a place's piece is made from, and counts the bytes."""
    steps_first = plan[plan[STEPS_FIRST] :]
    steps = plan[plan[STEPS] :]
    key[0], key[1] = place & 255, place >> 8
    size = 2
    for number in range(steps_first[place], steps_first[place + 1]):
        step = STEP_NUMBERS * number
        begin, amount = steps[step + 1], steps[step + 2]
        if steps[step] == SPAN:
            for byte in range(begin, begin + amount):
                key[size] = raw[byte]
                size += 1
        elif steps[step] == BIT:
            key[size] = (raw[begin] >> amount) & 1
            size += 1
        else:
            key[size] = 0
            for item in range(amount):
                if item_at(raw, begin, item, steps[step + 3]) == steps[step + 4]:
                    key[size] += 1
            size += 1
    return size


@kernel
def item_at(raw: Any, begin: int, item: int, width: int) -> int:
    """An unsigned number in a field of small numbers."""
    at = begin + item * width
    return int(raw[at]) if width == 1 else int(raw[at]) | int(raw[at + 1]) << 8


@kernel
def touch(place: int, marks: Any, touched: Any, found: int) -> int:
    """Lists a place, unless it is listed, and counts the listed ones."""
    if place == NO_PLACE or marks[place]:
        return found
    marks[place] = 1
    touched[found] = place
    return found + 1


@kernel
def list_touched(before: Any, after: Any, view: int, plan: Any, marks: Any, touched: Any) -> int:
    """Lists the places that something has changed for, and counts them."""
    first, targets = plan[plan[FIRST] :], plan[plan[TARGETS] :]
    found = 0
    for byte in range(len(before)):
        changed = int(before[byte]) ^ int(after[byte])
        if changed != 0:
            for bit in range(8):
                if (changed >> bit) & 1:
                    at = (view * len(before) + byte) * 8 + bit
                    for number in range(first[at], first[at + 1]):
                        found = touch(int(targets[number]), marks, touched, found)
    if view == 0:
        found = list_moved(before, after, plan, marks, touched, found)
    return found


@kernel
def list_moved(before: Any, after: Any, plan: Any, marks: Any, touched: Any, found: int) -> int:
    """Lists the elements from which and to which something has moved, after those listed."""
    fields, elements = plan[plan[FIELDS] :], plan[plan[ELEMENTS] :]
    for field in range(plan[FIELD_COUNT]):
        row = FIELD_NUMBERS * field
        begin, items, width = fields[row], fields[row + 1], fields[row + 2]
        for item in range(items):
            old, new = item_at(before, begin, item, width), item_at(after, begin, item, width)
            if old != new:
                for element in (old, new):
                    if element < fields[row + 4]:
                        place = int(elements[fields[row + 3] + element])
                        found = touch(place, marks, touched, found)
    return found


@kernel
def same_piece(slots: Any, texts: Any, one: int, other: int) -> bool:
    """Whether two rows have the same piece."""
    size = slots[one, PIECE_SIZE]
    if slots[other, PIECE_SIZE] != size:
        return False
    for number in range(size):
        if texts[slots[one, PIECE] + number] != texts[slots[other, PIECE] + number]:
            return False
    return True


@kernel
def write(out: Any, at: int, source: Any, begin: int, size: int) -> int:
    """Copies some bytes, if there is room; the place after them in any case."""
    if at + size <= len(out):
        for number in range(size):
            out[at + number] = source[begin + number]
    return at + size


@kernel
def write_number(out: Any, at: int, number: int) -> int:
    """Writes a number that is not negative, if there is room; the place after it in any case."""
    size, rest = 1, number // 10
    while rest:
        size += 1
        rest //= 10
    if at + size <= len(out):
        for digit in range(size):
            out[at + size - 1 - digit] = ZERO + number % 10
            number //= 10
    return at + size
