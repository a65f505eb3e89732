"""`make bench`: how fast the engines play and search, beside OpenSpiel's C++ in the same run.

The machine is shared and its speed wanders, so every round measures everybody in turn for about
half a CPU second, and what is reported is the median of the ratios of each round.
"""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

import atlantis
from atlantis.bots.search import random_search_rate
from atlantis.games import GAMES
from atlantis.simulation import random_rate

ROUNDS = 9
SHORT = 100  # random decisions of a playout that is then evaluated
PEERS = {"play": ("hearts", "backgammon", "gin_rummy"), "search": ("backgammon", "gin_rummy")}
TITLES = {
    "play": ("Random play on one core", "million decisions per CPU second", 1e6),
    "search": ("Search with random playouts from the opening", "thousand iterations", 1e3),
}
PEER_PYTHON = Path(__file__).parent.parent / ".venv" / "peers" / "bin" / "python"


class Peer:
    """OpenSpiel in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [PEER_PYTHON, Path(__file__).with_name("peers.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, what: str, name: str) -> float:
        """What a peer does per CPU second in a game."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{what} {name}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def measure(what: str, peer: Peer | None, console: Console) -> None:
    """One table."""
    ours: dict[str, Callable[[int], float]] = {}
    for name, game in GAMES.items():
        for players in game.players:
            position = atlantis.Dealer("bench").deal(game.new(players))
            title = f"{name}, {players} players"
            if what == "play":
                ours[title] = partial(random_rate, position)
            else:
                ours[title] = partial(random_search_rate, position)
                if name == "escape":
                    short = partial(random_search_rate, position, decisions=SHORT)
                    ours[f"{title}, {SHORT} decisions"] = short
    peers = PEERS[what] if peer else ()
    rates: dict[str, list[float]] = {name: [] for name in (*ours, *peers)}
    with console.status("measuring") as status:
        for round_number in range(ROUNDS):
            status.update(f"{what}: round {round_number + 1} of {ROUNDS}")
            for name, rate in ours.items():
                rates[name].append(rate(round_number))
            for name in peers:
                assert peer is not None
                rates[name].append(peer.rate(what, name))
    title, unit, size = TITLES[what]
    table = Table(title=f"{title}: {unit}, and ratios")
    table.add_column("engine")
    table.add_column("rate", justify="right")
    for name in peers:
        table.add_column(f"x {name}", justify="right")
    for name in (*ours, *peers):
        row = [name, f"{statistics.median(rates[name]) / size:.2f}"]
        for other in peers:
            ratios = [a / b for a, b in zip(rates[name], rates[other], strict=True)]
            row.append(f"{statistics.median(ratios):.1f}")
        table.add_row(*row)
    console.print(table)


def main() -> None:
    console = Console()
    peer = Peer() if PEER_PYTHON.exists() else None
    if peer is None:
        console.print("OpenSpiel is not installed; `make bench` installs it.", style="yellow")
    for what in PEERS:
        measure(what, peer, console)


if __name__ == "__main__":
    main()
