"""What has changed between two positions, encoded for all who see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from atlantis_games.core.contract import Game
from atlantis_games.core.plain_fields import PlainFields, fields_of
from atlantis_games.core.position import Position
from atlantis_games.core.view_parts import PublicView
from atlantis_games.kernels.pieces import MAX_KEY, keep, write_key
from atlantis_games.kernels.view_plan import ViewPlan

MAX_PIECES = 1 << 18
MAX_TEXTS = 24 << 20  # bytes of pieces and their keys; memory that is not used is not taken
MAX_OUT = 1 << 20  # bytes that one change can take
MAX_TOLD = 512  # actions of which a seat is known to have been told what they do


class Change(NamedTuple):
    """What has changed, each part with a comma after every element of it."""

    public: bytes  # elements such as ["view","turn",1]
    private: list[bytes]  # of each seat, if there are secrets
    moves: bytes  # of the seat to decide: numbers, or lists with what was not told yet
    waiting: bytes  # the prompt for those who wait
    deciding: bytes  # and for the one who decides


class Told:
    """What a seat has been told about actions; None is known of it at first."""

    __slots__ = ("generation", "rows")

    def __init__(self) -> None:
        self.generation = 0
        self.rows: Any = None


class Deltas:
    """Encodes changes of a game with so many players, and keeps the pieces that come again."""

    def __init__(self, game: Game, players: int, encode: Callable[[Any], bytes]) -> None:
        self.game, self.encode = game, encode
        self.kernels = game.kernels("deltas")
        made = ViewPlan(game, players)
        self.views, self.places, self.plan, self.prompt = (
            *(made.views, made.places, made.plan),
            made.prompt,
        )
        self.fields = fields_of(game.record)
        self.slots, self.texts = np.zeros((MAX_PIECES, 5), np.int32), np.zeros(MAX_TEXTS, np.uint8)
        self.count = self.used = 0
        self.generation = 1
        self.told_rows = min(MAX_TOLD, 1 << (game.actions - 1).bit_length())
        seen = np.zeros(2 * self.views + 1, game.record)
        raw = seen.view(np.uint8).reshape(len(seen), -1)
        rows = np.zeros((game.max_legal, game.rules.PREVIEW_COLUMNS), np.int32)
        self.actions, self.raw, self.row_bytes = (
            np.zeros(game.max_legal, np.int32),
            raw,
            rows.view(np.uint8),
        )
        columns = 2 * len(self.places) + game.max_legal + 16
        self.work = np.zeros((self.kernels.ROWS, columns), np.int32)
        self.spare = np.zeros((self.kernels.SPARE_ROWS, self.kernels.MAX_WRITTEN), np.uint8)
        self.out = np.zeros(MAX_OUT, np.uint8)
        self.room = (seen, raw, self.actions, rows, self.row_bytes, self.work, self.spare, self.out)
        self.nothing = np.full((1, 2), -1, np.int32)

    def between(self, before: Position, after: Position, told: Told) -> Change:
        """What has changed from one position to another; what is told now is noted."""
        if told.generation != self.generation:
            told.generation, told.rows = 0, self._no_rows()
        self._differ(before, after, False, lambda: self._rows(told))
        told.generation = self.generation
        facts = self.work[self.kernels.FACTS]
        first = self.kernels.FIRST_END
        ends: list[int] = facts[first : first + self.views + 3].tolist()
        text = self.out[: ends[-1]].tobytes()
        parts = [text[begin:end] for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
        return Change(parts[0], parts[1 : self.views], *parts[self.views :])

    def told_with(self, choices: dict[int, list[int]]) -> Told:
        """What somebody knows who was told about some actions, and nothing before."""
        told = Told()
        told.generation, told.rows = self.generation, self._no_rows()
        actions, rows = (
            np.array(list(choices), np.int32),
            np.array(list(choices.values()), np.int32),
        )
        pieces = self.slots, self.texts
        self.kernels.tell(actions, rows.view(np.uint8), pieces, self.spare[0], told.rows)
        return told

    def _no_rows(self) -> Any:
        """Where actions are noted that were told."""
        return np.full((self.told_rows, 2), -1, np.int32)

    def step(self, before: Position, after: Position) -> bytes:
        """What everybody sees change on the way: elements such as ["turn",1]."""
        size = self._differ(before, after, True, lambda: self.nothing)
        return self.out[:size].tobytes()

    def _rows(self, told: Told) -> Any:
        """What was told, unless the pieces that it names were forgotten."""
        if told.generation != self.generation:
            told.rows[:] = -1
        return told.rows

    def _differ(
        self, before: Position, after: Position, is_step: bool, told: Callable[[], Any]
    ) -> int:
        """Calls the kernel, and makes the pieces that it misses."""
        while True:
            pieces = self.slots, self.texts
            size: int = self.kernels.differ(
                before._states, after._states, is_step, self.plan, pieces, told(), self.room
            )
            if size >= 0:
                assert size <= MAX_OUT, "a change does not fit"
                return size
            self._make_missing()

    def _make_missing(self) -> None:
        """Makes the pieces that the kernel has listed."""
        kernels, work = self.kernels, self.work
        facts = work[kernels.FACTS]
        for what in work[kernels.MISSING, : facts[kernels.MISSING_COUNT]].tolist():
            if what >= 0:
                self._make_place(what >> 1, is_after=bool(what & 1))
            elif what > kernels.FIRST_CHOICE:
                self._make_prompt(is_deciding=what == kernels.DECIDING)
            else:
                self._make_choice(kernels.FIRST_CHOICE - what)

    def _make_place(self, number: int, is_after: bool) -> None:
        """Makes the piece of a place."""
        place = self.places[number]
        row = self.raw[self.views + place.view if is_after else place.view]
        value = place.show(PlainFields(row.tobytes(), self.fields))
        self._keep(self._key(row, number), place.path + self.encode(value))

    def _make_choice(self, number: int) -> None:
        """Makes what is said about an action."""
        action, row = int(self.actions[number]), self.row_bytes[number].tobytes()
        preview = self.game.outcomes.preview(action, np.frombuffer(row, np.int32).tolist())
        key = bytes([self.kernels.CHOICE] * 2) + action.to_bytes(2, "little") + row
        self._keep(key, self.encode([action, preview]))

    def _make_prompt(self, is_deciding: bool) -> None:
        """Makes what is said to those who wait, or to the one who decides."""
        views: Any = self.game.views
        row, group, moves = self.raw[self.views], 0, []
        if is_deciding:
            found = int(self.work[self.kernels.FACTS, self.kernels.FOUND])
            moves = [self.game.moves[action] for action in self.actions[:found].tolist()]
            for number, word in enumerate(views.PROMPT_MOVES):
                group |= any(move.partition(" ")[0] == word for move in moves) << number
        state = PlainFields(row.tobytes(), self.fields)
        code, values = views.prompt(PublicView(views.PARTS, state), moves)
        piece = self.encode({"code": code, "values": values})
        self._keep(self._key(row, self.prompt) + bytes([group]), piece)

    def _key(self, row: Any, place: int) -> bytes:
        """What a place's piece is made from."""
        key = np.zeros(MAX_KEY, np.uint8)
        return key[: write_key(row, place, self.plan, key)].tobytes()

    def _keep(self, key: bytes, piece: bytes) -> None:
        """Keeps a piece; when there are too many, all others are forgotten."""
        is_full = self.used + len(key) + len(piece) > MAX_TEXTS
        if is_full or self.count > MAX_PIECES * 3 // 4:
            self.slots[:] = 0
            self.count = self.used = 0
            self.generation += 1
        given = np.frombuffer(key, np.uint8), np.frombuffer(piece, np.uint8)
        self.used = keep(self.slots, self.texts, *given, self.used)
        self.count += 1
