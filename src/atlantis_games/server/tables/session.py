"""A live table: checks, stores and announces everything that changes its match."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import BadRequest, IllegalMove
from atlantis_games.core.fair_dealer import FairDealer
from atlantis_games.core.match import UNDO
from atlantis_games.server.errors import RequestRefused, not_playing
from atlantis_games.server.messages import TableState
from atlantis_games.server.metrics import LATENCY, MOVES_OF_BOTS, MOVES_OF_PEOPLE
from atlantis_games.server.store import Changes, Conflict, Done, EntriesOnly, Store
from atlantis_games.server.store.rows import EntryRow, SnapshotRow
from atlantis_games.server.tables.contributions import contributions, is_full, is_missed
from atlantis_games.server.tables.storing import ENTRY_BYTES, retried
from atlantis_games.server.tables.table import Table, Watcher
from atlantis_games.server.tables.table_lock import TableLock
from atlantis_games.server.tables.table_row import table_row, winners_text
from atlantis_games.server.tables.views import ViewCache

SNAPSHOT_EVERY = 50  # entries
TOUCH_EVERY = 30.0  # seconds
MAX_UNDOS = 50  # in one go, so that nobody fills the store


async def cannot_reload(session: Session) -> None:
    """A session that no lobby has cannot be loaded again."""
    session.is_broken = True
    raise session.trouble


class Session:
    """One live match. Every change of it goes through `append`."""

    def __init__(self, table: Table, store: Store, snapshot_ply: int = 0) -> None:
        self.table = table
        self.store = store
        self.views = ViewCache(table)
        self.lock = TableLock()
        self.on_change: Callable[[Session], None] = lambda session: None
        self.on_presence: Callable[[Session], None] = lambda session: None
        self.on_note: Callable[[dict[str, Any]], None] = lambda note: None  # for other processes
        self.on_behind: Callable[[Session], None] = lambda session: None
        self.entries_elsewhere = 0  # that another process has stored, as far as is known
        self.reload: Callable[[Session], Awaitable[None]] = cannot_reload
        self.snapshot_ply = snapshot_ply  # of the last snapshot
        self.touched_at = -TOUCH_EVERY  # on a clock that nobody sets
        self.growth = 0  # bytes that are stored and not counted yet
        self.left_at = time.monotonic()  # when the last watcher went
        self.is_open = True  # until it leaves memory
        self.has_agreed = False  # on the dealing, which is not stored yet
        self.recovery: asyncio.Future[None] | None = None  # from a move that was not stored
        self.is_broken = False  # memory is ahead of the store: it must be loaded again
        self.trouble = RequestRefused("going-away", 503, close=1012)  # what is said then

    # Changes of the match

    @retried
    async def begin(self, waited: bool = False) -> None:
        """Deals, once every seat is taken and every device has revealed its nonce.

        A device that does not in time counts as absent.
        """
        table = self.table
        async with self.lock:
            if table.state != "waiting" or not is_full(table):
                return
            if not waited and any(is_missed(seat) for seat in table.seats):
                table.full_since = table.full_since or time.monotonic()
            else:
                await self._deal_first()
        self.announce()

    async def _deal_first(self) -> None:
        """Agrees on what the dealing depends on, and lets chance begin."""
        table, dealer = self.table, self.table.match.dealer
        table.match.seats = [seat.name for seat in table.seats]
        if isinstance(dealer, FairDealer) and not dealer.has_terms:
            dealer.agree(table.match.seats, contributions(table, dealer))
            self.has_agreed = True
        table.state = "playing"
        await self.append(lambda: None, is_beginning=True)

    @retried
    async def play(self, seat: int, ply: int, move: str) -> None:
        """Plays a move of a person or a bot."""
        arrived = time.perf_counter()
        async with self.lock:
            if self.is_repeated(seat, ply, move):
                return
            await self.check(seat, ply)
            try:
                await self.append(partial(self.table.match.play, move))
            except IllegalMove as error:
                raise RequestRefused("illegal-move", reason=error.reason) from error
        LATENCY.observe(time.perf_counter() - arrived)
        self.announce(with_info=self.table.state == "over")

    def start_move(self, seat: int, ply: int, move: str, done: Done) -> bool:
        """Plays a move as `play` does, without a task that waits for the disk.

        False if anything is in the way, and then nothing has happened. Otherwise `done` is called
        when the move is stored and announced, or with what went wrong.
        """
        table, match = self.table, self.table.match
        is_ready = ply == table.ply == match.ply and table.state == "playing"
        if not is_ready or self.is_broken or seat != match.position.actor or not self.lock.take():
            return False
        arrived, spent = time.perf_counter(), table.clock.thinking()
        try:
            match.play(move)
            match.deal()
            state: TableState = "over" if match.position.is_over else "playing"
            rows = self._new_rows(spent)
            also = self._also_written(state)
            changes = EntriesOnly(rows) if also is None else also.append_entries(rows)
        except Exception:  # `play` says what is wrong
            self.is_broken = match.ply > ply
            self.lock.release()
            return False
        self.store.submit(changes, partial(self._end_move, (state, spent, arrived), done))
        return True

    def _end_move(
        self, facts: tuple[TableState, float, float], done: Done, error: Exception | None
    ) -> None:
        """Announces a move that is stored."""
        if error is not None:
            self.recovery = asyncio.ensure_future(self._recover(done, error))
            return
        state, spent, arrived = facts
        try:
            self._count_move(spent)
            self._show_stored(state)
            LATENCY.observe(time.perf_counter() - arrived)
        finally:
            self.lock.release()
            try:
                self.announce(with_info=state == "over")
            finally:
                done(None)

    async def _recover(self, done: Done, error: Exception) -> None:
        """Does what must be done when a move cannot be stored."""
        try:
            await self._not_stored(error)
        except Exception as trouble:
            error = trouble
        self.lock.release()
        done(error)

    @retried
    async def pay(self, seat: int, ply: int) -> None:
        """Pays the whole bill of a seat; again for the same ply, it was paid before."""
        if self.has_acted(seat, ply):
            return
        async with self.lock:
            if self.has_acted(seat, ply):
                return
            await self.check(seat, ply)
            await self.append(partial(self._pay_all, seat))
        self.announce(with_info=self.table.state == "over")

    def _pay_all(self, seat: int) -> None:
        """Plays the payments that the game suggests until nothing is owed."""
        match, payment = self.table.match, self.table.game.outcomes.payment
        begun_at = match.ply
        while match.position.actor == seat:
            move = payment(match.position.redacted(seat))
            if move is None:
                break
            match.play(move)
        if match.ply == begun_at:
            raise RequestRefused("no-payment")

    @retried
    async def undo(self, seat: int, ply: int) -> None:
        """Takes back the last move, if nothing has happened since."""
        async with self.lock:
            if self.is_repeated(seat, ply, UNDO):
                return
            await self.check(seat, ply, on_turn=False)
            if self.table.setup.rated:
                raise RequestRefused("no-undo-rated")
            if self.table.match.undos_in_a_row(seat) >= MAX_UNDOS:
                raise RequestRefused("too-many-undos", values={"max": MAX_UNDOS})
            try:
                await self.append(partial(self.table.match.undo, seat))
            except BadRequest as error:
                raise RequestRefused("no-undo") from error
        self.announce(with_info=False)

    async def append(self, change: Callable[[], None], is_beginning: bool = False) -> None:
        """Changes the match, deals what chance does next, and stores the new entries.

        Nobody is shown more than is stored: if storing fails, the session is closed, and the table
        is loaded again. If another process has stored entries for the same plies, they count:
        Conflict.
        """
        table = self.table
        spent = table.clock.thinking()
        try:
            change()
            table.match.deal()
            state: TableState = "over" if table.match.position.is_over else table.state
            changes = self._new_entries(spent, state)
            if is_beginning:  # with these seats and no others
                changes.expect(table.id, table.revision)
            await self.store.write(changes)
        except BaseException as error:
            await self._not_stored(error)
            raise
        table.revision += is_beginning
        self._count_move(spent)
        self._show_stored(state)

    async def _not_stored(self, error: BaseException) -> None:
        """Loads the table again that another process has changed, or closes one that is ahead."""
        table = self.table
        if isinstance(error, Conflict):
            await self.reload(self)
        elif table.match.ply > table.ply:
            self.is_broken = True
            if isinstance(error, RequestRefused) and error.close is not None:
                self.trouble = error
            self.notify_watchers()

    async def change(self, changes: Changes) -> None:
        """Stores a change of anything but the log; Conflict if another process has made one."""
        table = self.table
        try:
            await self.store.write(changes.expect(table.id, table.revision))
        except Conflict:
            await self.reload(self)
            raise
        table.revision += 1

    async def read_on(self) -> None:
        """Adds what other processes have added to the log."""
        table, match = self.table, self.table.match
        rows = await self.store.entries_from(table.id, table.ply)
        if not rows and match.ply == table.ply:
            return
        if table.state != "playing" or match.ply != table.ply:
            await self.reload(self)
            return
        try:
            match.read_on([(row.actor, row.move) for row in rows])
        except Exception:  # the log is not the one that was begun here
            await self.reload(self)
            return
        for row in rows:
            if row.actor != CHANCE:
                table.clock.charge(row.actor, row.spent / 1000)
                if not table.seats[row.actor].is_played_by_bot:
                    table.clock.start()
        self._show_stored("over" if match.position.is_over else table.state)

    def _new_entries(self, spent: float, state: TableState) -> Changes:
        """What is not stored yet, with all that is written with it."""
        rows = self._new_rows(spent)
        return (self._also_written(state) or Changes()).append_entries(rows)

    def _new_rows(self, spent: float) -> list[EntryRow]:
        """The entries that are not stored yet."""
        table, match, rows, took = self.table, self.table.match, [], int(spent * 1000)
        for ply in range(table.ply, match.ply):
            (actor, move), outcome = match.log[ply], match.outcomes[ply]
            thought = 0 if actor == CHANCE else took
            rows.append(
                EntryRow(table.id, ply, actor, move, match.audiences[ply], thought, outcome)
            )
            self.growth += ENTRY_BYTES + len(move) + len(outcome)
            took = 0
        return rows

    def _also_written(self, state: TableState) -> Changes | None:
        """What is written now and then beside entries."""
        table, match, now = self.table, self.table.match, time.monotonic()
        is_touched = state == "over" or now - self.touched_at > TOUCH_EVERY
        # After an event of chance nothing before it can be taken back, so the log is not needed.
        by_chance = bool(match.log) and match.log[-1][0] == CHANCE
        is_kept = by_chance and match.ply - self.snapshot_ply >= SNAPSHOT_EVERY
        if not (is_touched or is_kept or self.has_agreed):
            return None
        changes = Changes()
        if self.has_agreed:
            changes.set_agreed(table_row(table))
            self.has_agreed = False
        if is_touched:
            self.touched_at = now
            winners = winners_text(match.position)
            changes.touch(table.id, state, time.time(), winners).grow(table.id, self.growth)
            self.growth = 0
        if is_kept:
            self.snapshot_ply = match.ply
            stored = match.position.states().tobytes()
            changes.save_snapshot(SnapshotRow(table.id, match.ply, stored))
        return changes

    def _count_move(self, spent: float) -> None:
        """Charges the time of a move that was stored."""
        table, match = self.table, self.table.match
        actor = match.log[table.ply][0] if match.ply > table.ply else CHANCE
        if actor != CHANCE:
            table.clock.charge(actor, spent)
            is_bot = table.seats[actor].is_played_by_bot
            (MOVES_OF_BOTS if is_bot else MOVES_OF_PEOPLE).inc()
            if not is_bot:
                table.clock.start()

    def _show_stored(self, state: TableState) -> None:
        """Lets the table be shown as it is stored now."""
        table, match = self.table, self.table.match
        before, after = table.position, match.position
        table.clock.next_event((before.actor, before.turns) != (after.actor, after.turns))
        table.steps = [step for step in match.steps if step[0] > table.ply]
        table.position, table.ply, table.state = after, match.ply, state

    # Checks

    def is_repeated(self, seat: int, ply: int, move: str) -> bool:
        """Whether this very move has arrived before: then it is not done twice."""
        return 0 <= ply < self.table.ply and self.table.match.log[ply] == (seat, move)

    def has_acted(self, seat: int, ply: int) -> bool:
        """Whether a seat has made a move at this ply, whichever it was."""
        if not 0 <= ply < self.table.ply:
            return False
        actor, move = self.table.match.log[ply]
        return actor == seat and move != UNDO

    async def check(self, seat: int, ply: int, on_turn: bool = True) -> None:
        """Refuses a seat that is not to decide, or that has not seen the latest state."""
        if self.is_broken:
            raise self.trouble
        if ply > self.table.ply and self.store.process:  # another process has shown more
            known = self.table.ply
            await self.read_on()
            if self.table.ply > known:
                self.announce()
                raise Conflict(self.table.id)
        if self.table.state != "playing":
            raise not_playing()
        if ply != self.table.ply:
            raise RequestRefused("stale", values={"ply": self.table.ply})
        if on_turn and seat != self.table.match.position.actor:
            raise RequestRefused("not-your-turn")

    # Connections

    def add_watcher(self, watcher: Watcher) -> None:
        """Adds a connection; if nobody was here, other processes may have added to the log."""
        self.table.watchers.add(watcher)
        if self.entries_elsewhere > self.table.ply:
            self.on_behind(self)

    def remove_watcher(self, watcher: Watcher) -> None:
        """Removes a connection, and remembers when its guest and the last of all went."""
        table = self.table
        table.watchers.discard(watcher)
        if watcher.guest is not None and table.seats_of(watcher.guest):
            table.note_gone(watcher.guest)
        if not table.watchers:
            self.left_at = time.monotonic()

    def announce_presence(self) -> None:
        """Lets every connection send who is here now, and nothing else."""
        self.views.forget_info()
        self.table.arrivals += 1
        self.notify_watchers(with_state=False)
        self.on_change(self)
        self.on_presence(self)

    def announce_chat(self) -> None:
        """Lets every connection send what was said, and nothing else."""
        self.notify_watchers(with_state=False)

    def announce(self, with_info: bool = True) -> None:
        """Notifies every connection and schedules the next actor."""
        self.views.clear(with_info)
        self.notify_watchers()
        self.on_change(self)

    def notify_watchers(self, with_state: bool = True) -> None:
        """Lets every connection send what is new."""
        for watcher in tuple(self.table.watchers):  # one that breaks takes itself out
            watcher.notify(with_state)
        self.drop_views()

    def drop_views(self) -> None:
        """Frees what was made to be sent, if every connection has sent it."""
        if not any(watcher.has_news for watcher in self.table.watchers):
            self.views.drop()
