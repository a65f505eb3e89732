"""A bot at a table of a server, over the protocol of docs/protocol.md."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from atlantis_games.bots import Bot, bot_named
from atlantis_games.bots.bot_process import MOVE_SECONDS, BotFailed, FileBot
from atlantis_games.bots.position_json import position_of
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position

TIMEOUT = 30.0  # seconds that an answer may take
FIRST_WAIT, MAX_WAIT = 1.0, 30.0  # seconds before another attempt; each is twice the last
NO_TABLE = 4404  # the code with which a socket closes where there is nothing
PAUSES = {429, 503}  # answers after which asking again makes sense


class ServerClient:
    """A guest of a server."""

    def __init__(self, server: str, name: str) -> None:
        if not server.startswith(("http://", "https://")):
            raise BadRequest(f"The address of a server begins with http:// or https://: {server}")
        self.server = server
        self.name = name
        self.headers: dict[str, str] = {}
        token = self.ask("/api/guest", {"name": name, "bearer": True})["token"]
        self.headers["Authorization"] = f"Bearer {token}"

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Asks for something, with a body if it changes something; waits if there is too much."""
        data = None if body is None else json.dumps(body).encode()
        headers = {**self.headers, "Content-Type": "application/json"}
        wait = FIRST_WAIT
        while True:
            try:
                with urlopen(Request(self.server + path, data, headers), timeout=TIMEOUT) as answer:
                    return json.load(answer)
            except HTTPError as error:
                with error:
                    text = error.read().decode("utf-8", "replace")
                if error.code not in PAUSES or wait > MAX_WAIT:
                    raise BadRequest(f"{self.server}: {sentence_in(text)}") from error
            except (URLError, OSError) as error:
                raise BadRequest(f"{self.server} does not answer: {error}.") from error
            time.sleep(wait)
            wait *= 2

    def open_table(self, game: str, against: list[str], options: dict[str, str]) -> str:
        """Opens a table with a seat for the bot, and others for levels or for anyone."""
        others = [
            {"kind": "open"} if who == "open" else {"kind": "bot", "level": who} for who in against
        ]
        seats = [{"kind": "person"}, *others]
        body = {"game": game, "seats": seats, "options": options, "pace": 0}
        return str(self.ask("/api/tables", body)["id"])

    def join(self, table: str) -> None:
        """Takes an open seat."""
        self.ask(f"/api/tables/{table}/join", {})

    def socket(self, table: str, ply: int) -> ClientConnection:
        """The socket of a table; so much of the log is known."""
        address = f"ws{self.server[4:]}/api/tables/{table}/socket?ply={ply}"
        return connect(address, additional_headers=self.headers, max_size=None)


def sentence_in(text: str) -> str:
    """What the server says is wrong."""
    try:
        return str(json.loads(text)["text"])
    except (ValueError, KeyError, TypeError):
        return text[:200]


class RemoteTable:
    """A bot's game on a server; a lost connection is opened again."""

    def __init__(
        self, client: ServerClient, table: str, bot: str, on_lost: Callable[[], None]
    ) -> None:
        self.client = client
        self.table = table
        self.name = bot
        self.on_lost = on_lost
        self.bot: Bot | None = None
        self.log: list[tuple[int, str]] = []
        self.result: dict[str, Any] = {}

    def play(self) -> BotFailed | None:
        """Plays until the game is over; why the bot failed, if it did."""
        wait = FIRST_WAIT
        while True:
            try:
                with self.client.socket(self.table, len(self.log)) as socket:
                    for text in socket:
                        wait = FIRST_WAIT
                        self.receive(socket, json.loads(text))
                        if self.result:
                            return None
            except BotFailed as failed:
                self.client.ask(f"/api/tables/{self.table}/leave", {})
                return failed
            except InvalidStatus as error:
                if error.response.status_code not in PAUSES:
                    raise BadRequest(f"{self.client.server} refuses: {error}.") from error
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == NO_TABLE:
                    raise BadRequest(f"There is no table {self.table} any more.") from closed
            except OSError:
                pass  # nobody listens there now
            self.on_lost()
            time.sleep(wait)
            wait = min(MAX_WAIT, 2 * wait)

    def receive(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """Notes what has happened, and answers where the bot is to decide."""
        if message["type"] != "state" or message["table"]["state"] == "waiting":
            return
        entries = [(entry["actor"], entry["move"]) for entry in message["log"]]
        self.log = self.log[: message["since"]] + entries
        if message["result"]:
            self.end(message)
        elif message["moves"]:
            position, ply = self.position(message["seat"])
            if ply == message["ply"]:  # otherwise another state is on its way
                move = self.choose(position, clock_of(message))
                socket.send(json.dumps({"type": "move", "ply": ply, "move": move}))

    def position(self, seat: int) -> tuple[Position, int]:
        """The position as the bot's seat knows it, and after how many entries."""
        found = self.client.ask(f"/api/tables/{self.table}/position?seat={seat}")
        return position_of(found), found["ply"]

    def choose(self, position: Position, clock: float) -> str:
        """The bot's move."""
        if self.bot is None:
            seed = zlib.crc32(self.table.encode())
            self.bot = bot_named(self.name, position.game.name, seed)
        if isinstance(self.bot, FileBot):
            return self.bot.choose(position, clock, self.log)
        return self.bot.choose(position, clock)

    def end(self, message: dict[str, Any]) -> None:
        """Tells the bot, and keeps the result."""
        if isinstance(self.bot, FileBot):
            self.bot.end(self.position(message["seat"])[0], self.log)
        self.result = message["result"]


def clock_of(message: dict[str, Any]) -> float:
    """The seconds that a move may take: as everywhere, but no more than the table's clock has."""
    clock = message.get("clock")
    left = clock["left"][message["seat"]] if clock else MOVE_SECONDS
    return float(min(MOVE_SECONDS, left))
