"""A real server on a real socket and a real database file, and people who talk to it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

from atlantis_games.games import BUILT_IN, game_named
from atlantis_games.server.notation import encoded_notation
from support.databases import ON_POSTGRESQL, url_for
from support.deltas import applied
from support.server_fork import ServerFork, can_be_forked

T = TypeVar("T")
GAME = BUILT_IN[0]  # what is played where it does not matter
OPEN: list[httpx.Client | ClientConnection] = []  # closed after every test
PATIENCE = 120.0  # seconds that a slow machine may take for anything
NEVER_GONE = {"ATLANTIS_PATIENCE_SECONDS": "1e6"}  # nobody is ever replaced
LIMITS = "100000"  # tests ask for more than a person would


class ServerProcess:
    """A server process with a data folder; it can be killed and started again."""

    is_forked = True  # from a process that is loaded; benchmarks start one as people do

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.environment = {"ATLANTIS_LIMITS": LIMITS, **environment}
        if ON_POSTGRESQL:
            self.environment.setdefault("ATLANTIS_DATABASE", url_for(data))
        self.processes = int(environment.get("ATLANTIS_PROCESSES", "1"))
        self.log = data / "server.log"
        self.logged = 0  # bytes of it that earlier runs have written
        self.process: subprocess.Popen[str] | ServerFork | None = None
        self.address = ""

    def start(self, port: int = 0, until_ready: bool = True) -> ServerProcess:
        """Starts it and waits until it says where it is, and until every game can be played."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.logged = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("a") as log:
            self.process = self.launched(["serve", f"--port={port}", f"--data={self.data}"], log)
        assert self.process.stdout is not None
        line = ""
        while "//" not in line:
            line = self.process.stdout.readline()
            assert line, self.log.read_text()
        self.address = "http://" + line.split("//")[1].split("/")[0]
        while until_ready and not self.is_ready():
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        return self

    def launched(self, words: list[str], log: IO[str]) -> subprocess.Popen[str] | ServerFork:
        """The process: a fork of one that is loaded, unless it must be loaded differently."""
        variables = {**os.environ, **self.environment}
        if self.is_forked and can_be_forked(self.environment):
            return ServerFork(words, variables, log)
        return subprocess.Popen(
            [sys.executable, "-m", "atlantis_games", *words],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=variables,
        )

    def is_ready(self) -> bool:
        """Whether every game can be played; by the log, for requests are counted."""
        with self.log.open("rb") as log:
            log.seek(self.logged)
            return log.read().count(b'"event": "ready"') >= self.processes

    @property
    def port(self) -> int:
        """Where it listens."""
        return urlsplit(self.address).port or 0

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends it, politely or not."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def guest(self, name: str = "Ada") -> Guest:
        """Somebody new."""
        return Guest(self, name)


class Guest:
    """Somebody with a bearer token."""

    def __init__(self, server: ServerProcess, name: str) -> None:
        self.server = server
        self.name = name
        self.http = httpx.Client(base_url=server.address, timeout=PATIENCE)
        OPEN.append(self.http)
        answer = self.http.post("/api/guest", json={"name": name, "bearer": True})
        self.token = answer.json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def post(self, path: str, body: dict[str, Any] | None = None, expect: int = 0) -> Any:
        """Asks for something; without an expectation it must succeed."""
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.status_code == expect if expect else answer.is_success, answer.text
        return answer.json()

    def get(self, path: str, expect: int = 200) -> Any:
        """Looks at something."""
        answer = self.http.get(path)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def open(self, game: str = GAME, seats: str = "pp", **more: Any) -> str:
        """Opens a table: p is a person, o an open seat, b a weak bot."""
        kinds = {"p": {"kind": "person"}, "o": {"kind": "open"}, "b": {"kind": "bot"}}
        body = {"game": game, "seats": [kinds[seat] for seat in seats], "pace": 0, **more}
        for seat in body["seats"]:
            if seat["kind"] == "bot":
                seat["level"] = "sprat"
        return str(self.post("/api/tables", body)["id"])

    def sit(self, table: str, ply: int = 0) -> TableSocket:
        """Opens the socket of a table."""
        address = f"ws{self.server.address[4:]}/api/tables/{table}/socket?ply={ply}"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        context = connect(address, additional_headers=headers, max_size=None)
        return TableSocket(context.__enter__())


class TableSocket:
    """An open socket that remembers the last state and every byte it got."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        OPEN.append(socket)
        self.bytes: list[str] = []
        self.state: dict[str, Any] = {}
        self.notation: dict[str, Any] = {}

    def ask_for_deltas(self) -> None:
        """From now on hears what has changed; each message is the state that it leads to."""
        game = game_named(self.state["table"]["game"])
        self.notation = json.loads(encoded_notation(game))
        self.send(type="deltas", notation=self.state["notation"])

    def __enter__(self) -> TableSocket:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(Exception):
            self.socket.close()

    def send(self, **message: Any) -> None:
        """Says something."""
        self.socket.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.bytes.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "delta" and self.notation:
            message = applied(self.state, message, self.notation)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "presence":
            table = self.state["table"]
            table["watching"] = message["watching"]
            for seat, here in zip(table["seats"], message["here"], strict=True):
                seat["here"] = here
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Listens until a message is what is wanted."""
        while True:
            message = self.hear()
            if wanted(message):
                return message

    def until_type(self, kind: str) -> dict[str, Any]:
        """Listens until a message of a kind comes."""
        return self.until(lambda message: message["type"] == kind)

    def until_ply(self, ply: int) -> dict[str, Any]:
        """Listens until the table is at least so far."""
        if self.state and self.state["ply"] >= ply:
            return self.state
        return self.until(lambda message: message["type"] == "state" and message["ply"] >= ply)

    def until_turn(self) -> dict[str, Any]:
        """Listens until there is something to decide, or the game is over."""
        done: Callable[[dict[str, Any]], bool] = lambda m: bool(  # noqa: E731
            m["type"] == "state" and (m["moves"] or m["result"])
        )
        return self.state if self.state and done(self.state) else self.until(done)

    def play(self, move: str = "", ply: int | None = None) -> dict[str, Any]:
        """Plays a move (any, if none is given) and waits until it is acknowledged."""
        state = self.until_turn()
        move = move or state["moves"][0]["move"]
        self.send(type="move", ply=state["ply"] if ply is None else ply, move=move)
        return self.until(
            lambda m: m["type"] == "error" or (m["type"] == "state" and m["ply"] > state["ply"])
        )


def close_everything() -> None:
    """Hangs up whatever a test has left open."""
    while OPEN:
        with suppress(Exception):
            OPEN.pop().close()


def play_out(lines: list[TableSocket], ply: int = 1) -> None:
    """Lets the one who is to decide play from a ply on, until the game is over."""
    while True:
        for line in lines:
            line.until_ply(ply)
        if lines[0].state["result"]:
            return
        ply = next(line for line in lines if line.state["moves"]).play()["ply"]


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in a thread of its own, for this one may have a browser's loop running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
