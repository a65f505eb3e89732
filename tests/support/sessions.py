"""Sessions without a network and without a disk."""

from __future__ import annotations

from typing import cast

from atlantis_games.core.dealer import Dealer
from atlantis_games.games import game_named
from atlantis_games.server.store import Changes, Done, EntriesOnly, Store
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, Table, TableSeat


class FakeStore:
    """A store that only remembers what was written, and fails when it is asked to."""

    process = ""  # it is alone

    def __init__(self) -> None:
        self.written: list[Changes | EntriesOnly] = []
        self.fails = False

    async def write(self, changes: Changes) -> None:
        """Remembers changes."""
        if self.fails:
            raise OSError("no space left")
        self.written.append(changes)

    def submit(self, changes: Changes | EntriesOnly, done: Done) -> None:
        """Remembers changes, and tells at once how it went."""
        if self.fails:
            done(OSError("no space left"))
        else:
            self.written.append(changes)
            done(None)

    @property
    def together(self) -> Changes:
        """Everything that was written."""
        everything = Changes()
        for changes in self.written:
            changes.add_to(everything)
        return everything


class FakeWatcher:
    """A connection that only counts."""

    def __init__(self, guest: str | None = None) -> None:
        self.guest = guest
        self.notices = 0
        self.has_news = False

    def notify(self, with_state: bool = True) -> None:
        """Something has happened."""
        self.notices += 1
        self.has_news = True


def new_session(
    game: str, seats: list[TableSeat], setup: Setup | None = None
) -> tuple[Session, FakeStore]:
    """A table that waits for its people, and the store that it is written to."""
    start = game_named(game).new(len(seats))
    match = MatchLog(start, [seat.name or "?" for seat in seats], Dealer("7", "table"))
    table = Table("table", match, seats, setup or Setup(start.options), created=1.0)
    store = FakeStore()
    return Session(table, cast(Store, store)), store


def people(*guests: str) -> list[TableSeat]:
    """A seat for each guest."""
    return [TableSeat("person", guest.capitalize(), guest=guest) for guest in guests]
