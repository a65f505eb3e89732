"""`make bench`: how fast the engines play, beside OpenSpiel's C++ rollouts in the same run.

The machine is shared and its speed wanders, so every round measures everybody in turn for about
half a CPU second, and what is reported is the median of the ratios of each round.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import atlantis
from atlantis.core.random import stream
from atlantis.games import GAMES

ROUNDS = 9
SECONDS = 0.5
PEERS = ("hearts", "backgammon", "gin_rummy")
PEER_PYTHON = Path(__file__).parent.parent / ".venv" / "peers" / "bin" / "python"


def rate(position: atlantis.Position, seed: int) -> float:
    """Decisions per CPU second of uniformly random games from a dealt position, on one core."""
    game = position.game
    games = 200
    results = np.zeros((games, len(game.colours)), np.int64)
    turns = np.zeros(games, np.int64)
    actions = np.zeros(game.width, np.int32)
    tally = np.zeros(2, np.int64)
    states, random = position.states(), stream(seed)
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        game.engine.simulate(states, actions, random, results, turns, tally)
    return float(tally[0]) / (time.process_time() - start)


class Peer:
    """OpenSpiel in a process of its own."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [PEER_PYTHON, Path(__file__).with_name("peers.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, name: str) -> float:
        """Decisions per CPU second of a peer's game."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def main() -> None:
    console = Console()
    ours = {
        f"{name}, {players} players": atlantis.Dealer("bench").deal(game.new(players))
        for name, game in GAMES.items()
        for players in game.players
    }
    rates: dict[str, list[float]] = {name: [] for name in (*ours, *PEERS)}
    peers: tuple[str, ...] = ()
    peer = None
    if PEER_PYTHON.exists():
        peer, peers = Peer(), PEERS
    else:
        console.print("OpenSpiel is not installed; `make bench` installs it.", style="yellow")
    with console.status("measuring") as status:
        for round_number in range(ROUNDS):
            status.update(f"round {round_number + 1} of {ROUNDS}")
            for name, position in ours.items():
                rates[name].append(rate(position, round_number))
            for name in peers:
                assert peer is not None
                rates[name].append(peer.rate(name))
    table = Table(title="Random play on one core: million decisions per CPU second, and ratios")
    table.add_column("engine")
    table.add_column("M/s", justify="right")
    for name in peers:
        table.add_column(f"x {name}", justify="right")
    for name in (*ours, *peers):
        row = [name, f"{statistics.median(rates[name]) / 1e6:.2f}"]
        for other in peers:
            ratios = [a / b for a, b in zip(rates[name], rates[other], strict=True)]
            row.append(f"{statistics.median(ratios):.1f}")
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    main()
