"""The log as it is read: turn by turn, without the deal and without what was taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from atlantis_games.cli.local_game import LocalGame
from atlantis_games.core.match import UNDO
from atlantis_games.core.terminal import Cast, LogEntry


@dataclass
class Turn:
    """What one seat did, and what chance did for it."""

    seat: int
    first: int  # ply of its first entry
    entries: list[LogEntry] = field(default_factory=list)


def turns_of(entries: Sequence[LogEntry], ends_turn: Callable[[LogEntry], bool]) -> list[Turn]:
    """The whole log by turns. A turn that was taken back whole keeps the entry that says so."""
    turns: list[Turn] = []
    for ply, entry in enumerate(entries):
        if entry.code == UNDO:
            take_back(turns, entry)
        elif entry.actor >= 0:
            last = next((one for one in reversed(done(turns)) if one.actor >= 0), None)
            if not turns or turns[-1].seat != entry.actor or (last and ends_turn(last)):
                turns.append(Turn(entry.actor, ply))
            turns[-1].entries.append(entry)
        elif turns:
            turns[-1].entries.append(entry)
    return turns


def done(turns: list[Turn]) -> list[LogEntry]:
    """The entries of the last turn that were not taken back."""
    return [one for one in turns[-1].entries if one.code != UNDO] if turns else []


def take_back(turns: list[Turn], undo: LogEntry) -> None:
    """Takes the last move of a seat out of its turn, and leaves one entry that says so."""
    for turn in reversed(turns):
        places = [
            place
            for place, entry in enumerate(turn.entries)
            if entry.actor == undo.actor and entry.code != UNDO
        ]
        if turn.seat == undo.actor and places:
            del turn.entries[places[-1]]
            if not turn.entries or turn.entries[-1].code != UNDO:
                turn.entries.append(undo)
            return


def turn_sentences(table: LocalGame, viewer: int) -> list[tuple[Turn, str]]:
    """Every turn with what is said of it to a seat, or to those who watch."""
    screen = table.game.screen
    cast = Cast(tuple(table.names), frozenset({viewer} if viewer >= 0 else ()))
    turns = turns_of(table.entries(viewer), screen.ends_turn if screen else lambda entry: False)
    found = []
    for turn in turns:
        who = table.names[turn.seat]
        if screen is None:
            sentences = (
                table.texts.fill(f"log.{entry.code}", {"who": who, **entry.values})
                for entry in turn.entries
                if f"log.{entry.code}" in table.texts
            )
            found.append((turn, " ".join(sentences)))
        else:
            found.append((turn, screen.turn(turn.entries, who, cast, table.texts)))
    return found
