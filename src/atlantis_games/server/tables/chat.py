"""Saying something to all at a table."""

from __future__ import annotations

import time

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.plain_text import one_line
from atlantis_games.server.store import Changes, Conflict
from atlantis_games.server.store.rows import ChatRow
from atlantis_games.server.tables.loading import chat_line
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.storing import retried

MAX_LINE = 300  # characters


async def say(session: Session, guest: str, seat: int, text: str, limits: float) -> None:
    """Stores a line of a guest's seat and shows it to everybody."""
    table = session.table
    text = one_line(text)
    if not text or len(text) > MAX_LINE:
        raise RequestRefused("bad-chat", values={"max": MAX_LINE})
    if not table.chat.may_speak(guest, limits):
        raise RequestRefused("chat-too-fast")
    await store_line(session, seat, text)
    session.announce_chat()


@retried
async def store_line(session: Session, seat: int, text: str) -> None:
    """Stores a line with the next number, and lets it be shown."""
    table = session.table
    name, at = table.seats[seat].name, time.time()
    number, line = table.chat.take_number(), chat_line(seat, name, text, at)
    row = ChatRow(table.id, number, seat, name, text, at)
    changes = Changes().add_chat(row).grow(table.id, table.chat.growth(line))
    try:
        await session.store.write(changes)
    except Conflict:  # another process has used the number
        async with session.lock:
            await session.reload(session)
        raise
    table.chat.show(number, line)
