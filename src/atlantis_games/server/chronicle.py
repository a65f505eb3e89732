"""A match that also keeps what every entry of its log did, so that the log can tell it."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

import orjson

from atlantis_games.core.contract import Game
from atlantis_games.core.match import UNDO, Match
from atlantis_games.games import game_named


class Chronicle(Match):
    """A match with a deed for every entry: what everybody could see happen, as JSON or nothing."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.deeds: list[str] = []

    def play(self, move: str) -> None:
        """Does a legal move, and keeps what came of it."""
        before = self.position
        super().play(move)
        deed = before.outcome(self.position)
        self.deeds.append(orjson.dumps(deed).decode() if deed else "")

    def undo(self, seat: int) -> None:
        """Takes a move back: the log only tells that."""
        super().undo(seat)
        self.deeds.append("")

    def told(self, seat: int, first: int, last: int) -> list[dict[str, Any]]:
        """Entries of the log as a seat may know them, in the shape of docs/protocol.md."""
        seen = islice(self.seen_by(seat, first), last - first)
        name = self.game.name
        return [log_entry(name, *entry, self.deeds[ply]) for ply, entry in enumerate(seen, first)]

    def told_to_all(self, first: int, last: int) -> list[dict[str, Any]]:
        """The same after the end, when nothing is secret any more."""
        return [
            log_entry(self.game.name, *self.log[ply], True, self.deeds[ply])
            for ply in range(first, min(last, self.ply))
        ]


@lru_cache(1024)  # several people are told the same
def log_entry(game: str, actor: int, move: str, seen: bool, deed: str) -> dict[str, Any]:
    """An entry of the log, with a code and values to translate it by. Not to be changed."""
    entry: dict[str, Any] = {"actor": actor, "move": move, "seen": seen}
    if deed:
        entry["deed"] = orjson.loads(deed)
    if not seen:
        return entry | {"code": f"{move}-hidden", "values": {}}
    if move == UNDO:
        return entry | {"code": UNDO, "values": {}}
    return entry | said(game_named(game), move)


def said(game: Game, move: str) -> dict[str, Any]:
    """The code and the values to translate a move by."""
    action = game.notation[game.numbers[move]]
    return {"code": action.code, "values": action.values}
