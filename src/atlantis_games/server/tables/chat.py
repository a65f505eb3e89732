"""Saying something to all at a table."""

from __future__ import annotations

import time

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.plain_text import one_line
from atlantis_games.server.store import Changes
from atlantis_games.server.store.rows import ChatRow
from atlantis_games.server.tables.loading import chat_line
from atlantis_games.server.tables.session import Session

MAX_LINE = 300  # characters


async def say(session: Session, guest: str, seat: int, text: str, limits: float) -> None:
    """Stores a line of a guest's seat and shows it to everybody."""
    table = session.table
    text = one_line(text)
    if not text or len(text) > MAX_LINE:
        raise RequestRefused("bad-chat", values={"max": MAX_LINE})
    if not table.chat.may_speak(guest, limits):
        raise RequestRefused("chat-too-fast")
    name, at = table.seats[seat].name, time.time()
    row = ChatRow(table.id, table.chat.take_number(), seat, name, text, at)
    line = chat_line(seat, name, text, at)
    await session.store.write(Changes().add_chat(row).grow(table.id, table.chat.growth(line)))
    table.chat.show(line)
    session.announce_chat()
