"""People who play on while servers and their database fail, and what must hold afterwards."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Sequence
from typing import Any

import asyncpg
import httpx
from websockets.exceptions import WebSocketException

from atlantis_games.core.match import UNDO
from atlantis_games.games import BUILT_IN
from atlantis_games.server.store import Store
from atlantis_games.server.tables.loading import load_undamaged
from support.forked_server import ForkedServer
from support.history import History, Move
from support.postgresql import Database
from support.server_process import PATIENCE, Guest, ServerProcess, TableSocket, run_apart

FAILURES = (OSError, EOFError, TimeoutError, httpx.HTTPError, WebSocketException, AssertionError)


class Refused(Exception):
    """The server has answered with an error; the state must be looked at again."""


class Broken(Exception):
    """Something has happened that never may."""


class Couple(threading.Thread):
    """Two people at one table, each connected with any of the servers, who come back always."""

    def __init__(self, chaos: Chaos, seed: int) -> None:
        super().__init__(daemon=True)
        self.chaos = chaos
        self.random = random.Random(seed)
        self.guests = [chaos.servers[0].guest(name) for name in ("Ada", "Ben", "Eve")]
        self.table = ""
        self.seats: dict[int, Guest] = {}

    def run(self) -> None:
        """Plays until everybody is to stop."""
        while not self.chaos.is_over:
            try:
                if not self.table:
                    self.sit_down()
                self.play_on()
            except (*FAILURES, Refused) as error:
                self.chaos.failures.append(repr(error))
                self.move_on()
            except Exception as error:
                self.chaos.broken.append(repr(error))
                raise

    def move_on(self) -> None:
        """Everybody talks to any of the servers from now on."""
        for guest in self.guests:
            guest.server = self.random.choice(self.chaos.servers)
            guest.http.base_url = guest.server.address

    def sit_down(self) -> None:
        """Opens a table; of two who want the other seat one gets it."""
        ada, *others = self.guests
        table = ada.open(self.random.choice(BUILT_IN), "po")
        self.chaos.tables.append(table)
        seats = {0: ada}
        for other in others:
            answer = other.http.post(f"/api/tables/{table}/join", json={})
            if answer.status_code == 200:
                if 1 in seats:
                    raise Broken("two people in one seat")
                seats[1] = other
                self.chaos.sitting[table] = other.name
        if 1 in seats:
            self.table, self.seats = table, seats

    def play_on(self) -> None:
        """Connects, and plays until the game is over or something breaks."""
        lines: dict[int, TableSocket] = {}
        try:
            for seat, guest in self.seats.items():
                lines[seat] = guest.sit(self.table)
            while not self.chaos.is_over:
                for seat, line in lines.items():
                    state = self.until_turn(line)
                    if (state["seats"], state["seat"]) != ([seat], seat):
                        raise Broken("another's hand")
                    if state["result"]:
                        self.rematch()
                        return
                    if state["moves"]:
                        self.act(line, seat)
        finally:
            for line in lines.values():
                line.__exit__()

    def until_turn(self, line: TableSocket) -> dict[str, Any]:
        """The state of a seat, once it knows all that this couple knows."""
        known = self.chaos.known.get(self.table, 0)
        while not line.state or line.state["ply"] < known or line.state["view"] is None:
            self.hear(line)
        return line.state

    def act(self, line: TableSocket, seat: int) -> None:
        """Plays a move, takes one back, or says something."""
        ply = line.state["ply"]
        chosen = self.random.random()
        if chosen < 0.05:
            line.send(type="chat", text=f"ply {ply}")
        undo = chosen > 0.9 and line.state["undo"]
        move = UNDO if undo else self.random.choice(line.state["moves"])["move"]
        sent: Move = (self.table, ply, seat, move)
        with self.chaos.news:
            self.chaos.history.sent.add(sent)
        line.send(**({"type": "undo"} if undo else {"type": "move", "move": move}), ply=ply)
        while line.state["ply"] <= ply:
            self.hear(line)
        entry = line.state["log"][ply - line.state["since"]]
        if (entry["actor"], entry["code" if undo else "move"]) != (seat, move):
            raise Refused("an earlier move has arrived at last")
        with self.chaos.news:
            self.chaos.known[self.table] = line.state["ply"]
            self.chaos.history.acknowledged.append(sent)
            self.chaos.news.notify_all()

    def hear(self, line: TableSocket) -> None:
        """Takes the next message."""
        if line.hear()["type"] == "error":
            raise Refused(line.bytes[-1])

    def rematch(self) -> None:
        """The same people again, at a table that both must be told alike."""
        path = f"/api/tables/{self.table}/rematch"
        following = {guest.post(path)["id"] for guest in self.seats.values()}
        if len(following) > 1:
            raise Broken("two tables follow one")
        self.table = following.pop()
        self.seats = {(seat - 1) % 2: guest for seat, guest in self.seats.items()}
        self.chaos.tables.append(self.table)


class Chaos:
    """Couples that play, and what is done to their servers meanwhile."""

    def __init__(
        self, servers: Sequence[ServerProcess], database: Database, tables: int, seed: int
    ) -> None:
        self.servers = servers
        self.database = database
        self.news = threading.Condition()
        self.history = History()
        self.known: dict[str, int] = {}  # the latest ply of each table that somebody was shown
        self.tables: list[str] = []
        self.sitting: dict[str, str] = {}
        self.failures: list[str] = []  # that are to be expected
        self.broken: list[str] = []
        self.is_over = False
        self.random = random.Random(seed)
        self.couples = [Couple(self, seed + number) for number in range(tables)]

    def start(self) -> None:
        """Lets everybody begin."""
        for couple in self.couples:
            couple.start()

    def play(self, moves: int) -> None:
        """Waits until so many moves more are acknowledged."""
        acknowledged = self.history.acknowledged
        with self.news:
            goal = len(acknowledged) + moves
            enough = self.news.wait_for(lambda: len(acknowledged) >= goal, PATIENCE)
        assert enough, (self.broken, self.failures[-5:])

    def stop(self) -> None:
        """Lets everybody stop, and waits for it."""
        self.is_over = True
        for couple in self.couples:
            couple.join(PATIENCE)
            assert not couple.is_alive(), self.failures[-5:]

    def check(self) -> None:
        """Every acknowledged move is stored once, and every match is by the rules and its seed."""
        assert not self.broken
        self.history.check(run_apart(self.stored()))
        run_apart(self.verify())

    async def stored(self) -> list[Move]:
        """Every entry of the tables that were played here."""
        connection = await asyncpg.connect(f"postgresql://{self.database.address}")
        try:
            rows = await connection.fetch(
                "SELECT table_id, ply, actor, move FROM entries WHERE table_id = ANY($1) "
                "ORDER BY table_id, ply",
                self.tables,
            )
        finally:
            await connection.close()
        return [tuple(row) for row in rows]

    async def verify(self) -> None:
        """Loads every table as a server does, and verifies its match."""
        store = Store(self.database.url, "check")
        for table_id in self.tables:
            rows = await store.load(table_id)
            assert rows is not None
            table, _ = load_undamaged(rows)
            table.match.verify()
            guests = [seat.guest for seat in table.seats]
            assert len(guests) == len(set(guests))
            if table_id in self.sitting:
                assert table.seats[1].name == self.sitting[table_id]
        await store.close()

    # Faults

    def kill(self) -> None:
        """Kills a server, and starts it again when the others have gone on."""
        server = self.random.choice(self.servers)
        assert isinstance(server, ForkedServer)
        server.signal(signal.SIGKILL)
        self.play(5)
        server.begin()
        self.wait_until_well(server)

    def wait_until_well(self, server: ServerProcess) -> None:
        """Waits until a server and its database answer."""
        begun = time.monotonic()
        while not is_well(server):  # the next fault is not to find it half started
            assert time.monotonic() - begun < PATIENCE, server.log.read_text()[-2000:]
            time.sleep(0.05)

    def pause(self) -> None:
        """Stops a server until the others have gone on: then it is behind."""
        server = self.random.choice(self.servers)
        assert isinstance(server, ForkedServer)
        server.signal(signal.SIGSTOP)
        threading.Timer(1.0, server.signal, [signal.SIGCONT]).start()
        self.play(5)

    def restart(self) -> None:
        """Ends the database as a crash would, and starts it again."""
        self.database.stop()
        self.database.start()

    def deafen(self) -> None:
        """Cuts every connection that listens, so that notifications are lost."""

        async def cut() -> None:
            connection = await asyncpg.connect(f"postgresql://{self.database.address}")
            try:
                await connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE '%pg_notify($1%' AND pid <> pg_backend_pid()"
                )
            finally:
                await connection.close()

        run_apart(cut())


def is_well(server: ServerProcess) -> bool:
    """Whether a server answers, and its database too."""
    try:
        return httpx.get(f"{server.address}/healthz", timeout=PATIENCE).is_success
    except httpx.HTTPError:
        return False
