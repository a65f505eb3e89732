"""What is read from the store: lists of tables, and what is old."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_games.core.errors import BadRequest
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.store.engine import engine_for
from atlantis_games.server.store.rows import MAX_CHAT, ChatRow, EntryRow, SeatRow, TableRow
from support.databases import url_for
from support.server_process import run_apart


def table(name: str, state: str, touched: float, public: bool = True) -> TableRow:
    return TableRow(name, "game", 1, "{}", "", state, public, 0.0, touched)


def seat(name: str, guest: str | None) -> SeatRow:
    return SeatRow(name, 0, "person", "Ada", "", guest, False)


async def filled(folder: Path) -> Store:
    store = Store(url_for(folder))
    await store.open()
    changes = Changes()
    changes.add_table(table("new", "playing", 30.0), [seat("new", "ada")])
    changes.add_table(table("old", "waiting", 10.0), [seat("old", "ben")])
    changes.add_table(table("over", "over", 40.0), [seat("over", "ada")])
    changes.add_table(table("link", "playing", 20.0, public=False), [seat("link", "ada")])
    changes.append_entries([EntryRow("old", 0, 0, "move", -1, 0, "")])
    changes.add_chat(ChatRow("old", 0, 0, "Ada", "hi", 0.0))
    await store.write(changes)
    return store


def test_public_tables_are_unfinished_and_own_ones_in_order(tmp_path: Path) -> None:
    async def work() -> None:
        store = await filled(tmp_path)
        public, own = await store.tables("ada")
        assert [row.id for row in public] == ["new", "old"]
        assert [row.id for row in own] == ["new", "link", "over"]
        assert (await store.tables(None))[1] == []
        seats = await store.seats_of(["new", "old"])
        assert seats == {"new": [seat("new", "ada")], "old": [seat("old", "ben")]}
        assert await store.load("nothing") is None
        assert await store.review("new") is None
        assert await store.review("nothing") is None
        await store.close()

    run_apart(work())


def test_only_the_last_lines_of_a_chat_are_read(tmp_path: Path) -> None:
    async def work() -> None:
        store = await filled(tmp_path)
        changes = Changes()
        for number in range(MAX_CHAT + 5):
            changes.add_chat(ChatRow("new", number, 0, "Ada", str(number), 0.0))
        await store.write(changes)
        rows = await store.load("new")
        assert rows is not None
        assert [line.number for line in rows.chat] == list(range(5, MAX_CHAT + 5))
        await store.close()

    run_apart(work())


def test_old_unfinished_tables_are_removed_with_all_that_is_theirs(tmp_path: Path) -> None:
    async def work() -> None:
        store = await filled(tmp_path)
        assert await store.removable(15.0, 100.0) == [], "nothing is marked"
        await store.mark_unfinished(15.0, 50.0)
        assert await store.removable(15.0, 50.0) == [], "marked only now"
        assert await store.removable(15.0, 100.0) == ["old"]
        await store.unmark_tables()
        assert await store.removable(15.0, 100.0) == []
        await store.remove(["old"])
        assert await store.load("old") is None
        assert await store.seats_of(["old"]) == {}
        over = await store.load("over")
        assert over is not None
        await store.close()

    run_apart(work())


@pytest.mark.parametrize("url", ["nonsense", "sqlite+nothing://", "mysql+asyncmy://me:key@here/it"])
def test_a_database_that_cannot_be_used_is_one_sentence_without_a_password(url: str) -> None:
    with pytest.raises(BadRequest, match="Cannot use the database") as caught:
        engine_for(url)
    assert "key" not in str(caught.value)
