"""A table: a match, who has which seat, and what is known about it from outside."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from atlantis_games.core.contract import SPECTATOR, Game
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.core.match import IMPORTED
from atlantis_games.core.position import Position
from atlantis_games.server.messages import ClockSetting, Note, SeatKind, TableState
from atlantis_games.server.tables.chat_log import ChatLog
from atlantis_games.server.tables.clock import GameClock
from atlantis_games.server.tables.match_log import MatchLog
from atlantis_games.server.tables.reactions import ReactionLog


@dataclass
class TableSeat:
    """A seat and who decides for it."""

    kind: SeatKind
    name: str = ""
    level: str = ""  # of a bot
    guest: str | None = None  # whose it is
    away: bool = False  # a bot plays for them
    promise: str = ""  # the SHA-256 of the nonce that its device will reveal
    nonce: str = ""  # what its device has revealed

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.kind == "bot" or self.away


@dataclass
class Setup:
    """How a table was opened; stored as JSON."""

    options: dict[str, str]
    clock: ClockSetting | None = None
    hints: bool = True
    rated: bool = False
    pace: float = 0.6
    games: int = 0  # that the same people have played before, along the rematches
    wins: list[float] = field(default_factory=list)  # of each seat in them; empty before the first
    headers: dict[str, str] = field(default_factory=dict)  # of an imported match file
    host: str = ""  # the guest who opened it
    removed: list[str] = field(default_factory=list)  # guests whom the host sent away
    private: bool = False  # its link shows neither names nor the position
    position: str = ""  # where it began, as text, if that is not the beginning of the game
    origin: str = ""  # the table that it was taken from, and its ply: `ID 12`
    daily: str = ""  # the name of the challenge of the day that it is


class Presence(NamedTuple):
    """Who is connected with a table through another process."""

    guests: frozenset[str]  # with a seat
    onlookers: int


class Watcher(Protocol):
    """A connection, as the table knows it."""

    guest: str | None

    @property
    def has_news(self) -> bool:
        """Whether there is something that it has not sent yet."""
        ...

    def notify(self, with_state: bool = True) -> None:
        """Something has happened, or was only said: send it."""


class Table:
    """A match and the people around it. Position, ply and state are those that are stored."""

    def __init__(
        self,
        table_id: str,
        match: MatchLog,
        seats: list[TableSeat],
        setup: Setup,
        state: TableState = "waiting",
        public: bool = False,
        created: float = 0.0,
        rematch: str | None = None,
    ) -> None:
        self.id = table_id
        self.imported = False  # brought as a file, not played here
        self.match = match
        self.game: Game = match.game
        self.seats = seats
        self.setup = setup
        self.state: TableState = state
        self.public = public
        self.created = created
        self.rematch = rematch
        self.position: Position = match.position
        self.ply = match.ply
        self.steps: list[tuple[int, Position]] = []  # of the last change, each with its ply
        self.clock = GameClock(setup.clock, len(seats))
        self.chat = ChatLog()
        self.reactions = ReactionLog()
        self.notes: list[Note] = []
        self.address = ""  # that pays for the bots' time: of the first who came
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, Presence] = {}  # by process
        self.revision = 0  # how often anything but its log was changed in the store
        self.arrivals = 0  # how often somebody has come or gone, and others were told
        self.full_since: float | None = None  # when the last seat was taken, before the deal
        self.next_promises: dict[str, str] = {}  # of guests, for a rematch
        self._opened_at = time.monotonic()
        self._gone_at: dict[str, float] = {}  # when a guest's last connection was closed

    @property
    def commitment(self) -> str:
        """What binds the dealing; an imported match must not look like the one that was played."""
        dealer = self.match.dealer
        return "" if dealer is None or self.imported else dealer.commitment

    @property
    def deciding_seat(self) -> int:
        """The seat to decide; SPECTATOR if none is."""
        return max(self.position.actor, SPECTATOR) if self.state == "playing" else SPECTATOR

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that belong to a guest."""
        if guest is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.guest == guest]

    @property
    def host(self) -> str | None:
        """The guest who may arrange the table: who opened it, or the first player if they left."""
        players = [seat.guest for seat in self.seats if seat.guest]
        opener = self.setup.host or None
        return opener if opener in players or not players else players[0]

    @property
    def onlookers(self) -> int:
        """How many watch without a seat; several tabs of a guest are one."""
        guests = [one.guest for one in self.watchers if not self.seats_of(one.guest)]
        others = sum(presence.onlookers for presence in self.elsewhere.values())
        return guests.count(None) + len(set(guests) - {None}) + others

    @property
    def guests_here(self) -> set[str]:
        """The guests who are connected now, through whichever process."""
        here = {watcher.guest for watcher in self.watchers if watcher.guest is not None}
        return here.union(*(presence.guests for presence in self.elsewhere.values()))

    def set_elsewhere(self, process: str, presence: Presence | None) -> None:
        """Notes who is connected through another process, and who is not any more."""
        before = self.guests_here
        self.elsewhere.pop(process, None)
        if presence is not None and (presence.guests or presence.onlookers):
            self.elsewhere[process] = presence
        for guest in before - self.guests_here:
            self.note_gone(guest)

    def start_with(self, players: int, setup: Setup) -> Position:
        """Where the match would begin with so many players and a set-up; BadRequest if it cannot.

        A position that somebody set up stays, so its text, which takes long, is not read again.
        """
        beginning, start = self.game.new(players, **setup.options), self.match.start
        if not setup.position:
            return beginning
        if (beginning.players, beginning.options) != (start.players, start.options):
            raise BadRequest("This position needs its own number of players and its own options.")
        return start

    def arrange(self, seats: list[TableSeat], setup: Setup) -> None:
        """Takes other seats and another set-up, before the game begins.

        The seed stays; the commitment binds it to the new options before any nonce is revealed.
        """
        start = self.start_with(len(seats), setup)
        assert self.match.dealer is not None  # only an imported match has none
        dealer = FairDealer(self.match.dealer.seed, self.id, start)
        self.match = MatchLog(start, [seat.name or "?" for seat in seats], dealer)
        self.position, self.ply = self.match.position, self.match.ply
        self.seats, self.setup = seats, setup
        self.clock = GameClock(setup.clock, len(seats))

    def adopt(self, stored: Table) -> None:
        """Takes over what the store knows of this table; who is connected stays."""
        has_moved = stored.ply != self.ply
        if self.state == "waiting":
            self.clock = stored.clock
        self.clock.used, self.revision = stored.clock.used, stored.revision
        self.clock.is_started |= stored.clock.is_started
        self.match, self.position, self.ply = stored.match, stored.position, stored.ply
        self.seats, self.setup, self.notes = stored.seats, stored.setup, stored.notes
        self.state, self.public, self.rematch = stored.state, stored.public, stored.rematch
        self.steps = []
        if self.state != "waiting" or any(seat.kind == "open" for seat in self.seats):
            self.full_since = None
        if has_moved:
            self.clock.next_event(is_new_turn=True)
        self.chat.restore(stored.chat.numbered())

    def note_gone(self, guest: str) -> None:
        """Remembers when a connection of a guest was closed."""
        self._gone_at[guest] = time.monotonic()

    def absent_for(self, number: int) -> float:
        """The seconds that a person has not been connected; 0 for bots and for those who are."""
        seat = self.seats[number]
        if seat.kind != "person" or seat.guest in self.guests_here:
            return 0.0
        return time.monotonic() - self._gone_at.get(seat.guest or "", self._opened_at)

    def full_match(self) -> MatchLog:
        """The match with its names and headers, for a file."""
        match, dealer = self.match, self.match.dealer
        match.headers = self.setup.headers | ({IMPORTED: "yes"} if self.imported else {})
        match.seats = [seat.name for seat in self.seats]
        if isinstance(dealer, FairDealer) and dealer.has_terms:
            match.seats = list(dealer.names)  # as they were when the dealing was agreed
        return match
