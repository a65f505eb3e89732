"""What each seat is shown, worked out and encoded once for all who see the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import orjson

from atlantis_games.core.contract import SPECTATOR, Game, State, View
from atlantis_games.core.plain_fields import PlainFields, fields_of
from atlantis_games.core.position import Position, Shown
from atlantis_games.core.view_parts import PublicView
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
from atlantis_games.server.tables.kept_views import (
    encoded_choices,
    kept_prompt,
    numbers_of,
    private_view,
    told_with,
)
from atlantis_games.server.tables.live_view import LiveView
from atlantis_games.server.tables.table import Table

DELTA = (  # without an end: a connection may add to what is set
    b'{"type":"delta","ply":%d,"since":%d,"log":[%b],"steps":[%b],"moves":[%b],"set":[%b'
)
LONG_LIST = 20  # elements: so long a list in a view is encoded once for all seats


NO_CHOICES: dict[int, bytes] = {}
NOTHING: View = {}


@dataclass(slots=True)
class SeatPart:
    """What a state has for one seat alone."""

    revision: int
    private: View  # of its panel
    prompt: Sentence
    choices: dict[int, bytes]  # its legal actions, each with the bytes of numbers about it
    undo: bool


class ViewCache:
    """The states that seats are shown, and what has changed since the ones before.

    A revision is what was announced at once. What everybody sees is worked out and encoded once for
    each, and what only a seat sees once for that seat.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.revision = 0
        self.base_ply = 0  # the ply of the revision before
        self._all: Shown | None = None  # what each seat knows, until everybody was sent it
        self._live: LiveView | None = None  # what everybody sees, of games that say how it changes
        self._public: View | None = None  # entries are there when they are asked for
        self._public_revision = -1
        self._changes: bytes | None = None  # of what everybody sees, since the revision before
        self._steps: list[bytes] = []  # on the way to them
        self._ply = table.ply
        self._seats: dict[int, SeatPart] = {}
        self._seats_before: dict[int, SeatPart] = {}
        self._told: dict[int, dict[int, bytes]] = {}  # what actions do, as all at a seat know it
        self._whole: set[int] = set()  # seats that were sent whole states in this revision
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
        for seat in self._whole:  # somebody new there knows less than those before
            part = self._seats.get(seat)
            self._told[seat] = told_with(self.table.game, part.choices if part else NO_CHOICES)
        self._whole.clear()
        self._seats_before, self._seats = self._seats, {}
        self.drop()
        if with_info:
            self.forget_info()

    def drop(self) -> None:
        """Frees what every connection has sent."""
        self._states.clear()
        self._deltas.clear()
        self._long_lists = {}
        self._public = self._all = None

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

    # Whole states

    def state(self, seat: int) -> SeatState:
        """The part of a state that all who see through the same seat share."""
        self._whole.add(seat)
        state = self._states.get(seat)
        if state is None:
            state = self._states[seat] = self._make_state(seat)
        return state

    def _make_state(self, seat: int) -> SeatState:
        table, part = self.table, self._seat(seat)
        view: View | None = None
        if table.state != "waiting":
            view = {**self._whole_view(), "actor": table.position.actor, "seat": seat}
            if seat != SPECTATOR:
                view["seats"] = list(view["seats"])
                view["seats"][seat] = view["seats"][seat] | part.private
            view = with_drawing(table.position, view) | self._encoded_lists()
        return {
            "view": view,
            "prompt": part.prompt,
            "moves": shown_choices(table.game, numbers_of(part.choices)),
            "undo": part.undo,
            "result": result(table),
            "steps": [
                {"ply": ply, "view": with_drawing(position, position.view(seat))}
                for ply, position in table.steps
            ],
        }

    def _encoded_lists(self) -> dict[str, orjson.Fragment]:
        """The long lists of what everybody sees."""
        if not self._long_lists:
            self._long_lists = {
                name: encoded(value)
                for name, value in self._whole_view().items()
                if isinstance(value, list) and len(value) >= LONG_LIST and name != "seats"
            }
        return self._long_lists

    def _seat(self, seat: int) -> SeatPart:
        """What a state has for one seat alone."""
        part = self._seats.get(seat)
        if part is None:
            part = self._seats[seat] = self._make_seat(seat)
        return part

    def _make_seat(self, seat: int) -> SeatPart:
        table, game = self.table, self.table.game
        if table.state == "waiting":
            return SeatPart(self.revision, {}, {"code": "waiting", "values": {}}, {}, False)
        is_playing, position = table.state == "playing", table.position
        shown, private, found = self._shown(), NOTHING, NO_CHOICES
        if seat != SPECTATOR and game.has_secrets:
            private = private_view(game, seat, shown.raw[seat + 1])
        if is_playing and position.actor == seat:
            found = shown.choices
        prompt: Sentence = {"code": table.state, "values": {}}
        if not position.is_over:
            prompt = self._prompt(found)
        can_undo = is_playing and seat != SPECTATOR and table.ply == table.match.ply
        undo = can_undo and not table.setup.rated and table.match.can_undo(seat)
        return SeatPart(self.revision, private, prompt, found, undo)

    def _prompt(self, found: dict[int, bytes]) -> Sentence:
        """What is to be done, by somebody who can do what was found."""
        game = self.table.game
        kept = None if found else kept_prompt(game)
        if kept is not None:
            raw = self._shown().raw[0]
            waits: Sentence = kept.value(raw, PlainFields(raw, fields_of(game.record)))
            return waits
        moves = game.moves
        code, values = game.views.prompt(self._public_view(), [moves[action] for action in found])
        return {"code": code, "values": values}

    def _shown(self) -> Shown:
        """What each seat knows now, worked out once for all."""
        if self._all is None:
            self._all = self.table.position.shown()
        return self._all

    # What everybody sees, and how it has changed

    def _whole_view(self) -> View:
        """What everybody sees, all of it."""
        public = self._public_view()
        return public.whole() if isinstance(public, PublicView) else public

    def _public_view(self) -> View:
        """What everybody sees; games that say how it changes are asked for its entries later."""
        if self._public is not None:
            return self._public
        game, raw = self.table.game, self._shown().raw[0]
        parts = getattr(game.views, "PARTS", None)
        if parts is None:
            self._public = game.views.public(np.frombuffer(raw, game.record))
            return self._public
        state = PlainFields(raw, fields_of(game.record))
        self._public = PublicView(parts, state)
        if self._public_revision != self.revision:
            is_next = self._public_revision == self.revision - 1
            self._public_revision = self.revision
            self._changes, self._steps = None, []
            if self._live is None or not is_next:
                self._live = LiveView(parts, game.record, raw)
            else:
                self._go_on(self._live, raw, state)
        return self._public

    def _go_on(self, live: LiveView, raw: bytes, state: State) -> None:
        """Brings what everybody sees up to date, step by step, and encodes what has changed."""
        table = self.table
        live.has_new_panels = False
        for ply, position in table.steps:
            if ply <= self.base_ply:
                continue  # of a move that was announced before
            step = position.public_states().tobytes()
            found = live.update(step, PlainFields(step, fields_of(table.game.record)))
            found.append(b'"actor",%d' % position.actor)
            self._steps.append(b'{"ply":%d,"set":[[%b]]}' % (ply, b"],[".join(found)))
        found = live.update(raw, state)
        found.append(b'"actor",%d' % table.position.actor)
        self._changes = b'["view",%b]' % b'],["view",'.join(found)

    def delta(self, seat: int) -> bytes | None:
        """What has changed for a seat since the revision before, without its end, or None."""
        if seat not in self._deltas:
            self._deltas[seat] = self._make_delta(seat)
        return self._deltas[seat]

    def _make_delta(self, seat: int) -> bytes | None:
        table, before = self.table, self._seats_before.get(seat)
        if table.state == "waiting" or before is None or before.revision != self.revision - 1:
            return None
        public, now = self._public_view(), self._seat(seat)
        if self._changes is None or (table.steps and table.game.has_secrets):
            return None
        sets = [self._changes]
        sets += self._private_changes(public, seat, before.private, now.private)
        if before.prompt is not now.prompt and before.prompt != now.prompt:
            sets.append(b'["prompt",%b]' % encode_bytes(now.prompt))
        if before.undo != now.undo:
            sets.append(b'["undo",true]' if now.undo else b'["undo",false]')
        if table.state == "over":
            sets.append(b'["result",%b]' % encode_bytes(result(table)))
        moves = b""
        if now.choices:
            moves = encoded_choices(table.game, self._told.setdefault(seat, {}), now.choices)
        log = table.match.encoded_entries(seat, self.base_ply, table.ply)
        steps = b",".join(self._steps)
        return DELTA % (table.ply, self.base_ply, log, steps, moves, b",".join(sets))

    def _private_changes(self, public: View, seat: int, before: View, now: View) -> list[bytes]:
        """What has changed in a seat's own panel that only it sees."""
        if before is now and not (self._live and self._live.has_new_panels):
            return []
        if (self._live and self._live.has_new_panels) or before.keys() != now.keys():
            panel = encode_bytes(public["seats"][seat] | now)
            return [b'["view","seats",%d,%b]' % (seat, panel)]
        return [
            b'["view","seats",%d,%b]' % (seat, encode_bytes([name, value])[1:-1])
            for name, value in now.items()
            if before[name] != value
        ]


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
