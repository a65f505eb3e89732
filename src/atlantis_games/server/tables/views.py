"""What each seat is shown, worked out and encoded once for all who see the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

import orjson

from atlantis_games.core.contract import SPECTATOR, Game, View
from atlantis_games.core.position import Position
from atlantis_games.kernels.deltas import Change, Deltas, Told
from atlantis_games.server.messages import (
    Choice,
    Result,
    ResultLine,
    Seat,
    SeatState,
    Sentence,
    TableInfo,
    encode_bytes,
    encode_to_keep,
    encoded,
)
from atlantis_games.server.tables.contributions import deal_info
from atlantis_games.server.tables.table import Table

DELTA = (  # without an end: a connection may add to what is set
    b'{"type":"delta","ply":%d,"since":%d,"log":[%b],"steps":[%b],"moves":[%b],"set":[%b%b%b'
)
LONG_LIST = 20  # elements: so long a list in a view is encoded once for all seats


class SeatPart(NamedTuple):
    """What was said to a seat beside what has changed."""

    prompt: bytes
    undo: bool


@lru_cache(32)
def deltas_of(game: Game, players: int) -> Deltas | None:
    """What encodes the changes of a game; None if the game does not say what views are made of."""
    return Deltas(game, players, encode_bytes) if hasattr(game.views, "PARTS") else None


class ViewCache:
    """The states that seats are shown, and what has changed since the ones before.

    A revision is what was announced at once. What has changed is worked out and encoded once for
    each, for everybody who sees it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.revision = 0
        self.base_ply = 0  # the ply of the revision before
        self._ply = table.ply
        self._position: Position | None = None  # that is shown in this revision, once it is asked
        self._base: Position | None = None  # that was shown in the one before
        self._position_revision = -1
        self._change: tuple[Change, bytes] | None = None  # since then, and steps on the way
        self._change_revision = -1
        self._public: View | None = None  # what everybody sees, until everybody was sent it
        self._seats: dict[int, SeatPart] = {}
        self._seats_before: dict[int, SeatPart] = {}
        self._told: dict[int, Told] = {}  # what actions do, as all at a seat know it
        # Seats that were sent whole states in this revision, and the choices that they were told.
        self._whole: dict[int, dict[int, list[int]]] = {}
        self._states: dict[int, SeatState] = {}
        self._deltas: dict[int, bytes | None] = {}
        self._long_lists: dict[str, orjson.Fragment] = {}
        self._info: orjson.Fragment | None = None
        self._info_bytes = b""
        self.info_revision = 0  # how often the table may have changed from outside

    def forget_info(self) -> None:
        """Something about the table from outside has changed, and nothing in its match."""
        self._info = None
        self.info_revision += 1

    def clear(self, with_info: bool) -> None:
        """Something has happened, perhaps also to the table from outside."""
        self.revision += 1
        self.base_ply, self._ply = self._ply, self.table.ply
        for seat, choices in self._whole.items():  # who is new there knows less than others
            self._told.pop(seat, None)
            deltas = deltas_of(self.table.game, len(self.table.seats)) if choices else None
            if deltas is not None:
                self._told[seat] = deltas.told_with(choices)
        self._whole.clear()
        self._seats_before, self._seats = self._seats, {}
        self.drop()
        if with_info:
            self.forget_info()

    def drop(self) -> None:
        """Frees what every connection has sent."""
        if self._states or self._long_lists:
            self._states, self._long_lists = {}, {}
        self._deltas.clear()
        self._public = None

    def info(self) -> TableInfo:
        """The table from outside, encoded."""
        if self._info is None:
            self._info_bytes = encode_to_keep(table_info(self.table))
            self._info = orjson.Fragment(self._info_bytes)
        return cast(TableInfo, self._info)

    def encoded_info(self) -> bytes:
        """The table from outside, as it is sent."""
        if self._info is None:
            self.info()
        return self._info_bytes

    def _shown(self) -> Position | None:
        """The position that this revision shows; None while people are missing."""
        if self._position_revision != self.revision:
            is_next = self._position_revision == self.revision - 1
            self._base = self._position if is_next else None
            self._position = None if self.table.state == "waiting" else self.table.position
            self._position_revision = self.revision
        return self._position

    # Whole states

    def state(self, seat: int) -> SeatState:
        """The part of a state that all who see through the same seat share."""
        state = self._states.get(seat)
        if state is None:
            state = self._states[seat] = self._make_state(seat)
        return state

    def _make_state(self, seat: int) -> SeatState:
        table, game = self.table, self.table.game
        view: View | None = None
        found: dict[int, list[int]] = {}
        prompt: Sentence = {"code": table.state, "values": {}}
        if self._shown() is not None:
            position = table.position
            seen = position.redacted(seat)
            public = self._public_view()
            if table.state == "playing" and position.actor == seat:
                found = seen.previews()
            if not position.is_over:
                moves = [game.moves[action] for action in found]
                code, values = game.views.prompt(public, moves)
                prompt = {"code": code, "values": values}
            view = with_drawing(position, seen.view_with(public, seat)) | self._encoded_lists()
        undo = self._can_undo(seat)
        self._seats[seat], self._whole[seat] = SeatPart(encode_bytes(prompt), undo), found
        return {
            "view": view,
            "prompt": prompt,
            "moves": shown_choices(game, found),
            "undo": undo,
            "result": result(table),
            "steps": [
                {"ply": ply, "view": with_drawing(position, position.view(seat))}
                for ply, position in table.steps
            ],
        }

    def _public_view(self) -> View:
        """What everybody sees."""
        if self._public is None:
            position = self.table.position
            self._public = position.game.views.public(position.public_states())
        return self._public

    def _encoded_lists(self) -> dict[str, orjson.Fragment]:
        """The long lists of what everybody sees."""
        if not self._long_lists:
            self._long_lists = {
                name: encoded(value)
                for name, value in self._public_view().items()
                if isinstance(value, list) and len(value) >= LONG_LIST and name != "seats"
            }
        return self._long_lists

    def _can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last move back."""
        table = self.table
        is_playing = table.state == "playing" and seat != SPECTATOR and not table.setup.rated
        return is_playing and table.ply == table.match.ply and table.match.can_undo(seat)

    # What has changed

    def delta(self, seat: int) -> bytes | None:
        """What has changed for a seat since the revision before, without its end, or None."""
        if seat not in self._deltas:
            self._deltas[seat] = self._make_delta(seat)
        return self._deltas[seat]

    def _make_delta(self, seat: int) -> bytes | None:
        table, before = self.table, self._seats_before.get(seat)
        shown = self._shown()
        if self._change_revision != self.revision:
            self._change_revision = self.revision
            self._change = None if shown is None else self._changed(shown)
        if before is None or shown is None or self._change is None:
            return None
        change, steps = self._change
        prompt, moves = change.waiting, b""
        if shown.is_over:
            prompt = encode_bytes({"code": table.state, "values": {}})
        elif shown.actor == seat and table.state == "playing":
            prompt, moves = change.deciding, change.moves[:-1]
        now = self._seats[seat] = SeatPart(prompt, self._can_undo(seat))
        more = b""
        if before.prompt != prompt:
            more = b',["prompt",%b]' % prompt
        if before.undo != now.undo:
            more += b',["undo",true]' if now.undo else b',["undo",false]'
        if table.state == "over":
            more += b',["result",%b]' % encode_bytes(result(table))
        private = change.private[seat] if change.private and seat != SPECTATOR else b""
        log = table.match.encoded_entries(seat, self.base_ply, table.ply)
        return DELTA % (table.ply, self.base_ply, log, steps, moves, private, change.public, more)

    def _changed(self, after: Position) -> tuple[Change, bytes] | None:
        """What has changed since the position that was shown before, and steps on the way."""
        table, before = self.table, self._base
        deltas = deltas_of(table.game, after.players)
        if before is None or deltas is None or (table.steps and table.game.has_secrets):
            return None
        steps = []
        for ply, position in table.steps:
            if ply > self.base_ply:  # others are of a move that was announced before
                found = deltas.step(before, position)
                actor = b'["actor",%d]' % position.actor
                steps.append(b'{"ply":%d,"set":[%b%b]}' % (ply, found, actor))
                before = position
        told = self._told.setdefault(after.actor, Told()) if after.actor >= 0 else Told()
        change = deltas.between(before, after, told)
        actor = b'["view","actor",%d]' % after.actor
        return change._replace(public=change.public + actor), b",".join(steps)


def with_drawing(position: Position, view: dict[str, Any]) -> dict[str, Any]:
    """A view, with a drawing as `text` where the page has no board for the game."""
    if not position.game.has_board:
        view["text"] = position.game.views.draw(view, position.game.texts())
    return view


def choices(position: Position) -> list[Choice]:
    """The legal moves of the seat that a redacted position is for."""
    return shown_choices(position.game, position.previews())


def shown_choices(game: Game, found: dict[int, list[int]]) -> list[Choice]:
    """Legal moves and what they would do; where the page has no board, with a sentence each."""
    shown = []
    for number, row in found.items():
        action = game.notation[number]
        choice = {
            "move": action.text,
            "clicks": action.clicks,
            **game.outcomes.preview(number, row),
        }
        if not game.has_board:
            choice |= {"code": action.code, "values": action.values}
        shown.append(cast(Choice, choice))
    return shown


def result(table: Table) -> Result | None:
    """How a game ended, with the seed that proves the dealing."""
    position, dealer = table.position, table.match.dealer
    if table.state != "over" or not position.is_over:
        return None
    return {
        "scores": list(position.scores),
        "winners": list(position.winners),
        "lines": cast(list[ResultLine], table.game.outcomes.settlement(position)),
        "ending": table.game.outcomes.ending(position),
        "seed": dealer.seed if dealer and not table.imported else "",
    }


def seats_here(table: Table) -> list[bool]:
    """Whether the bot or the guest of each seat is connected now."""
    here = table.guests_here
    return [seat.kind == "bot" or seat.guest in here for seat in table.seats]


def table_info(table: Table) -> TableInfo:
    """A table from outside."""
    seats: list[Seat] = [
        {
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "here": here,
            "away": seat.away,
        }
        for seat, here in zip(table.seats, seats_here(table), strict=True)
    ]
    return {
        "id": table.id,
        "game": table.game.name,
        "options": table.match.start.options,
        "seats": seats,
        "state": table.state,
        "public": table.public,
        "hints": table.setup.hints and not table.setup.rated,
        "rated": table.setup.rated,
        "clock": table.setup.clock,
        "commitment": table.commitment,
        "deal": deal_info(table),
        "imported": table.imported,
        "origin": table.setup.origin or ("set up" if table.setup.position else ""),
        "daily": table.setup.daily.rpartition(" ")[2],
        "rematch": table.rematch,
        "series": {
            "games": table.setup.games,
            "wins": table.setup.wins or [0.0] * len(table.seats),
        },
        "notes": table.notes,
        "created": table.created,
        "watching": table.onlookers,
    }
