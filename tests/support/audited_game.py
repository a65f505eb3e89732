"""A game on a real server: every byte that anybody gets is kept, and compared with the store."""

from __future__ import annotations

import hashlib
import json
import random
from contextlib import suppress
from typing import Any

import httpx

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.games import game_named
from support.deltas import applied
from support.server_process import OPEN, PATIENCE, Guest, ServerProcess, TableSocket
from support.stored_table import StoredTable, check_view, secret_moves

OPEN_PATHS = (
    "/api/games",
    "/api/tables",
    "/api/tables/{id}",
    "/api/tables/{id}/match",
    "/api/tables/{id}/positions",
    "/api/tables/{id}/positions?first=0&last=200&seat=1",
    "/api/tables/{id}/review",
    "/api/tables/{id}/log",
    "/api/tables/{id}/moves?ply=50",
    "/api/tables/{id}/text?ply=50",
    "/api/tables/{id}/text?ply=50&eyes=1",
    "/api/tables/{id}/nothing",
    "/healthz",
    "/metrics",
    "/openapi.json",
    "/table/{id}",
    "/atlantis.db",
    "/secret.key",
)


FINISHED_ONLY = ("match", "positions", "review", "log", "moves", "text")
SAME_FOR_ALL = "/openapi.json"  # names fields of views, and knows no table


class Nobody(Guest):
    """Somebody who has not even a token."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.name = ""
        self.token = ""
        self.http = httpx.Client(base_url=server.address, timeout=PATIENCE)
        OPEN.append(self.http)


class Receiver:
    """Somebody at a table, and everything that was ever sent to them about it."""

    def __init__(self, guest: Guest, table: str, ply: int = 0, with_deltas: bool = False) -> None:
        self.guest = guest
        self.table = table
        self.line = guest.sit(table, ply)
        self.line.hear()
        if with_deltas:
            self.line.ask_for_deltas()
        self.bodies: list[str] = []

    @property
    def hash(self) -> str:
        """How the database calls this guest."""
        return hashlib.sha256(self.guest.token.split(".")[0].encode()).hexdigest()

    def look_around(self) -> None:
        """Asks for everything that can be asked for while the game goes on."""
        for path in OPEN_PATHS:
            answer = self.guest.http.get(path.replace("{id}", self.table))
            if path != SAME_FOR_ALL:
                self.bodies.append(f"{answer.headers}{answer.text}")
            if any(f"/{word}" in path for word in FINISHED_ONLY):
                assert (answer.status_code, answer.json()["code"]) == (409, "not-over")
        for action, body in (("rematch", {}), ("review", {}), ("join", {"seat": 1})):
            answer = self.guest.http.post(f"/api/tables/{self.table}/{action}", json=body)
            self.bodies.append(answer.text)
        for message in (
            {"type": "move", "ply": self.line.state["ply"], "move": "draw ring"},
            {"type": "move", "ply": 0, "move": "A ring"},
            {"type": "move", "ply": -1, "move": "undo"},
            {"type": "look", "seat": len(self.line.state["table"]["seats"]) - 1},
            {"type": "why", "move": "draw ring"},
            {"type": "why", "move": "pay ring"},
            {"type": "why", "clicks": ["card:ring"]},
            {"type": "pay", "ply": 3},
            {"type": "undo", "ply": 3},
            {"type": "nonsense"},
        ):
            self.line.send(**message)
        self.settle()

    def settle(self) -> None:
        """Listens until everything that was asked has been answered."""
        self.line.send(type="ping")
        self.line.until_type("pong")

    def close(self) -> None:
        """Leaves the socket."""
        self.line.__exit__()


class AuditedGame:
    """A game among several people, bots and onlookers, played to its end."""

    def __init__(
        self, server: ServerProcess, table: str, receivers: list[Receiver], seed: int
    ) -> None:
        self.server = server
        self.table = table
        self.receivers = receivers
        self.gone: list[Receiver] = []
        self.random = random.Random(seed)
        self.ply = 0  # what everybody must have heard of
        self.turns = 0
        self.undone = 0
        self.hints = 0

    def wait_for_person(self) -> dict[str, Any]:
        """Until a person is to decide, or the game is over; everybody has heard as much."""

        def is_wanted(message: dict[str, Any]) -> bool:
            if message["type"] != "state" or message["view"] is None:
                return False
            actor = message["view"]["actor"]
            seats = message["table"]["seats"]
            is_person = actor >= 0 and seats[actor]["kind"] == "person"
            return bool(message["result"] or (is_person and not seats[actor]["away"]))

        front = self.receivers[-1].line
        front.until_ply(self.ply)
        state = front.state if is_wanted(front.state) else front.until(is_wanted)
        self.ply = state["ply"]
        for receiver in self.receivers:
            receiver.line.until_ply(self.ply)
        return state

    def line_of(self, actor: int) -> TableSocket:
        """The socket of the person who has a seat, looking from it."""
        for receiver in self.receivers:
            line = receiver.line
            if actor in line.state["seats"]:
                if line.state["seat"] != actor:
                    line.send(type="look", seat=actor)
                    line.until(lambda m: m["type"] == "state" and m["seat"] == actor)
                return line
        raise AssertionError(f"nobody has seat {actor}")

    def play(self, turns: int = 10_000, every: int = 25) -> bool:
        """So many decisions, with all kinds of talk between them; whether the game is over."""
        for _ in range(turns):
            state = self.wait_for_person()
            if state["result"]:
                return True
            self.turns += 1
            line = self.line_of(state["view"]["actor"])
            if self.turns % every == 0:
                for receiver in self.receivers:
                    receiver.look_around()
                line.send(type="chat", text=f"turn {self.turns}, I have a <b>ring</b>")
            if self.turns % 60 == 7 and self.hints < 2:
                self.hints += 1
                line.send(type="hint")
                line.until_type("hint")
            self.decide(line)
        return False

    def decide(self, line: TableSocket) -> None:
        """One move, sometimes taken back at once, or a whole bill paid."""
        state = line.until_turn()
        moves = [choice["move"] for choice in state["moves"]]
        if state["view"]["phase"] == "pay" and self.random.random() < 0.3:
            line.send(type="pay", ply=state["ply"])
        else:
            line.send(type="move", ply=state["ply"], move=self.random.choice(moves))
        state = line.until_ply(state["ply"] + 1)
        if state["undo"] and self.random.random() < 0.3:
            line.send(type="undo", ply=state["ply"])
            state = line.until_ply(state["ply"] + 1)
            self.undone += 1
        self.ply = state["ply"]

    def sit_again(self, number: int, ply: int) -> Receiver:
        """Closes somebody's socket and opens a new one that knows the log up to a ply."""
        old = self.receivers[number]
        old.close()
        self.gone.append(old)
        new = self.receivers[number] = Receiver(old.guest, self.table, ply)
        return new

    def audit(self) -> int:
        """Compares everything that was sent with the stored; how many frames were looked at."""
        stored = StoredTable(self.server.data, self.table)
        frames = 0
        for receiver in self.receivers:
            with suppress(AssertionError):
                receiver.settle()
        everybody = [*self.receivers, *self.gone]
        keys = keys_of(self.server, everybody)
        for receiver in everybody:
            frames += audit(stored, receiver, keys)
        check_quiet(self.server, stored, keys)
        return frames


def keys_of(server: ServerProcess, receivers: list[Receiver]) -> list[str]:
    """What is never sent to anybody: tokens, what they are stored as, the key that signs them."""
    keys = [(server.data / "secret.key").read_bytes().hex()]
    for receiver in receivers:
        if receiver.guest.token:
            keys += [*receiver.guest.token.split("."), receiver.hash]
    return keys


def audit(stored: StoredTable, receiver: Receiver, keys: list[str]) -> int:
    """Every byte that one receiver got about one table."""
    own = [seat for seat, guest in enumerate(stored.guests) if guest == receiver.hash]
    end = len(stored.entries)
    secrets = secret_moves(stored.game_name)
    for body in receiver.bodies:  # all asked for before the end
        assert stored.seed not in body
        assert not any(key in body for key in keys)
        assert '"hand"' not in body
        assert "openapi" in body or not any(move in body for move in secrets)
    state: dict[str, Any] = {}
    for text in receiver.line.bytes:
        frame = json.loads(text)
        assert not any(key in text for key in keys)
        if frame["type"] == "delta":
            frame = applied(state, frame, receiver.line.notation)
        if frame["type"] == "state":
            state = frame
            check_state(stored, own, frame)
        is_over = frame["type"] == "state" and frame["result"] and frame["ply"] == end
        assert is_over or stored.seed not in text
        if frame["type"] in ("error", "why") and not own:
            assert frame["type"] == "error"
            assert frame["code"] in ("no-seat", "bad-message"), "an onlooker receives no reasons"
    return len(receiver.line.bytes)


def check_state(stored: StoredTable, own: list[int], frame: dict[str, Any]) -> None:
    """One state as one receiver got it."""
    seat, ply, since = frame["seat"], frame["ply"], frame["since"]
    assert frame["seats"] == own
    assert seat == SPECTATOR or seat in own
    assert frame["log"] == [stored.entry_for(number, seat) for number in range(since, ply)]
    if frame["view"] is None:
        assert frame["table"]["state"] == "waiting"
        return
    check_view(stored, ply, seat, frame["view"])
    position = stored.positions[ply]
    assert bool(frame["result"]) == position.is_over
    assert not frame["moves"] or seat == position.actor
    has_secrets = game_named(stored.game_name).has_secrets
    if has_secrets and len(own) > 1 and seat != SPECTATOR and position.actor in own:
        people = [s for s in own if not frame["table"]["seats"][s]["away"]]
        assert seat == position.actor or len(people) == 1, "a hand is open at another's turn"


def check_quiet(server: ServerProcess, stored: StoredTable, keys: list[str]) -> None:
    """What the server writes down for its operator holds no secret of a game or a person."""
    for text in (server.log.read_text(), httpx.get(server.address + "/metrics").text):
        assert stored.seed not in text
        assert not any(key in text for key in keys)
        assert not any(move in text for move in secret_moves(stored.game_name))
