"""One live match: who sits where, what has happened, and who is told of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Protocol

import orjson

from atlantis_games.core.contract import CHANCE, SPECTATOR, Game
from atlantis_games.core.dealer import Dealer
from atlantis_games.core.errors import BadRequest, IllegalMove
from atlantis_games.core.match import UNDO
from atlantis_games.core.position import Position
from atlantis_games.server import store
from atlantis_games.server.chronicle import Chronicle
from atlantis_games.server.errors import Refused
from atlantis_games.server.limits import Bucket
from atlantis_games.server.metrics import LATENCY, MOVES
from atlantis_games.server.protocol import written

if TYPE_CHECKING:
    from atlantis_games.server.store import Change

WAITING, PLAYING, OVER = "waiting", "playing", "over"
SNAPSHOT_EVERY = 50  # entries
TOUCH_EVERY = 30.0  # seconds
GRACE = 10.0  # seconds for a turn when the clock of the whole game has run out
LONG_LIST = 20  # things: so long a part of a view is written once for all
MOST_TAKEN_BACK = 50  # moves in one go, so that nobody fills the store


@dataclass
class Seat:
    """A place at the table."""

    kind: str  # person, bot or open
    name: str = ""
    level: str = ""  # of a bot
    guest: str | None = None  # whose it is
    away: bool = False  # a bot plays for them

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides here now."""
        return self.kind == "bot" or self.away


@dataclass
class Setup:
    """How the table was opened."""

    options: dict[str, str]
    clock: dict[str, Any] | None = None
    hints: bool = True
    rated: bool = False
    pace: float = 0.6
    headers: dict[str, str] = field(default_factory=dict)  # of an imported match file


class Watcher(Protocol):
    """A connection, as the table knows it."""

    guest: str | None
    news: asyncio.Event  # set until it has been told the latest

    def notice(self) -> None:
        """Something has happened: look again."""


class Table:
    """A match and the people around it. What is shown is always what is stored already."""

    def __init__(
        self,
        table_id: str,
        match: Chronicle,
        seats: list[Seat],
        setup: Setup,
        kept: store.Store,
        state: str = WAITING,
        public: bool = False,
        created: float = 0.0,
        rematch: str | None = None,
    ) -> None:
        self.id = table_id
        self.match = match
        self.seats = seats
        self.setup = setup
        self.store = kept
        self.state = state
        self.public = public
        self.created = created
        self.rematch = rematch
        self.chat: list[dict[str, Any]] = []
        self.chat_count = 0
        self.address = ""  # of whoever opened it, as far as is known
        self.talk: dict[str, Bucket] = {}  # how much each guest may still say
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.position: Position = match.position  # as stored, and so as shown
        self.ply = match.ply
        self.kept_ply = 0  # of the last snapshot
        self.touched = 0.0
        self.left_at = time.monotonic()  # when the last watcher went
        self.opened_at = time.monotonic()
        self.gone_at: dict[str, float] = {}  # when a guest's last connection was closed
        self.used = [0.0] * len(seats)  # seconds thought, per seat
        self.used_in_turn = 0.0  # seconds thought before the last event, by whoever decides
        self.thinking_since = time.monotonic()
        self.on_change: Callable[[Table], None] = lambda table: None
        self.broken = False
        self._shown: dict[int, dict[str, Any]] = {}
        self._public: dict[str, Any] | None = None
        self._info: orjson.Fragment | None = None
        self._commitment = match.dealer.commitment if match.dealer else ""

    @property
    def game(self) -> Game:
        """The game played here."""
        return self.match.game

    @property
    def dealer(self) -> Dealer | None:
        """Where chance comes from."""
        return self.match.dealer

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats that belong to somebody."""
        if guest is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.guest == guest]

    def absent_for(self, number: int) -> float:
        """How many seconds nobody has been at a seat; 0 for bots and for whoever is here."""
        seat = self.seats[number]
        if seat.kind != "person" or any(one.guest == seat.guest for one in self.watchers):
            return 0.0
        return time.monotonic() - self.gone_at.get(seat.guest or "", self.opened_at)

    # Going on

    async def begin(self) -> None:
        """Deals, once every seat is taken."""
        async with self.lock:
            if self.state != WAITING or any(seat.kind == "open" for seat in self.seats):
                return
            self.match.seats = [seat.name for seat in self.seats]
            self.state = PLAYING
            self.match.deal()
            await self.commit(0.0, [store.touch(self.id, PLAYING)])
        self.tell_everyone()

    async def play(self, seat: int, ply: int, move: str) -> None:
        """The only way a match goes on, for people and bots alike: check, store, tell."""
        arrived = time.perf_counter()
        async with self.lock:
            if self.is_repeated(seat, ply, move):
                return
            self.check(seat, ply)
            spent = time.monotonic() - self.thinking_since
            try:
                self.match.play(move)
            except IllegalMove as error:
                raise Refused("illegal-move", str(error), reason=error.reason) from error
            self.match.deal()
            await self.commit(spent)
        LATENCY.observe(time.perf_counter() - arrived)
        self.tell_everyone(of_table=self.state == OVER)

    async def pay(self, seat: int, ply: int) -> None:
        """Pays the whole bill for somebody."""
        async with self.lock:
            if 0 <= ply < self.ply and self.match.log[ply] in self.payments(seat):
                return
            self.check(seat, ply)
            spent = time.monotonic() - self.thinking_since
            paid = False
            while self.match.position.actor == seat:
                move = self.game.outcomes.payment(self.match.position.redacted(seat))
                if move is None:
                    break
                self.match.play(move)
                paid = True
            if not paid:
                raise Refused("illegal-move", "Nothing is owed now.")
            self.match.deal()
            await self.commit(spent)
        self.tell_everyone()

    def payments(self, seat: int) -> set[tuple[int, str]]:
        """Everything that would be a payment of this seat in the log."""
        actions = self.game.notation
        return {(seat, action.text) for action in actions if action.code.startswith("pay-")}

    async def undo(self, seat: int, ply: int) -> None:
        """Takes back the last move, if nothing has happened since."""
        async with self.lock:
            if self.is_repeated(seat, ply, UNDO):
                return
            self.check(seat, ply, on_turn=False)
            if self.setup.rated:
                raise Refused("no-undo", "Nothing is taken back at a rated table.")
            if self.taken_back(seat) >= MOST_TAKEN_BACK:
                raise Refused("no-undo", "That is enough taking back: play on.")
            try:
                self.match.undo(seat)
            except BadRequest as error:
                raise Refused("no-undo", str(error)) from error
            await self.commit(time.monotonic() - self.thinking_since)
        self.tell_everyone()

    def taken_back(self, seat: int) -> int:
        """How many moves a seat has taken back since chance or somebody else acted."""
        own = takewhile(lambda entry: entry[0] == seat, reversed(self.match.log))
        return sum(1 for _, move in own if move == UNDO)

    def is_repeated(self, seat: int, ply: int, move: str) -> bool:
        """Whether this very move has arrived before: then it is not done twice."""
        return 0 <= ply < self.ply and self.match.log[ply] == (seat, move)

    def check(self, seat: int, ply: int, on_turn: bool = True) -> None:
        """Refuses whoever is not to decide, and whoever has not seen the latest."""
        if self.broken:
            raise Refused("going-away", "The table is being opened again.", 503, close=1012)
        if self.state != PLAYING:
            raise Refused("not-playing", "The game has not begun, or it is over.")
        if ply != self.ply:
            raise Refused("stale", f"The table is at {self.ply}, not {ply}.")
        if on_turn and seat != self.match.position.actor:
            raise Refused("not-your-turn", "It is not your turn.")

    async def commit(self, spent: float, changes: list[Change] | None = None) -> None:
        """Stores what is new in the match; if that fails, the table is opened anew."""
        match = self.match
        changes = changes or []
        now_is = OVER if match.position.is_over else self.state
        now = time.time()
        if now_is == OVER or now - self.touched > TOUCH_EVERY:
            self.touched = now
            changes.append(store.touch(self.id, now_is))
        rows = []
        for ply in range(self.ply, match.ply):
            actor, move = match.log[ply]
            took = int(spent * 1000) if ply == self.ply and actor != CHANCE else 0
            rows.append(
                {
                    "table_id": self.id,
                    "ply": ply,
                    "actor": actor,
                    "move": move,
                    "audience": match.audiences[ply],
                    "spent": took,
                    "deed": match.deeds[ply],
                }
            )
        by_chance = bool(match.log) and match.log[-1][0] == CHANCE
        if by_chance and match.ply - self.kept_ply >= SNAPSHOT_EVERY:
            self.kept_ply = match.ply
            state = match.position.states().tobytes()
            changes += store.snapshot(self.id, match.ply, state)
        try:
            await self.store.write((store.ADD_ENTRY, rows), *changes)
        except BaseException:
            self.broken = True  # memory is ahead of the store: nobody may go on from here
            for watcher in self.watchers:
                watcher.notice()
            raise
        actor = match.log[self.ply][0] if match.ply > self.ply else CHANCE
        if actor != CHANCE:
            self.used[actor] += spent
            self.used_in_turn += spent
            MOVES.labels("bot" if self.seats[actor].is_played_by_bot else "person").inc()
        before, self.position = self.position, match.position
        if (before.actor, before.turns) != (self.position.actor, self.position.turns):
            self.used_in_turn = 0.0
        self.thinking_since = time.monotonic()
        self.ply, self.state = match.ply, now_is

    def clock_is(self, kind: str) -> bool:
        """Whether there is a clock of this kind."""
        return self.setup.clock is not None and self.setup.clock["kind"] == kind

    # What is shown

    def tell_everyone(self, of_table: bool = True) -> None:
        """Lets every connection look again, also at the table itself, and the hall see to it."""
        self._shown.clear()
        self._public = None
        if of_table:
            self._info = None
        for watcher in self.watchers:
            watcher.notice()
        self.on_change(self)

    def info(self) -> dict[str, Any]:
        """The table from outside."""
        here = {watcher.guest for watcher in self.watchers}
        return {
            "id": self.id,
            "game": self.game.name,
            "options": self.match.start.options,
            "seats": [
                {
                    "kind": seat.kind,
                    "name": seat.name,
                    "level": seat.level,
                    "here": seat.kind == "bot" or (seat.guest is not None and seat.guest in here),
                    "away": seat.away,
                }
                for seat in self.seats
            ],
            "state": self.state,
            "public": self.public,
            "hints": self.setup.hints and not self.setup.rated,
            "rated": self.setup.rated,
            "clock": self.setup.clock,
            "commitment": self._commitment,
            "rematch": self.rematch,
            "created": self.created,
        }

    def shown_to(self, seat: int) -> dict[str, Any]:
        """The part of a state that all who see through the same eyes share."""
        shown = self._shown.get(seat)
        if shown is None:
            shown = self._shown[seat] = self.make_shown(seat)
        return shown

    def forget_shown(self) -> None:
        """Keeps what was worked out for a state no longer than until everybody has it."""
        if not any(watcher.news.is_set() for watcher in self.watchers):
            self._shown.clear()
            self._public = None

    def make_shown(self, seat: int) -> dict[str, Any]:
        """The same, worked out."""
        position = self.position
        view, moves = None, []
        say: dict[str, Any] = {"code": self.state, "values": {}}
        if self.state != WAITING:
            seen = position.redacted(seat)
            view = seen.view_with(self.seen_by_all(), seat)
            if self.state == PLAYING and position.actor == seat:
                moves = seen.choices()
            values = {name: view[name] for name in ("owed", "points") if name in view}
            say = {"code": view["phase"].replace(" ", "-"), "values": values}
        return {
            "view": view,
            "say": say,
            "moves": moves,
            "undo": self.state == PLAYING
            and not self.setup.rated
            and seat != SPECTATOR
            and self.ply == self.match.ply
            and self.match.can_undo(seat),
            "result": self.result(),
        }

    def seen_by_all(self) -> dict[str, Any]:
        """What everybody sees, worked out and written once for all."""
        if self._public is None:
            spectator = self.position.redacted(SPECTATOR)
            self._public = {
                name: written(value)
                if isinstance(value, list) and len(value) >= LONG_LIST
                else value
                for name, value in self.game.views.public(spectator.states()).items()
            }
        return self._public

    def written_info(self) -> orjson.Fragment:
        """The table from outside, written once for all."""
        if self._info is None:
            self._info = written(self.info())
        return self._info

    def told_to(self, seat: int, since: int) -> list[dict[str, Any]]:
        """The stored log from an entry on, as a seat may know it."""
        return self.match.told(seat, since, self.ply)

    def clock(self) -> dict[str, Any] | None:
        """How much time everybody has left now, and whose is running."""
        if self.setup.clock is None:
            return None
        left = [self.time_left(seat) for seat in range(len(self.seats))]
        running = self.position.actor if self.state == PLAYING else SPECTATOR
        return {"left": [round(seconds, 1) for seconds in left], "running": running}

    def time_left(self, seat: int) -> float:
        """The seconds that a seat has left, of its turn or of the whole game."""
        assert self.setup.clock is not None
        left = float(self.setup.clock["seconds"])
        decides = self.state == PLAYING and seat == self.position.actor
        if self.clock_is("total"):
            left -= self.used[seat]
            left = left if left > 0 else GRACE
        elif decides:
            left -= self.used_in_turn
        if decides:
            left -= time.monotonic() - self.thinking_since
        return max(0.0, left)

    def think_anew(self) -> None:
        """Whoever decides has just come back: the clock of the turn begins again."""
        self.used_in_turn = 0.0
        self.thinking_since = time.monotonic()

    def result(self) -> dict[str, Any] | None:
        """How it ended, with the seed that proves the dealing."""
        if self.state != OVER or not self.position.is_over:
            return None
        return {
            "scores": self.position.scores,
            "winners": self.position.winners,
            "lines": self.game.outcomes.settlement(self.position),
            "seed": self.dealer.seed if self.dealer else "",
        }

    def full_match(self) -> Chronicle:
        """The match as it is stored, for a file."""
        self.match.headers = self.setup.headers
        self.match.seats = [seat.name for seat in self.seats]
        return self.match

    def say(self, seat: int, name: str, text: str) -> dict[str, Any]:
        """Adds a line to the chat; the row to store."""
        line = {"seat": seat, "name": name, "text": text, "at": time.time()}
        self.chat.append(line)
        del self.chat[: -store.MOST_CHAT]
        self.chat_count += 1
        return {"table_id": self.id, "number": self.chat_count - 1, **line}
