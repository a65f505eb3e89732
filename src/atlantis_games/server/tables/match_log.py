"""A match that also keeps what came of every entry of its log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any

import orjson

from atlantis_games.core.contract import CHANCE, EVERYBODY, Game
from atlantis_games.core.match import UNDO, Match
from atlantis_games.core.position import Position
from atlantis_games.games import game_named
from atlantis_games.server.messages import Entry, EntryAgain, Sentence, encode_to_keep


class MatchLog(Match):
    """A match with an outcome for every entry: what everybody could see happen, as JSON or ""."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.outcomes: list[str] = []
        self.steps: list[tuple[int, Position]] = []  # of the last deal, shown one by one

    def _append(self, move: str, after: Position) -> None:
        """Adds a move, and keeps what came of it."""
        outcome = self.position.outcome(after)
        super()._append(move, after)
        self.outcomes.append(orjson.dumps(outcome).decode() if outcome else "")

    def deal(self) -> None:
        """Lets chance act, and keeps the positions before events that are shown on their own."""
        self.steps = []
        while self.position.actor == CHANCE:
            move, after = self.next_outcome()
            if code_of(self.game, move) in self.game.shown_alone:
                self.steps.append((self.ply, self.position))
            self._append(move, after)

    def read_on(self, entries: Sequence[tuple[int, str]]) -> None:
        """Adds logged entries, and keeps the positions before events that are shown alone."""
        self.steps = []
        for actor, move in entries:
            if actor == CHANCE and code_of(self.game, move) in self.game.shown_alone:
                self.steps.append((self.ply, self.position))
            self.enter(actor, move)

    def undo(self, seat: int) -> None:
        """Takes a move back; nothing comes of that."""
        super().undo(seat)
        self.outcomes.append("")

    def undos_in_a_row(self, seat: int) -> int:
        """How many moves a seat has taken back since chance or another seat acted."""
        own = takewhile(lambda entry: entry[0] == seat, reversed(self.log))
        return sum(1 for _, move in own if move == UNDO)

    def entries_for(self, seat: int, first: int, last: int) -> list[Entry]:
        """Entries of the log as a seat may know them, in the shape of docs/protocol.md."""
        seen = islice(self.seen_by(seat, first), last - first)
        name = self.game.name
        return [
            log_entry(name, *entry, self.outcomes[ply]) for ply, entry in enumerate(seen, first)
        ]

    def encoded_entries(self, seat: int, first: int, last: int) -> bytes:
        """Entries of the log as a seat may know them, encoded and with commas between them."""
        name, log, audiences, outcomes = (
            self.start.game.name,
            self.log,
            self.audiences,
            self.outcomes,
        )
        found = []
        for ply in range(first, last):
            (actor, move), audience = log[ply], audiences[ply]
            seen = audience in (EVERYBODY, seat)
            found.append(encoded_entry(name, actor, move, seen, outcomes[ply]))
        return b",".join(found)

    def private_entries(self, seat: int, own: Sequence[int], last: int) -> list[EntryAgain]:
        """The entries before a ply that another of somebody's seats knows better, or less well."""
        shown = zip(self.seen_by(seat), self.audiences[:last], self.outcomes, strict=False)
        return [
            {**log_entry(self.game.name, *entry, outcome), "ply": ply}
            for ply, (entry, audience, outcome) in enumerate(shown)
            if audience in own
        ]

    def all_entries(self, first: int, last: int) -> list[Entry]:
        """Entries of the log after the end, when nothing is secret any more."""
        return [
            log_entry(self.game.name, *self.log[ply], True, self.outcomes[ply])
            for ply in range(first, min(last, self.ply))
        ]


@lru_cache(1024)  # the same for all who may see it
def log_entry(game: str, actor: int, move: str, seen: bool, outcome: str) -> Entry:
    """An entry of the log with the sentence about it. Shared: must not be changed."""
    entry: Entry = {"actor": actor, "move": move, "seen": seen, "code": UNDO, "values": {}}
    if outcome:
        entry["outcome"] = orjson.loads(outcome)
    if not seen:
        entry["code"] = f"{move}-hidden"
    elif move != UNDO:
        sentence = move_sentence(game_named(game), move)
        entry["code"], entry["values"] = sentence["code"], sentence["values"]
    return entry


@lru_cache(10_000)
def encoded_entry(game: str, actor: int, move: str, seen: bool, outcome: str) -> bytes:
    """An entry of the log as it is sent; of what is not seen only its first word."""
    shown = move if seen else move.partition(" ")[0]
    return encode_to_keep(log_entry(game, actor, shown, seen, outcome))


def code_of(game: Game, move: str) -> str:
    """The code of the sentence about a move."""
    return game.notation[game.numbers[move]].code


def move_sentence(game: Game, move: str) -> Sentence:
    """The sentence about a move."""
    action = game.notation[game.numbers[move]]
    return {"code": action.code, "values": action.values}
