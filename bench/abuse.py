"""`make abuse`: one address does everything that is allowed, as fast as it may, and another plays.

    python bench/abuse.py [--seconds 4] [--only WORDS]

For every kind of message, frame and request a troublemaker at one address keeps many sockets or
requests busy while a victim at another plays. The time from each of the victim's moves to its
state is measured: 99 % must be below 250 ms for every kind. The table goes to docs/security.md.

Before each attack the victim plays alone for half as long, which shows how busy the machine is with
other things. The last two columns do not depend on that: how much of its time the event loop is
busy by its CPU clock, and the longest stretch of it without a turn for others.

At last fifty tables of the strongest bots are opened at one address, and how long a victim's own
bot takes to answer is measured with and without them. It all takes some eight minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from multiprocessing import Process
from pathlib import Path
from typing import Any, NamedTuple

BAD, GOOD = "127.0.0.2", "127.0.0.1"
LIMIT = 0.250  # seconds that 99 % of the victim's moves may take
TABLES = 3  # of the victim
SOCKETS = 60  # of the troublemaker
MIN_MOVES = 5  # of each of them, however slow the machine is
PAUSE = 0.1  # between two moves of the victim
MATCH = Path(__file__).parents[1] / "tests" / "matches" / "causeway-stalemate.match"
TEXT, BINARY, PING, PONG = 1, 2, 9, 10
TRITONS = "fifty tables of tritons"
TRITON_TABLES = 50
TRITON_SECONDS = 4.0  # until all of them are opened and think
BOT_LIMIT = 1.0  # seconds that a victim's bot may answer later because of them


def frame(kind: int, payload: bytes, last: bool = True) -> bytes:
    """One masked frame; the mask is zero, which leaves the payload as it is."""
    size = len(payload)
    head = bytes([(128 if last else 0) | kind, 128 | (size if size < 126 else 126)])
    return head + (b"" if size < 126 else size.to_bytes(2)) + bytes(4) + payload


def message(**fields: Any) -> bytes:
    """A message in a frame."""
    return frame(TEXT, json.dumps(fields).encode())


class Person:
    """Somebody at an address, with a token."""

    def __init__(self, port: int, address: str) -> None:
        self.port = port
        self.address = address
        self.token = ""
        self.over = ""  # the id of a finished table
        self.position = b'""'  # one of its positions as text, in JSON

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A line to the server, from this address."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 22
        )

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        kind: str = "json",
        encoding: str = "gzip",
    ) -> Any:
        """One request; the status and the body of the answer."""
        reader, writer = await self.connect()
        bearer = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        types = {"json": "application/json", "text": "text/plain"}
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{bearer}"
            f"Accept-Encoding: {encoding if method == 'GET' else 'identity'}\r\n"
            f"Content-Type: {types[kind]}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            answer = await reader.read()
        finally:
            writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        return int(first.split(b" ")[1]) if first else 0, rest

    async def begin(self, name: str) -> Person:
        """Becomes a guest."""
        body = json.dumps({"name": name, "bearer": True}).encode()
        self.token = json.loads((await self.ask("POST", "/api/guest", body))[1])["token"]
        return self

    async def open(self, *seats: dict[str, str], game: str = "causeway", pace: float = 0.0) -> str:
        """Opens a table."""
        body = json.dumps({"game": game, "seats": seats, "pace": pace}).encode()
        status, answer = await self.ask("POST", "/api/tables", body)
        assert status == 201, answer
        return str(json.loads(answer)["id"])

    async def sit(self, table: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Opens the socket of a table."""
        reader, writer = await self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Authorization: Bearer {self.token}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in head:
                raise ConnectionError(head[:40])
        except BaseException:
            writer.close()
            raise
        return reader, writer


async def heard(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The next message; control frames are passed over."""
    while True:
        first, size = await reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await reader.readexactly(2))
        elif size == 127:
            size = int.from_bytes(await reader.readexactly(8))
        payload = await reader.readexactly(size)
        if first & 15 == TEXT:
            found: dict[str, Any] = json.loads(payload)
            return found


async def play(victim: Person, seconds: float, max_moves: int = 10_000) -> list[float]:
    """Plays a random game with both seats of a table; how long each move took."""
    took: list[float] = []
    ends = time.monotonic() + seconds

    def goes_on() -> bool:
        return len(took) < max_moves and (time.monotonic() < ends or len(took) < MIN_MOVES)

    while goes_on():
        table = await victim.open({"kind": "person"}, {"kind": "person"}, game="escape")
        reader, writer = await victim.sit(table)
        state = await heard(reader)
        while goes_on() and not state.get("result"):
            if state["type"] != "state" or not state["moves"]:
                state = await heard(reader)
                continue
            await asyncio.sleep(PAUSE)
            ply, began = state["ply"], time.perf_counter()
            move = random.choice(state["moves"])["move"]
            writer.write(message(type="move", ply=ply, move=move))
            while state["type"] != "state" or state["ply"] <= ply:
                state = await heard(reader)
            took.append(time.perf_counter() - began)
        writer.close()
    return took


async def play_bot(victim: Person, seconds: float) -> list[float]:
    """Plays against a bot; how long it took each time until the own turn came again, sorted."""
    took: list[float] = []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends or len(took) < MIN_MOVES:
        table = await victim.open({"kind": "person"}, {"kind": "bot"}, game="escape")
        reader, writer = await victim.sit(table)
        state, began, is_waiting = await heard(reader), 0.0, False
        while (time.monotonic() < ends or len(took) < MIN_MOVES) and not state.get("result"):
            if state["type"] == "state" and state["moves"]:
                if is_waiting:
                    took.append(time.perf_counter() - began)
                ply, began = state["ply"], time.perf_counter()
                move = random.choice(state["moves"])["move"]
                writer.write(message(type="move", ply=ply, move=move))
                while state["type"] != "state" or state["ply"] <= ply:
                    state = await heard(reader)
                is_waiting = not state["moves"]
            else:
                state = await heard(reader)
        writer.close()
    return sorted(took)


Attack = Callable[[Person, str], Awaitable[None]]


def flooding(*frames: bytes) -> Attack:
    """Many sockets that send the same again and again, as fast as the server reads."""

    async def one(bad: Person, table: str) -> None:
        data = b"".join(frames)
        data *= max(1, 4096 // len(data))
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await bad.sit(table)
                draining = asyncio.create_task(drain(reader))
                try:
                    while not draining.done():
                        writer.write(data)
                        await writer.drain()
                        await asyncio.sleep(0.001)
                finally:
                    draining.cancel()
                    writer.close()
            await asyncio.sleep(0.5)

    async def attack(bad: Person, table: str) -> None:
        await asyncio.gather(*(one(bad, table) for _ in range(SOCKETS)))

    return attack


async def drain(reader: asyncio.StreamReader) -> None:
    """Reads and forgets."""
    while await reader.read(1 << 18):
        pass


class Request(NamedTuple):
    """A request; ID is a table, OVER a finished one, N a number, POSITION a position of it."""

    method: str
    path: str
    body: bytes = b""
    kind: str = "json"


def asking(request: Request) -> Attack:
    """Requests at the full rate: all that are allowed at once, then as many as are allowed."""
    numbers = count()

    async def one(bad: Person, table: str) -> None:
        while True:
            path = request.path.replace("ID", table).replace("OVER", bad.over)
            with suppress(OSError):
                status, _ = await bad.ask(
                    request.method,
                    path.replace("N", str(next(numbers) % 150)),
                    request.body.replace(b"POSITION", bad.position),
                    request.kind,
                )
                await asyncio.sleep(0.3 if status == 429 else 0.0)

    async def attack(bad: Person, table: str) -> None:
        await asyncio.gather(*(one(bad, table) for _ in range(12)))

    return attack


def sending(data: bytes, is_read: bool = True) -> Attack:
    """Raw bytes on one connection after another; the answers are read, or never."""

    async def one(bad: Person) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await bad.connect()
                writer.write(data.replace(b"OVER", bad.over.encode()))
                if is_read:
                    await reader.read()
                else:
                    await asyncio.sleep(5)
                writer.close()
            await asyncio.sleep(0.02)

    async def attack(bad: Person, table: str) -> None:
        await asyncio.gather(*(one(bad) for _ in range(12)))

    return attack


async def endless_bodies(bad: Person, table: str) -> None:
    """Bodies in tiny pieces that never end."""

    async def one() -> None:
        while True:
            with suppress(OSError):
                _, writer = await bad.connect()
                writer.write(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
                while not writer.is_closing():
                    writer.write(b"1\r\nx\r\n" * 10_000)
                    await writer.drain()
            await asyncio.sleep(0.02)

    await asyncio.gather(*(one() for _ in range(4)))


async def leaving_and_coming_back(bad: Person, table: str) -> None:
    """Gives a seat to a bot and takes it back, again and again."""
    begun = await bad.open({"kind": "person"}, {"kind": "person"})
    back = asyncio.ensure_future(flooding(message(type="back"))(bad, begun))
    try:
        await asking(Request("POST", f"/api/tables/{begun}/leave", b"{}"))(bad, table)
    finally:
        back.cancel()


async def many_bots(bad: Person, table: str) -> None:
    """Opens fifty tables of the strongest bots, which all think at the same time."""
    seats = [{"kind": "bot", "level": "triton"}] * 3
    friend = await Person(bad.port, bad.address).begin("Mal")  # a guest has forty tables at most
    for number in range(TRITON_TABLES):
        person = (bad, friend)[number % 2]
        opened = await person.open({"kind": "person"}, *seats)
        await person.ask("POST", f"/api/tables/{opened}/leave", b"{}")
    await asyncio.Event().wait()


async def handshakes(bad: Person, table: str) -> None:
    """Opens and closes sockets."""

    async def one() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                _, writer = await bad.sit(table)
                writer.close()
            await asyncio.sleep(0.02)

    await asyncio.gather(*(one() for _ in range(12)))


async def nothing(bad: Person, table: str) -> None:
    """Leaves everybody alone."""
    await asyncio.Event().wait()


OPENED = json.dumps({"game": "causeway", "seats": [{"kind": "person"}, {"kind": "bot"}]}).encode()
HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
LOG = HEAD.replace(b"/healthz", b"/api/tables/OVER/positions?first=0&last=199")
HEX = "a" * 64
# Every kind of message and every route; a test holds that none is missing.
MESSAGES: dict[str, list[dict[str, Any]]] = {
    "move": [{"ply": 0, "move": "no such move"}],
    "pay": [{"ply": 0}],
    "decide": [{"ply": 0}],
    "undo": [{"ply": 0}],
    "look": [{"seat": 0}, {"seat": -1}],
    "why": [{"move": "A ring"}, {"clicks": ["figure:A", "space:0"]}],
    "hint": [{}],
    "chat": [{"text": "x" * 300}],
    "react": [{"reaction": "hello"}],
    "back": [{}],
    "replace": [{"seat": 1}],
    "promise": [{"promise": HEX}],
    "reveal": [{"nonce": HEX}],
    "deltas": [{"notation": ""}],
    "ping": [{}],
}
REQUESTS: dict[str, Request] = {
    "GET /healthz": Request("GET", "/healthz"),
    "GET /metrics": Request("GET", "/metrics"),
    "GET the page": Request("GET", "/"),
    "GET the page of a table": Request("GET", "/table/ID"),
    "GET /api/games": Request("GET", "/api/games"),
    "GET /api/preparation": Request("GET", "/api/preparation"),
    "GET a game's texts": Request("GET", "/api/games/causeway/texts/de"),
    "GET /api/tables": Request("GET", "/api/tables"),
    "GET a table": Request("GET", "/api/tables/ID"),
    "GET a seat's position": Request("GET", "/api/tables/ID/position?seat=0"),
    "GET a game's notation": Request("GET", "/api/games/causeway/notation"),
    "GET the lessons": Request("GET", "/api/tutorial/causeway"),
    "GET the schema": Request("GET", "/openapi.json"),
    "GET positions": Request("GET", "/api/tables/OVER/positions?first=0&last=199"),
    "GET a position": Request("GET", "/api/tables/OVER/text?ply=N"),
    "POST a position to study": Request("POST", "/api/study/position", b'{"text": POSITION}'),
    "POST a question to the engine": Request(
        "POST", "/api/study/engine", b'{"text": POSITION, "milliseconds": 4000, "lines": 60}'
    ),
    "POST an answer": Request("POST", "/api/study/answer", b'{"text": POSITION, "move": "pass"}'),
    "GET statistics": Request("GET", "/api/statistics"),
    "GET the puzzles": Request("GET", "/api/puzzles/causeway"),
    "GET a puzzle": Request("GET", "/api/puzzles/causeway/x"),
    "GET the log": Request("GET", "/api/tables/OVER/log"),
    "GET moves": Request("GET", "/api/tables/OVER/moves?ply=N"),
    "GET a picture of all": Request("GET", "/pictures/home.png?language=de"),
    "GET a picture of a game": Request("GET", "/pictures/games/causeway.png?language=nl"),
    "GET pictures of a table": Request("GET", "/pictures/tables/OVER.png?ply=N"),
    "GET a moving picture": Request("GET", "/pictures/tables/OVER.gif?first=0&last=59"),
    "GET a moving picture as WebP": Request("GET", "/pictures/tables/OVER.webp?first=0&last=59"),
    "GET the deal of the day": Request("GET", "/api/daily/causeway"),
    "POST the deal of the day": Request("POST", "/api/daily/causeway", b"{}"),
    "GET a match file": Request("GET", "/api/tables/OVER/match"),
    "GET a review": Request("GET", "/api/tables/OVER/review"),
    "POST a review": Request("POST", "/api/tables/OVER/review", b"{}"),
    "POST a guest": Request("POST", "/api/guest", b'{"name": "x", "bearer": true}'),
    "GET sharing": Request("GET", "/api/sharing"),
    "POST sharing": Request("POST", "/api/sharing", b'{"shares": true}'),
    "POST a table": Request("POST", "/api/tables", OPENED),
    "POST join": Request("POST", "/api/tables/ID/join", b"{}"),
    "POST leave": Request("POST", "/api/tables/ID/leave", b"{}"),
    "POST a seat": Request("POST", "/api/tables/ID/seats/1", b'{"kind": "bot"}'),
    "POST a set-up": Request("POST", "/api/tables/ID/setup", b'{"hints": true}'),
    "POST start": Request("POST", "/api/tables/ID/start", b"{}"),
    "POST rematch": Request("POST", "/api/tables/OVER/rematch", b"{}"),
    "POST a match file": Request("POST", "/api/matches", MATCH.read_bytes(), "text"),
    "POST a bad match file of 1 MB": Request("POST", "/api/matches", b"x" * 999_999, "text"),
}
KINDS: dict[str, Attack] = {
    "nobody": nothing,
    **{
        f"message {kind}": flooding(*(message(type=kind, **fields) for fields in examples))
        for kind, examples in MESSAGES.items()
    },
    "message of nonsense": flooding(frame(TEXT, b"{}")),
    "message of 16 kB": flooding(frame(TEXT, b"x" * 16_000)),
    "message, empty": flooding(frame(TEXT, b"")),
    "bytes, empty": flooding(frame(BINARY, b"")),
    "frame ping": flooding(frame(PING, b"")),
    "frame ping of 125 bytes": flooding(frame(PING, b"x" * 125)),
    "frame pong": flooding(frame(PONG, b"")),
    "fragments, empty": flooding(
        frame(TEXT, b"", last=False), *[frame(0, b"", last=False)] * 600, frame(0, b"")
    ),
    "handshakes": handshakes,
    **{name: asking(request) for name, request in REQUESTS.items()},
    "thousands of requests in a packet": sending((HEAD + b"\r\n") * 5000),
    "heads of thousands of lines": sending(HEAD + b"a:\r\n" * 15_000 + b"\r\n"),
    "what is not HTTP": sending(b"\x16\x03\x01\x02\x00\r\n\r\n"),
    "bodies without an end": endless_bodies,
    "answers that nobody reads": sending(LOG + b"\r\n", is_read=False),
    "leaving and coming back": leaving_and_coming_back,
    TRITONS: many_bots,  # last, because they think on
}


class Watch(NamedTuple):
    """What the event loop did for a while."""

    share: float  # of the time in which it was busy, by its CPU clock
    longest: float  # seconds of CPU without a turn for others


class Server:
    """A server with the usual limits, which measures its event loop."""

    def __init__(self, folder: str) -> None:
        program = Path(__file__).parent / "watched_server.py"
        with (Path(folder) / "log").open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(program), "--data", folder],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "ATLANTIS_LIMITS": "1"},
            )
        line = self.read_line()
        self.port = int(line.split("//")[1].split("/")[0].rsplit(":", 1)[1])

    def read_line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def watch(self) -> Watch:
        """What its loop did since this was asked last."""
        self.process.send_signal(signal.SIGUSR1)
        found = json.loads(self.read_line())
        return Watch(found["cpu"] / found["seconds"], found["longest"])


@contextmanager
def running_server() -> Iterator[Server]:
    """A server that is stopped in the end."""
    # In memory where that is possible: how long a busy disk takes is not what is measured.
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        server = Server(folder)
        try:
            yield server
        finally:
            server.process.terminate()
            server.process.wait()


async def people(port: int, bad_at: str = BAD, good_at: str = GOOD) -> tuple[Person, Person, str]:
    """The troublemaker, the victim, and a table of the troublemaker's."""
    bad = await Person(port, bad_at).begin("Eve")
    victim = await Person(port, good_at).begin("Ada")
    table = await bad.open({"kind": "person"}, {"kind": "person"})
    status, brought = await bad.ask("POST", "/api/matches", MATCH.read_bytes(), "text")
    assert status == 201, brought
    bad.over = json.loads(brought)["id"]
    _, found = await bad.ask("GET", f"/api/tables/{bad.over}/text?ply=60", encoding="identity")
    bad.position = json.dumps(json.loads(found)["text"]).encode()
    return bad, victim, table


def attack_forever(name: str, bad: Person, table: str) -> None:
    """One kind of attack, in a process of its own."""
    attack = KINDS[name]

    async def run() -> None:
        await attack(bad, table)

    asyncio.run(run())


class Row(NamedTuple):
    """What one kind of abuse did to the victim."""

    alone: list[float]  # seconds from move to state before, sorted
    moves: list[float]  # and while it lasted
    watch: Watch

    def __str__(self) -> str:
        alone, moves = self.alone, self.moves
        times = (percentile(alone, 99), percentile(moves, 50), percentile(moves, 99), moves[-1])
        shown = " | ".join(f"{1000 * one:.0f} ms" for one in times)
        share, longest = 100 * self.watch.share, 1000 * self.watch.longest
        return f"{len(moves)} | {shown} | {share:.0f} % | {longest:.0f} ms |"


def percentile(sorted_times: list[float], share: int) -> float:
    """The time below which a share of all is."""
    return sorted_times[len(sorted_times) * share // 100]


async def play_all(victim: Person, seconds: float) -> list[float]:
    """Plays at several tables; how long each move took, sorted."""
    playing = asyncio.gather(*(play(victim, seconds) for _ in range(TABLES)))
    return sorted(chain(*await asyncio.wait_for(playing, 60 + 10 * seconds)))


@contextmanager
def attacked(name: str, bad: Person, table: str) -> Iterator[None]:
    """Lets one kind of attack go on meanwhile."""
    process = Process(target=attack_forever, args=(name, bad, table), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


async def measure(server: Server, name: str, seconds: float) -> Row:
    """What the victim's moves take alone and during an attack."""
    # Each time both have addresses of their own, so that they begin with all that is allowed.
    number = 1 + list(KINDS).index(name)
    addresses = f"127.0.1.{number}", f"127.0.2.{number}"
    bad, victim, table = await people(server.port, *addresses)
    alone = await play_all(victim, seconds / 2)
    with attacked(name, bad, table):
        server.watch()
        await asyncio.sleep(0.5)
        moves = await play_all(victim, seconds)
        return Row(alone, moves, server.watch())


async def measure_all(seconds: float, only: str) -> tuple[list[str], list[str]]:
    """Prints the table; the kinds that kept the victim waiting, and those of which that is unclear.

    Unclear is it where the victim waited long without them too.
    """
    failed: list[str] = []
    unclear: list[str] = []
    with running_server() as server:
        for name in (name for name in KINDS if only in name):
            row = await measure(server, name, seconds)
            print(f"| {name} | {row}", flush=True)
            if percentile(row.moves, 99) > LIMIT:
                is_busy = percentile(row.alone, 99) > LIMIT / 4
                (unclear if is_busy else failed).append(name)
    return failed, unclear


async def measure_bots(seconds: float) -> bool:
    """Prints how long a victim's bot takes to answer beside fifty tables of tritons; if quickly."""
    with running_server() as server:
        bad, victim, table = await people(server.port)
        alone = await play_bot(victim, seconds)
        with attacked(TRITONS, bad, table):
            await asyncio.sleep(TRITON_SECONDS)  # until all are opened and think
            beside = await play_bot(victim, 2 * seconds)
    for name, took in (("alone", alone), (f"beside {TRITONS}", beside)):
        times = (percentile(took, 50), percentile(took, 99), took[-1])
        shown = " | ".join(f"{1000 * one:.0f} ms" for one in times)
        print(f"| a bot's turn, {name} | {len(took)} | {shown} |", flush=True)
    return percentile(beside, 99) < percentile(alone, 99) + BOT_LIMIT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} at the start")
    print("| one address does | moves | alone 99 % | half | 99 % | slowest | loop | longest |")
    print("|---|---|---|---|---|---|---|---|")
    failed, unclear = asyncio.run(measure_all(options.seconds, options.only))
    if options.only in TRITONS:
        print("\n| a victim's bot | turns | half | 99 % | slowest |\n|---|---|---|---|---|")
        if not asyncio.run(measure_bots(options.seconds)):
            failed.append("the bot's answer")
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")
    if unclear:
        print(f"Unclear, for the machine was busy: {', '.join(unclear)}.")
    if failed or unclear:
        sys.exit(f"Too slow: {', '.join(failed) or 'none for sure'}.")
    print("Every kind stayed within its limit.")


if __name__ == "__main__":
    main()
