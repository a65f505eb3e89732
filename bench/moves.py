"""The CPU of a move inside the server: python bench/moves.py [--tables 200] [--moves 20000]

Real tables, connections and store (SQLite, every group synced), with lines that only count bytes
instead of sockets, in one process without clients. So it shows what the server's own code costs, by
the quickest tenth of its rounds, which other programs disturb least. `bench/load.py` adds the
operating system's sockets and what other processes take from the caches.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any, cast

from starlette.websockets import WebSocket

from atlantis_games.games import game_named
from atlantis_games.server.notation import notation_version
from atlantis_games.server.quick_moves import Caller
from atlantis_games.server.socket import Connection
from atlantis_games.server.store import Store
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.table import Setup, TableSeat


class CountingLine:
    """A line that has room for everything and keeps the last message."""

    def __init__(self) -> None:
        self.take_text: Callable[[str], bool] | None = None
        self.sent = self.messages = 0

    def has_room(self) -> bool:
        """Always."""
        return True

    def write_text(self, message: bytes) -> None:
        """Counts a message."""
        self.sent += len(message)
        self.messages += 1

    def abort(self) -> None:
        """An error has been logged."""
        raise RuntimeError("a state could not be sent")


class Seated:
    """A table with two connections."""

    def __init__(self, session: Any, lobby: Lobby, spectators: int) -> None:
        self.session = session
        self.lines = [CountingLine() for _ in range(2 + spectators)]
        self.connections = []
        for number, line in enumerate(self.lines):
            caller = Caller(str(number) * 64 if number < 2 else None, "", line)
            connection = Connection(cast(WebSocket, None), session, lobby.bots, caller, 1e9)
            session.add_watcher(connection)
            connection.notify()
            connection.outbox.send_deltas(notation_version(session.table.game))
            connection.is_reading = False
            self.connections.append(connection)

    def move(self) -> bool:
        """Plays a random legal move; False when the game is over."""
        table = self.session.table
        if table.state != "playing":
            return False
        actor = table.position.actor
        move = random.choice(list(table.position.moves.values()))
        text = f'{{"type":"move","ply":{table.ply},"move":{move}}}'
        connection = self.connections[actor]
        for bucket in (connection.caller.allowance.own, connection.caller.allowance.sent):
            bucket.level = bucket.limit
        assert connection.take_text(text), (table.ply, move)
        return True


async def opened(lobby: Lobby, game: str, spectators: int) -> Seated:
    """A new table with two people."""
    start = game_named(game).new(2)
    seats = [TableSeat("person", f"Guest {one}", guest=f"{one}" * 64) for one in range(2)]
    session = await lobby.add(start, seats, Setup(start.options), public=False)
    await session.begin()
    return Seated(session, lobby, spectators)


async def play(lobby: Lobby, options: argparse.Namespace) -> tuple[int, float, int, int]:
    """Plays so many moves: how many there were, the CPU of one, and what was sent."""
    games = options.game, options.spectators
    tables = [await opened(lobby, *games) for _ in range(options.tables)]
    played, sent, messages = 0, 0, 0
    rounds: list[float] = []
    profile = cProfile.Profile()
    while played < options.before + options.moves:
        lines = [line for table in tables for line in table.lines]
        for line in lines:
            line.sent = line.messages = 0
        begun = time.process_time()
        if options.profile and played >= options.before:
            profile.enable()
        count = sum(table.move() for table in tables)
        while any(connection.is_moving for table in tables for connection in table.connections):
            await asyncio.sleep(0.001)
        profile.disable()
        cpu = time.process_time() - begun
        played += count
        if played > options.before:
            rounds.append(cpu / count)
        sent += sum(line.sent for line in lines)
        messages += sum(line.messages for line in lines)
        for number, table in enumerate(tables):
            if table.session.table.state != "playing":
                tables[number] = await opened(lobby, *games)
    if options.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
    return played, statistics.quantiles(rounds, n=10)[0], sent, messages


async def measure(options: argparse.Namespace) -> None:
    """Prints what a move costs."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite+aiosqlite:///{folder}/atlantis.db")
        await store.open()
        lobby = Lobby(store)
        random.seed(1)
        played, cpu, sent, messages = await play(lobby, options)
        await lobby.close()
        await store.close()
    print(f"{1e6 * cpu:8.1f} us of CPU for a move (the quickest tenth of rounds; {played} moves)")
    print(f"{sent / messages:8.1f} bytes in each of {messages} messages")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--before", type=int, default=10_000, help="moves before it measures")
    parser.add_argument("--game", default="causeway")
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--profile", action="store_true")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
