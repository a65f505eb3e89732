"""The chat: what is kept, what is sent, and how much may be said."""

from __future__ import annotations

import pytest

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store.rows import MAX_CHAT
from atlantis_games.server.tables.chat import MAX_LINE, say
from atlantis_games.server.tables.chat_log import LINES_AT_ONCE, ChatLog
from atlantis_games.server.tables.loading import chat_line
from support.server_process import run_apart
from support.sessions import new_session, people


def test_only_the_last_lines_are_kept_and_each_is_sent_once() -> None:
    chat = ChatLog()
    for number in range(MAX_CHAT + 3):
        for _ in range(2):  # the second time it is known already
            chat.show(number, chat_line(0, "Ada", str(number), 0.0))
    assert chat.count == MAX_CHAT + 3
    assert chat.since(chat.count) == []
    assert [line["text"] for line in chat.since(chat.count - 2)] == ["101", "102"]
    assert len(chat.since(0)) == MAX_CHAT


def test_numbers_go_on_after_the_stored_ones() -> None:
    chat = ChatLog()
    chat.restore([(5, chat_line(0, "Ada", "hi", 0.0)), (6, chat_line(0, "Ada", "ho", 0.0))])
    assert (chat.take_number(), chat.take_number(), chat.count) == (7, 8, 2)


def test_a_line_is_stored_before_it_is_shown() -> None:
    async def work() -> None:
        session, store = new_session("escape", people("ada", "ben"))
        await say(session, "ada", 0, "  hi\n there ", 1.0)
        assert [row.text for row in store.together.chat] == ["hi there"]
        store.fails = True
        with pytest.raises(OSError, match="no space"):
            await say(session, "ada", 0, "lost", 1.0)
        assert [line["text"] for line in session.table.chat.lines] == ["hi there"]

    run_apart(work())


def test_lines_are_limited_in_length_and_number() -> None:
    async def work() -> None:
        session, _ = new_session("escape", people("ada", "ben"))
        for text in ("", "\u202e", "x" * (MAX_LINE + 1)):
            with pytest.raises(RequestRefused, match=f"from 1 to {MAX_LINE}"):
                await say(session, "ada", 0, text, 1.0)
        for _ in range(int(LINES_AT_ONCE)):
            await say(session, "ada", 0, "hi", 1.0)
        with pytest.raises(RequestRefused) as caught:
            await say(session, "ada", 0, "hi", 1.0)
        assert caught.value.code == "chat-too-fast"
        await say(session, "ben", 1, "hi", 1.0)

    run_apart(work())
