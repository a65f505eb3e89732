"""Moves on the short way: from the line to the rules at once, and on when they are stored."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from starlette.websockets import WebSocket

from atlantis_games.server.client_messages import PRICES, MoveMessage
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.limits import Allowance
from atlantis_games.server.store import Conflict
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Table

IS_MOVE = re.compile(
    r'\{ *"type": *"move", *"ply": *(\d{1,9}), *"move": *(?:"([^"\\]*)"|(\d{1,6})) *\}'
).fullmatch


class Line(Protocol):
    """The other side of a socket, to which whole messages can be written without waiting."""

    take_text: Callable[[str], bool] | None  # is offered a message first; whether it was taken

    def has_room(self) -> bool:
        """Whether what was written before has left, and the line is open."""
        ...

    def write_text(self, message: bytes) -> None:
        """Sends a message."""

    def abort(self) -> None:
        """Gives the line up."""


@dataclass
class Caller:
    """Who is at the other end of a socket, and what they may still use."""

    guest: str | None
    address: str = ""
    line: Line | None = None  # None where there is only an ASGI socket
    allowance: Allowance = field(default_factory=Allowance)

    @property
    def payer(self) -> Payer:
        """Who pays for what they ask of the bots."""
        return Payer(self.address, self.guest or "")


class QuickMoves:
    """A connection, as far as it plays moves without a task that waits for them."""

    socket: WebSocket
    session: Session
    table: Table
    caller: Caller
    guest: str | None
    is_reading = True  # a message is being answered, others have to wait
    is_moving = False  # a move is on its way to the disk
    moved: asyncio.Future[None] | None = None  # for a message that waits for it
    retry: asyncio.Future[None] | None = None  # of a move that was not stored

    async def answer(self, work: Awaitable[None]) -> bool:
        """Does what a message asks, or says why not; whether more may come."""
        raise NotImplementedError

    async def play(self, ply: int, move: str) -> None:
        """Plays a move, unless it was played before."""
        raise NotImplementedError

    def take_text(self, text: str) -> bool:
        """Begins a move at once, if that is what a message is and nothing is in the way.

        Other messages, and moves that have to wait or to be refused, are for `read_forever`.
        """
        if self.is_reading or self.is_moving or self.guest is None:
            return False
        found = IS_MOVE(text)
        if found is None:
            return False
        table = self.table
        seat = table.position.actor
        if seat < 0 or table.seats[seat].guest != self.guest:
            return False
        ply, move, number = found.groups()
        moves = table.game.moves
        if move is None and int(number) < len(moves):
            move = moves[int(number)]
        if move is None:
            return False
        self.is_moving = True
        ended = partial(self.end_move, int(ply), move)
        if not self.session.start_move(seat, int(ply), move, ended):
            self.is_moving = False
            return False
        self.caller.allowance.charge(PRICES[MoveMessage])
        return True

    def end_move(self, ply: int, move: str, error: Exception | None) -> None:
        """Goes on when a move is stored; one that was not is answered or tried again."""
        if error is None:
            self.is_moving = False
            if self.moved is not None and not self.moved.done():
                self.moved.set_result(None)
        else:
            self.retry = asyncio.ensure_future(self.move_again(ply, move, error))

    async def move_again(self, ply: int, move: str, error: Exception) -> None:
        """Answers a move that was not stored; if another process was faster, it is tried again."""

        async def work() -> None:
            if not isinstance(error, Conflict):
                raise error
            await self.play(ply, move)

        try:
            if not await self.answer(work()):
                with contextlib.suppress(RuntimeError):  # closed already
                    await self.socket.close(1011)
        finally:
            self.end_move(ply, move, None)
