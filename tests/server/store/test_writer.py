"""The writer: changes by name, groups in one transaction, and failures that stay alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.metrics import COMMITS
from atlantis_games.server.store import Changes, Store
from atlantis_games.server.store.rows import ChatRow, EntryRow, SeatRow, SnapshotRow, TableRow
from support.databases import url_for
from support.server_process import run_apart

TABLE = TableRow("t", "game", 1, "{}", "seed", "waiting", True, 1.0, 1.0)
SEATS = [
    SeatRow("t", 0, "person", "Ada", "", "hash", False),
    SeatRow("t", 1, "open", "", "", None, False),
]


def entry(ply: int, table_id: str = "t") -> EntryRow:
    return EntryRow(table_id, ply, 0, f"move {ply}", -1, 250, "")


async def opened(folder: Path) -> Store:
    store = Store(url_for(folder))
    await store.open()
    await store.write(Changes().add_table(TABLE, SEATS))
    return store


def test_every_named_change_is_loaded_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = await opened(tmp_path)
        ben = SeatRow("t", 1, "person", "Ben", "", "other", True)
        changes = Changes().append_entries([entry(0), entry(1)]).set_seat(ben)
        changes.touch("t", "playing", 9.0).save_snapshot(SnapshotRow("t", 1, b"old"))
        changes.add_chat(ChatRow("t", 0, 0, "Ada", "hi", 5.0))
        await store.write(changes)
        later = Changes().save_snapshot(SnapshotRow("t", 2, b"new")).link_rematch("t", "next")
        await store.write(later.save_review("t", "[]"))
        rows = await store.load("t")
        assert rows is not None
        assert rows.table == TABLE._replace(state="playing", touched=9.0, rematch="next")
        assert rows.seats == [SEATS[0], ben]
        assert rows.entries == [entry(0), entry(1)]
        assert rows.snapshot == SnapshotRow("t", 2, b"new")
        assert rows.chat == [ChatRow("t", 0, 0, "Ada", "hi", 5.0)]
        assert await store.review("t") == "[]"
        await store.close()

    run_apart(work())


def test_changes_that_come_in_together_share_a_transaction(tmp_path: Path) -> None:
    async def work() -> float:
        store = await opened(tmp_path)
        before = COMMITS._value.get()
        await asyncio.gather(
            *(store.write(Changes().append_entries([entry(ply)])) for ply in range(1500))
        )
        commits: float = COMMITS._value.get() - before
        rows = await store.load("t")
        assert rows is not None
        assert [row.ply for row in rows.entries] == list(range(1500))
        await store.close()
        return commits

    assert run_apart(work()) <= 2


def test_one_bad_change_of_a_group_does_not_fail_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        store = await opened(tmp_path)
        await store.write(Changes().append_entries([entry(0)]))
        again = Changes().append_entries([entry(0)]).touch("t", "over", 99.0)
        others = [Changes().append_entries([entry(ply)]) for ply in (1, 2)]
        results = await asyncio.gather(
            *(store.write(changes) for changes in (others[0], again, others[1])),
            return_exceptions=True,
        )
        assert [result is None for result in results] == [True, False, True]
        rows = await store.load("t")
        assert rows is not None
        assert [row.ply for row in rows.entries] == [0, 1, 2]
        assert rows.table.state == "waiting", "a change that failed left a part behind"
        await store.close()

    run_apart(work())


def test_what_is_pending_is_written_before_the_store_closes(tmp_path: Path) -> None:
    async def work() -> None:
        store = await opened(tmp_path)
        writing = [asyncio.create_task(store.write(Changes().append_entries([entry(0)])))]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*writing)
        again = Store(store.url)
        await again.open()
        rows = await again.load("t")
        assert rows is not None
        assert rows.entries == [entry(0)]
        await again.close()

    run_apart(work())


def test_a_database_that_is_away_fails_the_write_and_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        store = await opened(tmp_path)
        await store.close()
        store = Store(store.url)
        store.writer.start()
        connect = store.engine.connect

        def fail() -> None:
            raise OSError("away")

        monkeypatch.setattr(type(store.engine), "connect", lambda self: fail())
        with pytest.raises(RequestRefused, match="Nothing is lost"):
            await store.write(Changes().append_entries([entry(0)]))
        monkeypatch.setattr(type(store.engine), "connect", lambda self: connect())
        await store.write(Changes().append_entries([entry(0)]))
        await store.close()

    run_apart(work())
