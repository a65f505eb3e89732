"""Who is next: after every change a bot begins to think, or a clock to run."""

from __future__ import annotations

import asyncio
import time
from functools import partial

from atlantis_games.server.metrics import log
from atlantis_games.server.tables.background import Background
from atlantis_games.server.tables.bots import BotPlayers
from atlantis_games.server.tables.contributions import REVEAL_SECONDS, is_collecting
from atlantis_games.server.tables.seating import set_away
from atlantis_games.server.tables.session import Session


class Scheduler:
    """The bots that think and the clocks that run, one of them at most for each table."""

    def __init__(self, bots: BotPlayers, background: Background) -> None:
        self.bots = bots
        self.background = background
        self.thinking: dict[str, asyncio.Task[None]] = {}
        self.alarms: dict[str, asyncio.TimerHandle] = {}
        self.is_closing = False

    def schedule(self, session: Session) -> None:
        """Lets a bot think, or a clock run, for the seat that is to decide."""
        if not session.is_open:
            return
        table = session.table
        self._cancel_alarm(table.id)
        if is_collecting(table) and not self.is_closing:
            self._await_nonces(session)
        seat = table.deciding_seat
        if self.is_closing or seat < 0:
            return
        if table.seats[seat].is_played_by_bot:
            running = self.thinking.get(table.id)
            if running is None or running.done():
                task = asyncio.create_task(self.bots.play(session))
                self.thinking[table.id] = task
                task.add_done_callback(partial(self._bot_stopped, table.id))
        elif table.setup.clock is not None and table.clock.is_started:
            left = table.clock.seconds_left(seat, is_running=True)
            alarm = asyncio.get_running_loop().call_later(
                left, self._time_is_up, session, seat, table.ply
            )
            self.alarms[table.id] = alarm

    def cancel(self, table_id: str) -> None:
        """Stops what was scheduled for a table."""
        self._cancel_alarm(table_id)
        thinking = self.thinking.pop(table_id, None)
        if thinking is not None:
            thinking.cancel()

    async def close(self) -> None:
        """Stops all bots and clocks."""
        self.is_closing = True
        tasks = list(self.thinking.values())
        for table_id in {*self.thinking, *self.alarms}:
            self.cancel(table_id)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _cancel_alarm(self, table_id: str) -> None:
        alarm = self.alarms.pop(table_id, None)
        if alarm is not None:
            alarm.cancel()

    def _await_nonces(self, session: Session) -> None:
        """Begins the game without the devices that do not reveal their nonces in time."""
        waited = time.monotonic() - (session.table.full_since or 0.0)
        self.alarms[session.table.id] = asyncio.get_running_loop().call_later(
            max(0.0, REVEAL_SECONDS - waited),
            lambda: self.background.start(session.begin(waited=True)),
        )

    def _bot_stopped(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self.thinking.get(table_id) is task:
            del self.thinking[table_id]
        if not task.cancelled() and task.exception() is not None:
            log.error("a bot failed", exc_info=task.exception())

    def _time_is_up(self, session: Session, seat: int, ply: int) -> None:
        """Lets a bot take over for a person who has run out of time."""
        table = session.table
        if table.ply == ply and table.state == "playing" and not self.is_closing:
            self.background.start(set_away(session, seat, "time-up", ply))
