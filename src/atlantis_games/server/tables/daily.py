"""Challenges of the day at tables: one for each guest, and what the strongest bot made of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from atlantis_games.core.match import Match
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.store import Changes
from atlantis_games.server.store.rows import TableRow
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.opening import Opener
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, Table, TableSeat
from atlantis_games.study.daily import Challenge, strongest

HOUSE = Payer("", "challenge of the day")  # whom the strongest bot's time is charged to
MAX_KEPT = 32  # results of the strongest bot


class Challenges:
    """Opens tables for challenges, and lets the strongest bot play each of them once."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.lock = asyncio.Lock()  # so that nobody gets two tables for a challenge
        self.best: OrderedDict[str, list[int]] = OrderedDict()  # its scores, by challenge
        self.playing: set[str] = set()

    async def table_of(self, challenge: Challenge, guest: str) -> TableRow | None:
        """A guest's table for a challenge, if there is one."""
        _, own = await self.lobby.store.tables(guest)
        for row in own:
            with contextlib.suppress(ValueError, TypeError, AttributeError):  # a damaged row
                if json.loads(row.setup).get("daily") == challenge.name:
                    return row
        return None

    async def open(
        self,
        challenge: Challenge,
        opener: Opener,
        pace: float,
        also: Callable[[Table], Changes],
    ) -> Session:
        """Opens a table for a challenge, which begins at once."""
        start, host = challenge.game.new(challenge.players), opener.guest
        setup = Setup(start.options, hints=False, pace=pace, host=host, daily=challenge.name)
        seats = [
            TableSeat("person", opener.name, guest=opener.guest)
            if seat == challenge.seat
            else TableSeat("bot", challenge.level.capitalize(), challenge.level)
            for seat in range(challenge.players)
        ]
        session = await self.lobby.add(start, seats, setup, False, also, challenge.dealer)
        session.table.address = opener.address
        await session.begin()
        return session

    def best_of(self, challenge: Challenge) -> list[int]:
        """The scores when the strongest bot played the same cards; empty while it does."""
        found = self.best.get(challenge.name, [])
        if not found and challenge.name not in self.playing:
            self.playing.add(challenge.name)
            self.lobby.background.start(self.play_best(challenge))
        return found

    async def play_best(self, challenge: Challenge) -> None:
        """Lets the strongest bot play a challenge, a move at a time, so that others' bots go on."""
        match: Match = challenge.match(strongest(challenge.game))
        try:
            match.deal()
            while not match.position.is_over:
                work = partial(challenge.next_move, match)
                match.play(await self.lobby.bots.think(HOUSE, work))
                match.deal()
            self.best[challenge.name] = list(match.position.scores)
            while len(self.best) > MAX_KEPT:
                self.best.popitem(last=False)
        finally:
            self.playing.discard(challenge.name)
