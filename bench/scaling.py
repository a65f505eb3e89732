"""What 100,000 live tables would need: python bench/scaling.py [--tables 2000] [--moves 60]

Real tables with the server's own code and fake sockets: memory of a live table or a waiting one,
and the disk for each move; from these and from the rate that `bench/load.py` found, how many
processes and how much disk it takes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from atlantis_games.games import game_named
from atlantis_games.server.store import Store
from atlantis_games.server.tables.lobby import Lobby
from atlantis_games.server.tables.session import Session
from atlantis_games.server.tables.table import Setup, TableSeat
from support.sessions import FakeWatcher

LIVE = 100_000
SECONDS_PER_MOVE = 30.0


def resident() -> int:
    """The bytes of memory that this process has."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def opened(lobby: Lobby, game: str, kinds: str) -> Session:
    """A new table with two seats, which two people watch."""
    start = game_named(game).new(2)
    seats = [TableSeat("open") for _ in kinds]
    for number, kind in enumerate(kinds):
        if kind == "p":
            seats[number] = TableSeat("person", f"Guest {number}", guest=f"{number}" * 64)
    session = await lobby.add(start, seats, Setup(start.options), public=False)
    for seat in seats:
        session.add_watcher(FakeWatcher(seat.guest))
    await session.begin()
    return session


async def play(session: Session, moves: int) -> None:
    """Random moves."""
    for _ in range(moves):
        table = session.table
        actor = table.position.actor
        if actor < 0:
            return
        move = random.choice(list(table.position.moves))
        await session.play(actor, table.ply, move)
        for seat in (0, 1):
            session.views.delta(seat)


async def measure(game: str, tables: int, moves: int) -> dict[str, float]:
    """The memory and the disk that tables of a game take."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite+aiosqlite:///{folder}/atlantis.db")
        await store.open()
        lobby = Lobby(store)
        await play(await opened(lobby, game, "pp"), moves)  # caches are warm
        before = resident()
        await asyncio.gather(*(opened(lobby, game, "po") for _ in range(tables)))
        waiting = (resident() - before) / tables
        before = resident()
        live = await asyncio.gather(*(opened(lobby, game, "pp") for _ in range(tables)))
        await asyncio.gather(*(play(session, moves) for session in live))
        memory = (resident() - before) / tables
        entries = sum(session.table.ply for session in live)
        decisions = sum(actor >= 0 for session in live for actor, _ in session.table.match.log)
        await lobby.close()
        await store.close()
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    return {
        "waiting_table_kb": waiting / 1e3,
        "live_table_kb": memory / 1e3,
        "disk_bytes_per_entry": size / entries,
        "disk_bytes_per_move": size / decisions,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--game", default="causeway")
    parser.add_argument("--rate", type=float, default=1500.0, help="moves per CPU second")
    options = parser.parse_args()
    found = asyncio.run(measure(options.game, options.tables, options.moves))
    moves = LIVE / SECONDS_PER_MOVE
    found["moves_per_second"] = moves
    found["cores_at_that_rate"] = moves / options.rate
    found["memory_gb_for_100000_live"] = LIVE * found["live_table_kb"] / 1e6
    found["disk_gb_per_million_moves"] = found["disk_bytes_per_move"] / 1e3
    found["disk_gb_per_day"] = moves * 86_400 * found["disk_bytes_per_move"] / 1e9
    for name, value in found.items():
        print(f"{name:30} {value:,.2f}")


if __name__ == "__main__":
    main()
