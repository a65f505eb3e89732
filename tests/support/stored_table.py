"""A table as the server has stored it, and who may know what of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson

from atlantis_games.core.contract import EVERYBODY, SPECTATOR
from atlantis_games.core.match import UNDO, Match
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from support.databases import stored_rows


class StoredTable:
    """One table as it is stored, with all its secrets."""

    def __init__(self, data: Path, table: str) -> None:
        self.table = table
        query = "SELECT game, seed, state, agreed FROM tables WHERE id = ?"
        (found,) = stored_rows(data, query, table)
        self.game_name, self.seed, self.state, self.agreed = found
        query = "SELECT guest, setup FROM seats JOIN tables ON id = table_id WHERE table_id = ?"
        rows = stored_rows(data, query + " ORDER BY seat", table)
        self.guests: list[str | None] = [guest for guest, _ in rows]
        self.setup: str = rows[0][1]
        query = "SELECT actor, move, audience FROM entries WHERE table_id = ? ORDER BY ply"
        self.entries: list[Any] = stored_rows(data, query, table)  # actor, move, audience

    @property
    def log(self) -> list[tuple[int, str]]:
        """Who did what."""
        return [(actor, move) for actor, move, _ in self.entries]

    @cached_property
    def positions(self) -> list[Position]:
        """The positions before the first entry and after each, with all secrets."""
        options = json.loads(self.setup)["options"]
        match = Match(game_named(self.game_name).new(len(self.guests), **options))
        for actor, move in self.log:
            match.enter(actor, move)
        replay = [match.start]
        return replay + [position for _, _, position in match.positions()]

    def entry_for(self, ply: int, seat: int) -> dict[str, Any]:
        """An entry of the log exactly as a seat, or a spectator with -1, may see it."""
        actor, move, audience = self.entries[ply]
        if audience not in (EVERYBODY, seat):
            hidden = move.split(" ")[0]
            entry = {"actor": actor, "move": hidden, "seen": False}
            return entry | {"code": f"{hidden}-hidden", "values": {}}
        entry = {"actor": actor, "move": move, "seen": True}
        if move == UNDO:
            return entry | {"code": UNDO, "values": {}}
        game = game_named(self.game_name)
        action = game.notation[game.numbers[move]]
        outcome = self.outcome(ply)
        return (
            entry
            | {"code": action.code, "values": action.values}
            | ({"outcome": outcome} if outcome else {})
        )

    @cache  # noqa: B019  (it lives as long as its test)
    def outcome(self, ply: int) -> dict[str, Any]:
        """What an onlooker could see come of an entry: the difference between two looks."""
        before, after = self.open_view(ply), self.open_view(ply + 1)
        outcome: dict[str, Any] = {}
        for was, now in zip(before["seats"], after["seats"], strict=True):
            for figure, space in now.get("figures", {}).items():
                if was["figures"][figure] != space:
                    outcome["lands"] = space
        for was, now in zip(before.get("path", []), after.get("path", []), strict=True):
            is_gone = was.get("value") != now.get("value") or was.get("item") != now.get("item")
            if "item" in was and (is_gone or ("covered" in was) > ("covered" in now)):
                outcome["takes"] = {"item": was["item"], "value": was["value"]}
        for fate in ("lost", "saved"):
            change = [
                now.get(fate, 0) - was.get(fate, 0)
                for was, now in zip(before["seats"], after["seats"], strict=True)
            ]
            if any(change):
                outcome[fate] = change
        return outcome

    def effective(self, ply: int) -> list[tuple[int, str, int]]:
        """The entries before a ply that were not taken back."""
        kept: list[tuple[int, str, int]] = []
        for entry in self.entries[:ply]:
            if entry[1] == UNDO:
                kept.pop()
            else:
                kept.append(entry)
        return kept

    @cache  # noqa: B019
    def open_view(self, ply: int) -> Any:
        """What an onlooker sees."""
        return plain_json(self.positions[ply].view(SPECTATOR))

    @cache  # noqa: B019
    def tally(self, ply: int) -> Any:
        """Who has what after so many entries, counted by hand and not by the engine."""
        tally = tally_of(self.game_name).Tally(len(self.guests), json.loads(self.setup)["options"])
        for actor, move, audience in self.effective(ply):
            tally.count(actor, move, audience)
        return tally


def branches(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Everything in a JSON value, each with the way to it."""
    yield path, value
    inside: Any = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, below in inside:
        yield from branches(below, (*path, key))


def check_view(stored: StoredTable, ply: int, seat: int, view: dict[str, Any]) -> int:
    """Compares a view with what a seat can work out at the table; how much was compared."""
    if not game_named(stored.game_name).has_secrets:
        assert view == {**stored.open_view(ply), "seat": seat}
        return 1
    compared: int = tally_of(stored.game_name).check_view(stored, ply, seat, view)
    return compared


def tally_of(game: str) -> Any:
    """The module that counts by hand what each player of a game with secrets has and may know."""
    return import_module(f"games.{game}.tally")


def secret_moves(game: str) -> list[str]:
    """What chance may do in secret, as it is written."""
    texts = game_named(game).texts()
    actions = game_named(game).notation
    return [action.text for action in actions if f"log.{action.code}-hidden" in texts]


def plain_json(value: Any) -> Any:
    """A value as it looks after it was sent."""
    return orjson.loads(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))
