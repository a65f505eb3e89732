"""A server on PostgreSQL: hostile bytes, one server at a time, one person in each seat."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from atlantis_games.games import game_named
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.store import Changes, SeatTaken, Store
from atlantis_games.server.store.rows import SeatRow, TableRow
from atlantis_games.server.tables import seating
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.table import Setup, TableSeat
from support.postgresql import postgresql
from support.server_checks import check_alive, check_answer
from support.server_process import PATIENCE, ServerProcess, run_apart


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a database."""
    with postgresql() as address:
        yield f"postgresql+asyncpg://{address}"


@pytest.fixture
def server(tmp_path: Path, database: str) -> Iterator[ServerProcess]:
    """A server on that database."""
    server = ServerProcess(tmp_path, ATLANTIS_DATABASE=database).start()
    yield server
    server.stop()


def test_a_game_is_played_and_kept_and_zero_bytes_get_a_code(server: ServerProcess) -> None:
    """PostgreSQL takes no text with a byte of 0; SQLite does."""
    ada = server.guest("A\0da")
    table = ada.open("causeway", "pb")
    with ada.sit(table) as line:
        line.send(type="chat", text="h\0i")
        assert line.until_type("chat")["lines"][-1]["text"] == "hi"
        line.send(type="chat", text="\0")
        assert line.until_type("error")["code"] == "bad-chat"
        while not line.until_turn()["result"]:
            line.play()
    answers = [ada.http.get(f"/api/tables/{name}") for name in ("%00", "a%00b", "%ff", "%ed%a0%80")]
    text = ada.http.get(f"/api/tables/{table}/match").text
    for zeros in (text.replace("Ada", "A\0da"), text + "\0", text.replace("seed", "se\0ed")):
        plain = {"Content-Type": "text/plain"}
        answers.append(ada.http.post("/api/matches", content=zeros.encode(), headers=plain))
    for body in ({"name": "\0"}, {"name": "a\0b"}):
        answers.append(ada.http.post("/api/guest", json=body))
    codes = [check_answer(one.status_code, one.headers, one.content) for one in answers]
    assert codes[:7] == ["no-such-table"] * 4 + ["bad-request"] * 3
    assert codes[7:] == ["bad-request", "ok"]
    check_alive(server)
    address = server.address
    server.stop(signal.SIGKILL)
    server.start(int(address.rsplit(":", 1)[1]))
    assert ada.get(f"/api/tables/{table}")["state"] == "over"


def test_a_second_server_is_refused_until_the_first_is_gone(
    server: ServerProcess, database: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "atlantis_games", "serve", "--port", "0", "--data"]
    environment = {**os.environ, "ATLANTIS_DATABASE": database}
    refused = subprocess.run(
        [*command, str(tmp_path / "other")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert refused.returncode != 0
    assert "Another server uses the database" in refused.stdout + refused.stderr
    assert "Traceback" not in refused.stdout + refused.stderr
    check_alive(server)
    server.stop(signal.SIGKILL)
    other = ServerProcess(tmp_path / "other", ATLANTIS_DATABASE=database).start()
    check_alive(other)
    other.stop()
    server.start()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'atlantis.db'}"
    return str(request.getfixturevalue("database"))


def test_two_people_never_get_one_seat(url: str) -> None:
    """Also through two sessions of one table, as two servers or a reload would have them."""

    async def work() -> None:
        store = Store(url)
        await store.open()
        one, two = Lobby(store), Lobby(store)
        for _ in range(10):
            start = game_named("causeway").new(2)
            seats = [TableSeat("person", "Ada", guest="ada"), TableSeat("open")]
            first = await one.add(start, seats, Setup(start.options), public=False)
            second = await two.session(first.table.id)
            found = await asyncio.gather(
                seating.join(first, "ben", "Ben", None),
                seating.join(second, "eve", "Eve", None),
                return_exceptions=True,
            )
            refused = [one for one in found if isinstance(one, RequestRefused)]
            assert [refusal.code for refusal in refused] == ["full"]
            assert found.count(1) == 1
            rows = await store.load(first.table.id)
            assert rows is not None
            winner = ("ben", "eve")[found.index(1)]
            assert [seat.guest for seat in rows.seats] == ["ada", winner]
            loser = (two, one)[found.index(1)]
            again = await loser.session(first.table.id)
            assert again.table.seats[1].guest == winner, "what is stored counts"
        await one.close()
        await two.close()
        await store.close()

    run_apart(work())


def test_a_seat_that_is_taken_fails_alone(url: str) -> None:
    """Others' changes of the same group are written."""

    async def work() -> None:
        store = Store(url)
        await store.open()
        for name in ("t1", "t2"):
            table = TableRow(name, "causeway", 1, "{}", "s", "waiting", False, 1.0, 1.0)
            seats = [SeatRow(name, 0, "open", "", "", None, False)]
            await store.write(Changes().add_table(table, seats))
        ben, eve = (SeatRow("t1", 0, "person", who, "", who, False) for who in ("ben", "eve"))
        other = SeatRow("t2", 0, "person", "eve", "", "eve", False)
        results = await asyncio.gather(
            *(store.write(Changes().claim_seat(row)) for row in (ben, eve, other)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), SeatTaken, type(None)]
        await store.remove(["t1", "t2", *(f"none-{number}" for number in range(40_000))])
        assert await store.load("t1") is None, "more than fits into one statement was removed"
        await store.close()

    run_apart(work())
