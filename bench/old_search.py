"""The present search against that of version 0.1 at equal CPU time, with duplicate deals.

    python bench/old_search.py causeway 30 --games 400
    python bench/old_search.py escape 20 --games 400 --players 3 --out results
    python bench/old_search.py causeway 30 --without-net --games 200

With --without-net the other one is the present search without its net. Further options are those
of `atlantis arena`. Each decision of both has so many milliseconds of CPU time on one thread, so
that other programs on the machine change nothing but how long it takes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
WITHOUT_NET = "--without-net"
PATIENCE = "120s"  # by the clock, on a busy machine


def main(game: str, milliseconds: str, *options: str) -> int:
    """Plays the match and prints its table."""
    others = [option for option in options if option != WITHOUT_NET]
    other = "search_without_net.py" if WITHOUT_NET in options else "search_0_1.py"
    bots = f"{HERE / 'search_now.py'},{HERE / other}"
    program = [str(Path(sys.executable).with_name("atlantis")), "arena", game, "--bots", bots]
    environment = {**os.environ, "MILLISECONDS": milliseconds}
    args = ["--time", PATIENCE, "--seed", "table", *others]
    return subprocess.run([*program, *args], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
