"""What each seat is shown, worked out and encoded once for all who see the same."""

from __future__ import annotations

from typing import Any, cast

import orjson

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.core.position import Position
from atlantis_games.server.messages import (
    Choice,
    Result,
    ResultLine,
    Seat,
    SeatState,
    Sentence,
    TableInfo,
    encoded,
)
from atlantis_games.server.tables.contributions import deal_info
from atlantis_games.server.tables.match_log import move_sentence
from atlantis_games.server.tables.table import Table

LONG_LIST = 20  # elements: so long a list in a view is encoded once for all seats


class ViewCache:
    """The states that seats are shown, kept until something happens or everybody has them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._states: dict[int, SeatState] = {}
        self._public: dict[str, Any] | None = None
        self._long_lists: dict[str, orjson.Fragment] = {}
        self._info: orjson.Fragment | None = None

    def forget_info(self) -> None:
        """Something about the table from outside has changed, and nothing in its match."""
        self._info = None

    def clear(self, with_info: bool) -> None:
        """Something has happened, perhaps also to the table from outside."""
        self._states.clear()
        self._public = None
        if with_info:
            self._info = None

    def drop_if_sent(self) -> None:
        """Frees the memory once every connection has sent its state."""
        if not any(watcher.has_news for watcher in self.table.watchers):
            self._states.clear()
            self._public = None

    def info(self) -> TableInfo:
        """The table from outside, encoded."""
        if self._info is None:
            self._info = encoded(table_info(self.table))
        return cast(TableInfo, self._info)

    def state(self, seat: int) -> SeatState:
        """The part of a state that all who see through the same seat share."""
        state = self._states.get(seat)
        if state is None:
            state = self._states[seat] = self._make_state(seat)
        return state

    def _make_state(self, seat: int) -> SeatState:
        table = self.table
        is_playing = table.state == "playing"
        prompt: Sentence = {"code": table.state, "values": {}}
        view: dict[str, Any] | None = None
        moves: list[Choice] = []
        if table.state != "waiting":
            seen = table.position.redacted(seat)
            view = with_drawing(table.position, seen.view_with(self._public_view(), seat))
            if is_playing and table.position.actor == seat:
                moves = choices(seen)
            if not table.position.is_over:
                code, values = table.game.views.prompt(view, [one["move"] for one in moves])
                prompt = {"code": code, "values": values}
            view |= self._long_lists
        can_undo = is_playing and seat != SPECTATOR and table.ply == table.match.ply
        return {
            "view": view,
            "prompt": prompt,
            "moves": moves,
            "undo": can_undo and not table.setup.rated and table.match.can_undo(seat),
            "result": result(table),
            "steps": [
                {"ply": ply, "view": with_drawing(position, position.view(seat))}
                for ply, position in table.steps
            ],
        }

    def _public_view(self) -> dict[str, Any]:
        """What everybody sees."""
        if self._public is None:
            spectator = self.table.position.redacted(SPECTATOR)
            self._public = self.table.game.views.public(spectator.states())
            self._long_lists = {
                name: encoded(value)
                for name, value in self._public.items()
                if isinstance(value, list) and len(value) >= LONG_LIST and name != "seats"
            }
        return self._public


def with_drawing(position: Position, view: dict[str, Any]) -> dict[str, Any]:
    """A view, with a drawing as `text` where the page has no board for the game."""
    if not position.game.has_board:
        view["text"] = position.game.views.draw(view, position.game.texts())
    return view


def choices(position: Position) -> list[Choice]:
    """The legal moves of a seat; where the page has no board, with a sentence about each."""
    found = cast(list[Choice], position.choices())
    if not position.game.has_board:
        for choice in found:
            sentence = move_sentence(position.game, choice["move"])
            choice["code"], choice["values"] = sentence["code"], sentence["values"]
    return found


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
    here = {watcher.guest for watcher in table.watchers} - {None}
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
        "rematch": table.rematch,
        "series": {
            "games": table.setup.games,
            "wins": table.setup.wins or [0.0] * len(table.seats),
        },
        "notes": table.notes,
        "created": table.created,
        "watching": table.onlookers,
    }
