"""A state with its deltas applied is the whole state, at every step and for everybody."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import orjson
import pytest

from atlantis_games.core.contract import SPECTATOR
from atlantis_games.games import GAMES
from atlantis_games.server.errors import RequestRefused
from atlantis_games.server.notation import encoded_notation, notation_version
from atlantis_games.server.outbox import Outbox
from atlantis_games.server.tables.chat import say
from atlantis_games.server.tables.seating import set_away, take_seats_back
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup
from support.deltas import applied
from support.server_process import run_apart
from support.sessions import FakeWatcher, new_session, people

GUESTS = ("ada", "ben", None)


class Client:
    """Keeps a state up to date with whatever it is sent."""

    def __init__(self, session: Session, guest: str | None, deltas: bool = True) -> None:
        self.notation = orjson.loads(encoded_notation(session.table.game))
        self.outbox = Outbox(session, guest)
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.deltas = 0
        self.bytes = 0
        self.receive()
        if deltas:
            self.outbox.send_deltas(notation_version(session.table.game))

    def receive(self) -> None:
        """Reads what is new."""
        for text in self.outbox.news(with_state=True):
            message = orjson.loads(text)
            if message["type"] == "delta":
                self.deltas += 1
                self.bytes += len(text)
                message = applied(self.state, message, self.notation)
            if message["type"] == "state":
                self.state = message
                self.log[message["since"] :] = message["log"]
            elif message["type"] == "presence":
                for seat, here in zip(self.state["table"]["seats"], message["here"], strict=True):
                    seat["here"] = here
                self.state["table"]["watching"] = message["watching"]


async def something(session: Session, rng: random.Random) -> None:
    """A move, or one of the other things that change a table."""
    table, chosen = session.table, rng.random()
    seat = table.position.actor
    try:
        if chosen < 0.12:
            await session.undo(seat if rng.random() < 0.5 else 1 - seat, table.ply)
        elif chosen < 0.16:
            await say(session, "ada", 0, "hello", 1e6)
        elif chosen < 0.2:
            await set_away(session, seat, "time-up", table.ply)
        elif chosen < 0.26:
            await take_seats_back(session, "ada")
        elif chosen < 0.34:
            await session.pay(seat, table.ply)
        elif chosen < 0.4:
            watcher = FakeWatcher(rng.choice([None, "ada", "eve"]))
            session.add_watcher(watcher)
            session.announce_presence()
            if rng.random() < 0.5:
                session.remove_watcher(watcher)
                session.announce_presence()
        else:
            moves = list(table.position.redacted(seat).moves)
            await session.play(seat, table.ply, rng.choice(moves))
    except RequestRefused:
        pass  # nothing has changed


def without_times(state: dict[str, Any]) -> dict[str, Any]:
    """A state without what depends on how much a client had before, and on the moment."""
    left_out = {"since", "log", "steps", "clock", "known"}
    return {name: value for name, value in state.items() if name not in left_out}


async def play(game: str, seed: int, clients: list[Client], session: Session) -> None:
    """Plays a random game, and compares what everybody has with a whole state."""
    rng = random.Random(seed)
    while session.table.state == "playing" and session.table.ply < 160:
        await something(session, rng)
        for client in clients:
            if rng.random() < 0.05:
                continue  # a slow line: what happens meanwhile is sent together
            client.receive()
            if rng.random() < 0.7:
                continue  # whole states for others would be sent between all deltas
            fresh = Client(session, client.outbox.guest, deltas=False)
            assert without_times(client.state) == without_times(fresh.state)
            assert client.log == fresh.log
            if client.state["since"] == fresh.state["since"]:
                assert client.state["steps"] == fresh.state["steps"]


@pytest.mark.parametrize("game", GAMES)
def test_a_state_with_its_deltas_is_the_whole_state(game: str) -> None:
    """For both seats and a spectator, also after undo, chat, clocks, absence and missed states."""

    async def run() -> None:
        session, _ = new_session(
            game, people("ada", "ben"), Setup({}, {"kind": "move", "seconds": 60})
        )
        await session.begin()
        clients = [Client(session, guest) for guest in GUESTS]
        await play(game, 5, clients, session)
        assert session.table.ply > 100
        for client in clients:
            assert client.deltas > 30
        bytes_sent = sum(client.bytes for client in clients)
        assert bytes_sent / sum(client.deltas for client in clients) < 1000

    run_apart(run())


@pytest.mark.parametrize(("game", "wanted"), [("causeway", 950), ("escape", 900)])
def test_what_moves_do_is_not_told_again_in_the_next_turn(game: str, wanted: int) -> None:
    """Deltas stay below a kilobyte, for moves that were legal in the last turn come alone."""

    async def run() -> None:
        session, _ = new_session(game, people("ada", "ben"))
        await session.begin()
        clients = [Client(session, guest) for guest in GUESTS[:2]]
        rng, table = random.Random(7), session.table
        for _ in range(120):
            seat = table.position.actor
            if seat < 0:
                break
            moves = list(table.position.redacted(seat).moves)
            await session.play(seat, table.ply, rng.choice(moves))
            for client in clients:
                client.receive()
        for client in clients:
            fresh = Client(session, client.outbox.guest, deltas=False)
            assert without_times(client.state) == without_times(fresh.state)
        sizes = sum(client.bytes for client in clients), sum(client.deltas for client in clients)
        assert sizes[0] / sizes[1] < wanted

    run_apart(run())


def test_the_game_over_comes_with_its_result() -> None:
    async def run() -> None:
        session, _ = new_session("causeway", people("ada", "ben"))
        await session.begin()
        clients = [Client(session, guest) for guest in GUESTS]
        rng, table = random.Random(2), session.table
        while table.state == "playing":
            seat = table.position.actor
            moves = list(table.position.redacted(seat).moves)
            await session.play(seat, table.ply, rng.choice(moves))
            for client in clients:
                client.receive()
        for client in clients:
            assert client.outbox.sent_revision == session.views.revision
            assert client.state == Client(session, client.outbox.guest, False).state | {
                name: client.state[name] for name in ("since", "log", "steps", "known")
            }
            assert client.state["result"]["seed"]

    run_apart(run())


def test_the_numbers_of_another_version_are_refused() -> None:
    async def run() -> None:
        session, _ = new_session("escape", people("ada", "ben"))
        outbox = Outbox(session, "ada")
        with pytest.raises(RequestRefused, match="another version"):
            outbox.send_deltas("0" * 12)
        assert not outbox.wants_deltas

    run_apart(run())


def test_whoever_asks_for_nothing_is_sent_whole_states() -> None:
    async def run() -> None:
        session, _ = new_session("causeway", people("ada", "ben"))
        await session.begin()
        client = Client(session, None, deltas=False)
        seat = session.table.position.actor
        move = next(iter(session.table.position.redacted(seat).moves))
        await session.play(seat, session.table.ply, move)
        (text,) = client.outbox.news(with_state=True)
        assert orjson.loads(text)["type"] == "state"
        assert client.outbox.seat == SPECTATOR
        await asyncio.sleep(0)

    run_apart(run())
