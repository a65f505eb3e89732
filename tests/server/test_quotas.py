"""What one guest and one address may keep: tables, public ones, match files, bytes, reviews."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.fair_queue import Payer
from atlantis_games.server.quotas import OF_ADDRESS, OF_GUEST, Quota, Quotas
from atlantis_games.server.store import Store
from atlantis_games.server.store.rows import MAX_CHAT
from atlantis_games.server.tables.background import Background
from atlantis_games.server.tables.chat import say
from atlantis_games.server.tables.imports import import_match
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.reviews import MAX_OF_ADDRESS, MAX_OF_GUEST, Review, Reviews
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.sweeping import DAY, Sweeper
from atlantis_games.server.tables.table import Setup
from support.databases import url_for
from support.server_process import ServerProcess, run_apart
from support.sessions import people

MATCH = Path(__file__).parents[1] / "matches" / "escape-stall.match"


def with_quotas(folder: Path, work: Callable[[Quotas], Coroutine[Any, Any, None]]) -> None:
    """Runs a test with small quotas on a database of its own."""

    async def run() -> None:
        store = Store(url_for(folder))
        await store.open()
        lobby = Lobby(store)
        quotas = Quotas(lobby, lambda address: f"signed {address}")
        quotas.of_guest = Quota(tables=2, listed=1, imports=2, stored=10_000_000)
        quotas.of_address = Quota(tables=3, listed=2, imports=3, stored=20_000_000)
        await work(quotas)
        await lobby.close()
        await store.close()

    run_apart(run())


async def opened(quotas: Quotas, payer: Payer, is_listed: bool = False) -> Session:
    async with quotas.room_for_table(payer, is_listed) as owner:
        start = game_named("escape").new(2)
        seats = people(payer.guest, "other")
        return await quotas.lobby.add(start, seats, Setup(start.options), is_listed, owner.owns)


async def brought(quotas: Quotas, payer: Payer) -> Session:
    with ThreadPoolExecutor(1) as reader:
        async with quotas.room_for_import(payer) as owner:
            text = MATCH.read_text("utf-8")
            return await import_match(quotas.lobby, reader, text, payer.guest, owner.owns)


async def refusal(work: Coroutine[Any, Any, Session]) -> tuple[str, int]:
    with pytest.raises(RequestRefused) as caught:
        await work
    return caught.value.code, caught.value.status


def test_tables_of_a_guest_and_of_an_address(tmp_path: Path) -> None:
    """Also public ones, so that nobody fills the lobby; a table that is over makes room."""

    async def work(quotas: Quotas) -> None:
        ada, ben, far = Payer("A", "ada"), Payer("A", "ben"), Payer("B", "eve")
        first = await opened(quotas, ada, is_listed=True)
        assert await refusal(opened(quotas, ada, is_listed=True)) == ("too-many-listed", 429)
        await opened(quotas, ada)
        assert await refusal(opened(quotas, ada)) == ("too-many-tables", 429)
        await opened(quotas, ben, is_listed=True)
        assert await refusal(opened(quotas, ben)) == ("too-many-tables", 429), "of the address"
        await opened(quotas, far, is_listed=True)
        table = first.table
        await first.begin()
        while table.state != "over":
            move = next(iter(table.position.moves))
            await first.play(table.position.actor, table.ply, move)
        await opened(quotas, ada, is_listed=True)
        of_guest, of_address = await quotas.lobby.store.usage("ada", "signed A", time.time())
        assert (of_guest.tables, of_guest.listed, of_address.tables) == (2, 1, 3)
        assert of_guest.stored > 80 * table.ply, "what is played is counted too"
        rows = await quotas.lobby.store.load(table.id)
        assert rows is not None

    with_quotas(tmp_path, work)


def test_the_oldest_match_files_of_a_guest_make_room_for_new_ones(tmp_path: Path) -> None:
    async def work(quotas: Quotas) -> None:
        ada, store = Payer("A", "ada"), quotas.lobby.store
        tables = [(await brought(quotas, ada)).table.id for _ in range(4)]
        assert [await store.load(table) is not None for table in tables] == [
            *(False, False),
            *(True, True),
        ]
        await brought(quotas, Payer("A", "ben"))
        assert await refusal(brought(quotas, Payer("A", "cy"))) == ("no-room", 429)
        await brought(quotas, Payer("B", "cy"))

    with_quotas(tmp_path, work)


def test_bytes_are_counted_for_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(quotas: Quotas) -> None:
        ada, now = Payer("A", "ada"), time.time()
        await brought(quotas, ada)
        quotas.of_guest = quotas.of_guest._replace(stored=1)
        assert await refusal(brought(quotas, ada)) == ("no-room", 429)
        assert await refusal(opened(quotas, ada)) == ("no-room", 429)
        monkeypatch.setattr("atlantis_games.server.quotas.time.time", lambda: now + 31 * DAY)
        await opened(quotas, ada)

    with_quotas(tmp_path, work)


def test_old_match_files_are_swept_like_unfinished_tables(tmp_path: Path) -> None:
    async def work(quotas: Quotas) -> None:
        lobby, now = quotas.lobby, [time.time()]
        session = await brought(quotas, Payer("A", "ada"))
        lobby.unload(session)
        sweeper = Sweeper(lobby, lambda: now[0], lambda: now[0])
        await sweeper.sweep(0.0, keep_days=30)
        for days in (31, 2):
            assert await lobby.store.load(session.table.id) is not None
            now[0] += days * DAY
            await sweeper.sweep(0.0, keep_days=30)
        assert await lobby.store.load(session.table.id) is None
        assert (await lobby.store.usage("ada", "signed A", time.time()))[0].imports == 0

    with_quotas(tmp_path, work)


def test_talk_counts_and_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    async def work(quotas: Quotas) -> None:
        session, store = await opened(quotas, Payer("A", "ada")), quotas.lobby.store
        before = (await store.usage("ada", "signed A", time.time()))[0].stored
        for _ in range(MAX_CHAT):
            await say(session, "ada", 0, "x" * 300, 1e6)
        full = (await store.usage("ada", "signed A", time.time()))[0].stored
        assert full - before >= 300 * MAX_CHAT
        for _ in range(MAX_CHAT):
            await say(session, "ada", 0, "x" * 300, 1e6)
        assert (await store.usage("ada", "signed A", time.time()))[0].stored == full
        async with store.reading() as connection:
            query = "SELECT count(*), min(number) FROM chat"
            found = (await connection.exec_driver_sql(query)).one()
        assert tuple(found) == (MAX_CHAT, MAX_CHAT)

    with_quotas(tmp_path, work)


def test_places_for_reviews_are_shared_out(tmp_path: Path) -> None:
    reviews = Reviews(Store(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}"), Background(), 1.0)
    for number in range(MAX_OF_GUEST):
        reviews.reviews[f"a{number}"] = Review(Payer("A", "ada"))
    for payer, code in (
        (Payer("A", "ada"), "own-reviews-first"),
        (Payer("B", "ada"), "own-reviews-first"),
        (Payer("A", "ben"), ""),
    ):
        assert review_refusal(reviews, payer) == code
    for number in range(MAX_OF_ADDRESS - MAX_OF_GUEST):
        reviews.reviews[f"b{number}"] = Review(Payer("A", f"ben {number}"))
    assert review_refusal(reviews, Payer("A", "cy")) == "own-reviews-first"
    assert review_refusal(reviews, Payer("B", "cy")) == ""
    for number in range(20):
        reviews.reviews[f"c{number}"] = Review(Payer(f"C{number}", f"guest {number}"))
    assert review_refusal(reviews, Payer("B", "cy")) == "too-many-reviews"
    reviews.close()


def review_refusal(reviews: Reviews, payer: Payer) -> str:
    try:
        reviews.check_room(payer)
    except RequestRefused as refused:
        return refused.code
    return ""


def test_a_real_server_refuses_with_a_code_and_a_sentence(tmp_path: Path) -> None:
    """With the usual limits, three public tables of a guest and ten of an address."""
    server = ServerProcess(tmp_path, ATLANTIS_LIMITS="1").start()
    body = {"game": "causeway", "seats": [{"kind": "person"}, {"kind": "open"}], "public": True}
    codes = []
    for name in "abcd":
        guest = server.guest(name)
        answers = [guest.http.post("/api/tables", json=body) for _ in range(OF_GUEST.listed + 1)]
        codes += [one.json().get("code", "") for one in answers]
    assert codes == [*(["", "", "", "too-many-listed"] * 3), "", *(["too-many-listed"] * 3)]
    assert answers[-1].json()["text"].startswith(f"You have {OF_ADDRESS.listed} public tables")
    assert len(guest.get("/api/tables")["public"]) == OF_ADDRESS.listed
    server.stop()
