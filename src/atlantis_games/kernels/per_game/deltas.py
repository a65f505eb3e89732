"""What has changed between two positions, encoded for every seat: executed once per game.

Pieces that come again are looked up by the bytes of the record that they are made from
(`kernels/pieces.py`); those that are missing are made by Python and kept. `room` is where kernels
work: records for every view before and after, their bytes, legal actions with rows of numbers about
them, numbers (rows of `work`), bytes (rows of `spare`), and what is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from atlantis_games.core.actors import CHANCE
from atlantis_games.kernels.loader import bound
from atlantis_games.kernels.numba import kernel
from atlantis_games.kernels.pieces import (
    GROUPS,
    NOT_KEPT,
    PIECE,
    PIECE_SIZE,
    PROMPT,
    VIEWS,
    kept,
    list_touched,
    same_piece,
    write,
    write_key,
    write_number,
)

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game, Rules

rules: Rules = bound(globals(), "rules")
engine: Any = bound(globals(), "engine")

# Rows of `work`: FACTS has what is counted, then where each part of what is written ends.
MARKS, TOUCHED, PICKED, CHOICES, MISSING, FACTS, ENDS_BEFORE, ENDS_AFTER = range(8)
ROWS = 8
PICKED_COUNT, MISSING_COUNT, FOUND, WAITING_ROW, DECIDING_ROW, FIRST_END = range(6)
# What is missing: places of the state after and before, by these numbers, or:
WAITING, DECIDING, FIRST_CHOICE = -1, -2, -3  # prompts; choices from their number on downwards
KEY_BEFORE, KEY_AFTER, WRITTEN_BEFORE, WRITTEN_AFTER = range(4)  # rows of `spare`
SPARE_ROWS = 4
MAX_WRITTEN = 4096  # bytes of what `Rules.write_parts` writes
CHOICE = 0xFF  # both bytes of the number of a place, in the keys of choices
OPEN = np.frombuffer(b'["view",', np.uint8)
CLOSE = np.frombuffer(b"],", np.uint8)


@kernel
def nothing_written(state: Any, out: Any, ends: Any) -> int:
    """Writes nothing, for games whose places all have short keys."""
    return 0


write_parts: Any = getattr(rules, "write_parts", nothing_written)


@kernel
def differ(
    before: Any, after: Any, is_step: bool, plan: Any, pieces: Any, told: Any, room: Any
) -> int:
    """Writes what has changed from one position to another, for everybody and for each seat.

    Returns how many bytes that takes, or -1 if pieces are missing, which must be kept first. The
    parts are: what everybody sees, what only each seat sees, the choices of who decides, and the
    prompts for who waits and who decides. A step has the first part only.
    """
    work = room[5]
    facts, views = work[FACTS], int(plan[VIEWS])
    facts[PICKED_COUNT] = facts[MISSING_COUNT] = facts[FOUND] = 0
    redact_all(before, after, room[0], views)
    for view in range(1 if is_step else views):
        pick_places(view, plan, pieces, room)
        facts[FIRST_END + view] = facts[PICKED_COUNT]
    if not is_step:
        pick_choices(plan, pieces, room)
        pick_prompts(plan, pieces, room)
    if facts[MISSING_COUNT]:
        return -1
    return write_all(is_step, plan, pieces, told, room)


@kernel
def redact_all(before: Any, after: Any, seen: Any, views: int) -> None:
    """Copies the states for everybody and for each seat; without secrets one copy is enough."""
    for view in range(views):
        seen[view] = before[0]
        seen[views + view] = after[0]
        if views > 1:
            rules.redact(seen[view], view - 1)
            rules.redact(seen[views + view], view - 1)


@kernel
def note_missing(what: int, work: Any) -> None:
    """Lists a piece that has to be made."""
    work[MISSING, work[FACTS, MISSING_COUNT]] = what
    work[FACTS, MISSING_COUNT] += 1


@kernel
def pick_places(view: int, plan: Any, pieces: Any, room: Any) -> None:
    """Finds the pieces of all places that have changed in a view."""
    slots, texts = pieces
    raw, work, spare = room[1], room[5], room[6]
    before, after = raw[view], raw[plan[VIEWS] + view]
    old_key, key, facts = spare[KEY_BEFORE], spare[KEY_AFTER], work[FACTS]
    for number in range(list_touched(before, after, view, plan, work[MARKS], work[TOUCHED])):
        place = int(work[TOUCHED, number])
        work[MARKS, place] = 0
        write_key(before, place, plan, old_key)
        size = write_key(after, place, plan, key)
        same = 0
        while same < size and old_key[same] == key[same]:
            same += 1
        if same == size:
            continue
        old, new = kept(slots, texts, old_key, size), kept(slots, texts, key, size)
        if old == NOT_KEPT:
            note_missing(2 * place, work)
        if new == NOT_KEPT:
            note_missing(2 * place + 1, work)
        if old != NOT_KEPT and new != NOT_KEPT and not same_piece(slots, texts, old, new):
            work[PICKED, facts[PICKED_COUNT]] = new
            facts[PICKED_COUNT] += 1


@kernel
def pick_choices(plan: Any, pieces: Any, room: Any) -> None:
    """Lists what the seat to decide can do, and finds what is said about it."""
    seen, _, actions, rows, row_bytes, work, spare, _ = room
    views = int(plan[VIEWS])
    who = rules.actor(seen[views])
    if who < 0:
        return
    own = 2 * views - 1 if views == 1 else views + who + 1
    found = rules.legal(seen[own], actions)
    rows[:found] = 0
    engine.preview(seen[own : own + 1], seen[2 * views :], actions[:found], rows)
    for number in range(found):
        row = choice_row(int(actions[number]), row_bytes[number], pieces, spare[KEY_AFTER])
        work[CHOICES, number] = row
        if row == NOT_KEPT:
            note_missing(FIRST_CHOICE - number, work)
    work[FACTS, FOUND] = found


@kernel
def choice_row(action: int, about: Any, pieces: Any, key: Any) -> int:
    """The row of the piece about an action, or NOT_KEPT."""
    slots, texts = pieces
    key[0], key[1], key[2], key[3] = CHOICE, CHOICE, action & 255, action >> 8
    for byte in range(len(about)):
        key[4 + byte] = about[byte]
    return int(kept(slots, texts, key, 4 + len(about)))


@kernel
def tell(actions: Any, row_bytes: Any, pieces: Any, key: Any, told: Any) -> None:
    """Notes that somebody was told about some actions, as far as the pieces are kept."""
    for number in range(len(actions)):
        action = int(actions[number])
        row = choice_row(action, row_bytes[number], pieces, key)
        if row != NOT_KEPT:
            mark = action & (len(told) - 1)
            told[mark, 0], told[mark, 1] = action, pieces[0][row, PIECE]


@kernel
def pick_prompts(plan: Any, pieces: Any, room: Any) -> None:
    """Finds what those are told to do who wait, and who decides.

    The key has the fields that prompts are made from, and which kinds of moves are legal.
    """
    slots, texts = pieces
    raw, actions, work, key = room[1], room[2], room[5], room[6][KEY_AFTER]
    size = write_key(raw[plan[VIEWS]], int(plan[PROMPT]), plan, key)
    groups, legal = plan[plan[GROUPS] :], 0
    for number in range(work[FACTS, FOUND]):
        legal |= int(groups[actions[number]])
    for is_deciding in range(2):
        key[size] = legal if is_deciding else 0
        row = kept(slots, texts, key, size + 1)
        work[FACTS, WAITING_ROW + is_deciding] = row
        if row == NOT_KEPT:
            note_missing(WAITING - is_deciding, work)


@kernel
def write_all(is_step: bool, plan: Any, pieces: Any, told: Any, room: Any) -> int:
    """Writes all parts; the length of the whole."""
    work, out = room[5], room[7]
    facts = work[FACTS]
    picked, at = 0, 0
    for view in range(1 if is_step else plan[VIEWS]):
        while picked < facts[FIRST_END + view]:
            at = write_set(out, at, pieces, int(work[PICKED, picked]), is_step)
            picked += 1
        if view == 0:
            at = write_changed_parts(plan, room, at, is_step)
        facts[FIRST_END + view] = at
    if is_step:
        return at
    end = FIRST_END + plan[VIEWS]
    facts[end] = at = write_choices(pieces, told, room, at)
    for number in range(2):
        at = write_piece(out, at, pieces, int(facts[WAITING_ROW + number]))
        facts[end + 1 + number] = at
    return at


@kernel
def write_piece(out: Any, at: int, pieces: Any, row: int) -> int:
    """Writes a piece; the place after it."""
    slots, texts = pieces
    return write(out, at, texts, int(slots[row, PIECE]), int(slots[row, PIECE_SIZE]))


@kernel
def write_set(out: Any, at: int, pieces: Any, row: int, is_step: bool) -> int:
    """Writes a place with its value, as an element of a list; the place after it."""
    at = write(out, at, OPEN, 0, 1 if is_step else len(OPEN))
    at = write_piece(out, at, pieces, row)
    return write(out, at, CLOSE, 0, len(CLOSE))


@kernel
def write_changed_parts(plan: Any, room: Any, at: int, is_step: bool) -> int:
    """Writes those of the game's own parts that have changed; the place after them."""
    seen, work, spare, out = room[0], room[5], room[6], room[7]
    old, new = spare[WRITTEN_BEFORE], spare[WRITTEN_AFTER]
    write_parts(seen[0], old, work[ENDS_BEFORE])
    begin, old_begin = 0, 0
    for part in range(write_parts(seen[plan[VIEWS]], new, work[ENDS_AFTER])):
        old_end, end = int(work[ENDS_BEFORE, part]), int(work[ENDS_AFTER, part])
        size, same = end - begin, 0
        if old_end - old_begin == size:
            while same < size and old[old_begin + same] == new[begin + same]:
                same += 1
        if same < size:
            at = write(out, at, OPEN, 0, 1 if is_step else len(OPEN))
            at = write(out, at, new, begin, size)
            at = write(out, at, CLOSE, 0, len(CLOSE))
        begin, old_begin = end, old_end
    return at


@kernel
def write_choices(pieces: Any, told: Any, room: Any, at: int) -> int:
    """Writes legal moves by their numbers, with what they would do unless that was told before.

    `told` has the last pieces that were told, each with its action; those that share a row of it
    with others may be told again.
    """
    slots, actions, work, out = pieces[0], room[2], room[5], room[7]
    for number in range(work[FACTS, FOUND]):
        action, row = int(actions[number]), int(work[CHOICES, number])
        mark, piece = action & (len(told) - 1), slots[row, PIECE]
        if told[mark, 0] == action and told[mark, 1] == piece:
            at = write_number(out, at, action)
        else:
            told[mark, 0], told[mark, 1] = action, piece
            at = write_piece(out, at, pieces, row)
        at = write(out, at, CLOSE, 1, 1)
    return at


def warm_up(game: Game) -> None:
    """Uses every kernel once, which compiles it."""
    from atlantis_games.core.position import Position
    from atlantis_games.kernels.deltas import Deltas, Told

    states = np.zeros(1, game.record)
    engine.begin(states, game.players[0])
    before = Position(game, states)
    after = before.dealt(before.total_weight - 1)[1] if before.actor == CHANCE else before
    if hasattr(game.views, "PARTS"):
        deltas = Deltas(game, before.players, lambda value: b"0")
        deltas.between(before, after, Told())
        deltas.told_with({0: [0] * rules.PREVIEW_COLUMNS})
