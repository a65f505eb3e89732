"""`make load`: many tables at once, driven from another process, and nothing may be lost.

    python bench/load.py [--tables 1000] [--seconds 60] [--game causeway] [--spectators 0] [--whole]
                         [--processes 0] [--idle 0]

Starts a server on a database of its own, seats two players at every table, lets them move as fast
as answers come, then again at half that rate for the latency, and at last compares every
acknowledged move with the database. With --whole the clients ask for no deltas, with --processes
that many processes serve from a PostgreSQL server that is started for it, and with --idle so many
sockets are opened that nobody uses, for the memory they take. What counts is moves per second of
the CPU of all the server's processes (the database's is apart): clients take the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import orjson

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

PEER_PORT = 8797
SERVER = Path(sys.executable).with_name("atlantis")


@dataclass
class Tally:
    """What the players have seen."""

    acknowledged: list[tuple[str, int, int, str]] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    messages: int = 0  # states and deltas
    bytes: int = 0  # of them
    notation: dict[str, Any] = field(default_factory=dict)  # empty: whole states only
    version: str = ""
    pause: float = 0.0  # between a state and the answer to it, on average
    running: bool = True


class Line(asyncio.Protocol):
    """A socket to one table, with no more than the load needs of the protocol."""

    def __init__(self, player: Player, table: str) -> None:
        self.player = player
        self.table = table
        self.data = b""
        self.open = False
        self.has_deltas = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {self.player.token}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        transport.write(request.encode())

    def data_received(self, data: bytes) -> None:
        """Takes the frames apart."""
        self.data += data
        if not self.open:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.player.tally.errors.append(head.decode()[:200])
                return
            self.open, self.data = True, rest
        while len(self.data) >= 2:
            kind, size, start = self.data[0] & 15, self.data[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(self.data[2:4]), 4
            elif size == 127:
                size, start = int.from_bytes(self.data[2:10]), 10
            if len(self.data) < start + size:
                return
            frame, self.data = self.data[start : start + size], self.data[start + size :]
            if kind == 1:
                self.player.hear(self, frame)
            elif kind == 9:
                self.send(frame, 10)
            elif kind == 8 and self.player.tally.running and self.player.line is self:
                self.player.tally.errors.append(f"closed {int.from_bytes(frame[:2])}")

    def send(self, text: bytes, kind: int = 1) -> None:
        """One masked frame; the mask is zero, which leaves the text as it is."""
        size = len(text)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254])
        head += b"" if size < 126 else size.to_bytes(2)
        self.transport.write(head + bytes(4) + text)


class Player:
    """Plays a random legal move whenever it may."""

    def __init__(self, tally: Tally, port: int, token: str, seat: int) -> None:
        self.tally = tally
        self.port = port
        self.token = token
        self.seat = seat  # below 0 for a spectator
        self.seat_there = seat  # at the present table: seats move on with rematches
        self.waiting: tuple[int, str, float] | None = None  # ply, move, when it was sent
        self.line: Line | None = None
        self.planned: tuple[Line, int] | None = None  # a state is answered once
        self.tasks: set[asyncio.Task[None]] = set()

    async def sit_down(self, table: str) -> None:
        """Opens the socket of a table."""
        self.waiting = None
        old, line = self.line, Line(self, table)
        self.line = line
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: line, "127.0.0.1", self.port)
        if old is not None:
            old.transport.close()

    def hear(self, line: Line, frame: bytes) -> None:
        """A message: a state, or an error, of which there should be none."""
        message = orjson.loads(frame)
        if message["type"] == "presence":
            return
        if message["type"] not in ("state", "delta"):
            self.tally.errors.append(str(message)[:200])
            return
        self.tally.messages += 1
        self.tally.bytes += len(frame)
        if message["type"] == "state":
            if self.tally.notation and not line.has_deltas:
                line.has_deltas = True
                line.send(b'{"type":"deltas","notation":"%b"}' % self.tally.version.encode())
        else:
            message = self.whole(message)
        now = time.perf_counter()
        ply = message["ply"]
        if self.waiting is not None and ply > self.waiting[0]:
            sent, move, then = self.waiting
            self.waiting = None
            self.tally.acknowledged.append((line.table, sent, self.seat_there, move))
            self.tally.latencies.append(now - then)
        self.seat_there = message.get("seat", self.seat_there)
        if not self.tally.running or line is not self.line or self.seat < 0:
            return
        if message["result"]:
            following = message["table"]["rematch"]
            if following:
                self.do(self.sit_down(following))
            elif self.seat == 0:
                self.do(self.ask_for_rematch(line.table))
        elif message["moves"] and self.waiting is None and self.planned != (line, ply):
            self.planned = (line, ply)
            move = random.choice(message["moves"])["move"]
            if self.tally.pause:
                wait = random.expovariate(1 / self.tally.pause)
                asyncio.get_running_loop().call_later(wait, self.move, line, ply, move)
            else:
                self.move(line, ply, move)

    def whole(self, delta: dict[str, Any]) -> dict[str, Any]:
        """As much of a state as the load needs, from what has changed."""
        changed = {one[0]: one[1] for one in delta["set"] if len(one) == 2}
        names = self.tally.notation["moves"]
        numbers = (one if isinstance(one, int) else one[0] for one in delta["moves"])
        return {
            "ply": delta["ply"],
            "result": changed.get("result"),
            "table": changed.get("table", {"rematch": None}),
            "moves": [{"move": names[number]} for number in numbers],
        }

    def move(self, line: Line, ply: int, move: str) -> None:
        """Sends a move."""
        if self.tally.running and line is self.line and self.waiting is None:
            self.waiting = (ply, move, time.perf_counter())
            line.send(b'{"type":"move","ply":%d,"move":"%s"}' % (ply, move.encode()))

    async def ask_for_rematch(self, table: str) -> None:
        """The game is over: the same again."""
        await post(self.port, f"/api/tables/{table}/rematch", {}, self.token)

    def do(self, work: Any) -> None:
        """In the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def post(port: int, path: str, body: dict[str, Any], token: str = "") -> Any:
    """One request, on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}Content-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + data)
    answer = await reader.read()
    writer.close()
    first, _, rest = answer.partition(b"\r\n\r\n")
    if first.split(b" ")[1][:1] != b"2":
        raise RuntimeError(answer[:500])
    return json.loads(rest)


async def seat_everybody(
    port: int, tables: int, game: str, spectators: int, tally: Tally
) -> list[Player]:
    """Two players at each of so many tables, and those who watch."""
    gate = asyncio.Semaphore(20)

    async def fill() -> list[Player]:
        async with gate:
            tokens = []
            for name in ("Ada", "Ben"):
                guest = await post(port, "/api/guest", {"name": name, "bearer": True})
                tokens.append(guest["token"])
            seats = [{"kind": "person"}, {"kind": "open"}]
            table = await post(port, "/api/tables", {"game": game, "seats": seats}, tokens[0])
            await post(port, f"/api/tables/{table['id']}/join", {}, tokens[1])
            players = [Player(tally, port, token, n) for n, token in enumerate(tokens)]
            for _ in range(spectators):
                players.append(Player(tally, port, tokens[0][:-1] + "x", -1))
            for player in players:
                await player.sit_down(table["id"])
            return players

    tally.pause = 5.0  # nobody hurries while the others sit down
    pairs = await asyncio.gather(*(fill() for _ in range(tables)))
    return [player for pair in pairs for player in pair]


async def measure(port: int, process: Any, options: argparse.Namespace) -> dict[str, Any]:
    """The load, in two parts."""
    tally = Tally()
    if not options.whole:
        tally.version, tally.notation = await get(port, f"/api/games/{options.game}/notation")
    begun = time.perf_counter()
    players = await seat_everybody(port, options.tables, options.game, options.spectators, tally)
    seated = time.perf_counter() - begun
    tally.pause = 0.0
    await asyncio.sleep(min(3.0, options.seconds / 4))
    acknowledged, begin = len(tally.acknowledged), time.perf_counter()
    cpu = cpu_seconds(process.pid)
    tally.messages = tally.bytes = 0
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - begin
    rate = (len(tally.acknowledged) - acknowledged) / seconds
    cpu = (cpu_seconds(process.pid) - cpu) / seconds
    full = percentiles(tally.latencies)
    size = tally.bytes / max(1, tally.messages)
    # Half the load: every player waits so long that together they send half as many.
    tally.pause = options.tables / (rate / 2)
    await asyncio.sleep(min(3.0, options.seconds / 4))
    tally.latencies.clear()
    acknowledged, begin = len(tally.acknowledged), time.perf_counter()
    waited, own_wait = waited_seconds(process.pid), waited_seconds(os.getpid())
    await asyncio.sleep(options.seconds / 2)
    waited = (waited_seconds(process.pid) - waited) / (time.perf_counter() - begin)
    own_wait = (waited_seconds(os.getpid()) - own_wait) / (time.perf_counter() - begin)
    half_rate = (len(tally.acknowledged) - acknowledged) / (time.perf_counter() - begin)
    half = percentiles(tally.latencies)
    memory = memory_megabytes(process.pid)
    tally.running = False
    await asyncio.sleep(0.5)
    for player in players:
        if player.line is not None:
            player.line.transport.close()
    return {
        "tables": options.tables,
        "players": len(players),
        "seated_in_seconds": round(seated, 1),
        "moves_per_second": round(rate),
        "server_cores": round(cpu, 2),
        "moves_per_cpu_second": round(rate / cpu),
        "bytes_per_message": round(size),
        "latency_ms": full,
        "half_load_moves_per_second": round(half_rate),
        "half_load_latency_ms": half,
        "half_load_waits_for_a_core": {"server": round(waited, 2), "clients": round(own_wait, 2)},
        "memory_mb": round(memory),
        "errors": len(tally.errors),
        "first_errors": tally.errors[:3],
        "acknowledged": tally.acknowledged,
    }


def percentiles(seconds: list[float]) -> dict[str, float]:
    """The middle and the slowest, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100)
    return {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)}


def cpu_seconds(process: int) -> float:
    """What a process has used."""
    used = 0
    for one in (process, *children(process)):
        fields = Path(f"/proc/{one}/stat").read_text().rsplit(")", 1)[1].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def waited_seconds(process: int) -> float:
    """How long a process's threads were ready to run, and others had the cores."""
    found = 0
    for one in (process, *children(process)):
        for thread in Path(f"/proc/{one}/task").iterdir():
            with contextlib.suppress(OSError):  # it has ended
                found += int((thread / "schedstat").read_text().split()[1])
    return found / 1e9


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(one) for one in found.split()]


def memory_megabytes(process: int) -> float:
    """The resident memory of a process and of those it has started."""
    pages = [
        int(Path(f"/proc/{one}/statm").read_text().split()[1])
        for one in (process, *children(process))
    ]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def lost_moves(database: str, acknowledged: list[tuple[str, int, int, str]]) -> int:
    """How many acknowledged moves the database does not have."""
    query = "SELECT table_id, ply, actor, move FROM entries"
    if "://" in database:
        stored = {tuple(row) for row in asyncio.run(fetch(database, query))}
    else:
        with sqlite3.connect(database) as connection:
            stored = set(connection.execute(query))
    return sum(1 for move in acknowledged if move not in stored)


async def fetch(database: str, query: str) -> list[Any]:
    """The rows of a query in PostgreSQL."""
    import asyncpg

    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    rows = list(await connection.fetch(query))
    await connection.close()
    return rows


class IdleLine(Line):
    """A socket that says nothing."""

    def data_received(self, data: bytes) -> None:
        """Throws away what comes."""
        self.open = True


async def idle_sockets(port: int, process: Any, count: int, game: str) -> dict[str, Any]:
    """The memory that sockets take at tables where nothing happens, two at each."""
    tally = Tally()
    before = memory_megabytes(process.pid)
    gate = asyncio.Semaphore(20)

    async def open_two() -> list[IdleLine]:
        async with gate:
            guest = await post(port, "/api/guest", {"name": "Ada", "bearer": True})
            seats = [{"kind": "person"}, {"kind": "person"}]
            token = guest["token"]
            table = await post(port, "/api/tables", {"game": game, "seats": seats}, token)
            lines = []
            for _ in range(2):
                make = partial(IdleLine, Player(tally, port, token, 0), table["id"])
                loop = asyncio.get_running_loop()
                lines.append((await loop.create_connection(make, "127.0.0.1", port))[1])
            return lines

    pairs = await asyncio.gather(*(open_two() for _ in range(count // 2)))
    await asyncio.sleep(2.0)
    after = memory_megabytes(process.pid)
    opened = sum(line.open for pair in pairs for line in pair)
    for pair in pairs:
        for line in pair:
            line.transport.close()
    return {"sockets": opened, "memory_before_mb": round(before), "memory_mb": round(after)}


async def get(port: int, path: str) -> tuple[str, Any]:
    """What the server has at a path, with its version."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    tag = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"etag"))
    return tag.decode().split('"')[1], json.loads(body)


def peer_rate(matches: int, seconds: float) -> tuple[float, float] | None:
    """Acknowledged moves a second, and per second of its CPU, of boardgame.io's own server.

    It plays its tutorial's tic-tac-toe in memory, driven alike.
    """
    folder = Path(__file__).with_name("boardgame")
    if not (folder / "node_modules").exists():
        return None
    with subprocess.Popen(
        ["node", "server.cjs", str(PEER_PORT)], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            server.stdout.readline()
            used = time.perf_counter(), cpu_seconds(server.pid)
            clients = ["node", "clients.cjs", str(PEER_PORT), str(matches), str(seconds)]
            peer = subprocess.run(clients, cwd=folder, capture_output=True, text=True, check=True)
            rate = float(peer.stdout)
            passed, cpu = time.perf_counter() - used[0], cpu_seconds(server.pid) - used[1]
            return rate, rate * passed / cpu
        finally:
            server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--game", default="causeway")
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--processes", type=int, default=0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--peer", type=int, default=1, help="0 leaves boardgame.io out")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = str(Path(folder) / "atlantis.db")
        environment = {**os.environ, "ATLANTIS_LIMITS": "1000000"}
        if options.processes:
            from support.postgresql import postgresql_server

            database = stack.enter_context(postgresql_server(is_durable=True)).url
            environment |= {"ATLANTIS_DATABASE": database}
            environment |= {"ATLANTIS_PROCESSES": str(options.processes)}
        found = run_server(folder, environment, options)
        if "acknowledged" in found:
            found["lost"] = lost_moves(database, found.pop("acknowledged"))
    if not options.idle and options.peer:
        found |= compared(found["moves_per_cpu_second"], options)
    for name, value in found.items():
        print(f"{name:30} {value}")


def run_server(
    folder: str, environment: dict[str, str], options: argparse.Namespace
) -> dict[str, Any]:
    """Starts a server and measures it."""
    command = [str(SERVER), "serve", "--port", "0", "--data", folder]
    log_file = Path(folder) / "log"
    with log_file.open("w") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            port = int(line.split("//")[1].split("/")[0].rsplit(":", 1)[1])
            while log_file.read_text().count('"event": "ready"') < max(1, options.processes):
                time.sleep(0.1)
            if options.idle:
                return asyncio.run(idle_sockets(port, process, options.idle, options.game))
            return asyncio.run(measure(port, process, options))
        finally:
            process.terminate()
            process.wait()


def compared(rate: float, options: argparse.Namespace) -> dict[str, Any]:
    """The same with boardgame.io, if it is installed."""
    peer = peer_rate(options.tables, min(20.0, options.seconds))
    if peer is None:
        return {"boardgame.io": "not installed; `make load` installs it"}
    return {
        "boardgame.io_moves_per_second": round(peer[0]),
        "boardgame.io_moves_per_cpu_second": round(peer[1]),
        "times_boardgame.io_per_cpu": round(rate / peer[1], 2),
    }


if __name__ == "__main__":
    main()
