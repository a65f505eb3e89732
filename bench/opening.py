"""How long a server takes to be ready, and to open stored tables: python bench/opening.py

Plays tables of Escape to some 50 and 500 entries, stops the server, starts it again (warm), and
opens each table for the first time.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.server_process import Guest, ServerProcess, close_everything

LENGTHS = (50, 500)
TABLES = 8


def play(ada: Guest, length: int) -> str:
    """A table with so many entries."""
    table = ada.open("escape", "pp")
    with ada.sit(table) as line:
        while line.until_turn()["ply"] < length:
            line.play(random.choice(line.state["moves"])["move"])
    return table


def main() -> None:
    ServerProcess.is_forked = False
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder)).start()
        ada = server.guest()
        tables = {length: [play(ada, length) for _ in range(TABLES)] for length in LENGTHS}
        server.stop()
        begin = time.perf_counter()
        server.start()
        ada.http.base_url = server.address
        ada.get("/healthz")
        print(f"ready after a warm start: {time.perf_counter() - begin:.2f} s")
        ada.open("escape", "pp")  # whatever is done once is done now
        for length, names in tables.items():
            times = []
            for name in names:
                begin = time.perf_counter()
                ada.get(f"/api/tables/{name}")
                times.append(1000 * (time.perf_counter() - begin))
            print(f"opening a stored table of {length} entries: {statistics.median(times):.1f} ms")
        close_everything()
        server.stop()


if __name__ == "__main__":
    main()
