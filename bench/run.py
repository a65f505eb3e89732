"""`make bench`: how fast the engines play, search and step, beside their peers in the same run.

The machine is shared and its speed wanders, so every round measures everybody in turn for about
half a CPU second, and what is reported is the median of the ratios of each round. A peer that
cannot be installed or used stands in the table with the reason. `bench/run.py batch` measures one
table only, `bench/run.py --rounds 3` takes fewer rounds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import atlantis_games as atlantis
from aec import one_game
from atlantis_games.arena.simulation import random_rate, search_rate
from atlantis_games.games import GAMES
from atlantis_games.lab.batch import Batch
from atlantis_games.lab.pettingzoo import family

HERE = Path(__file__).parent
ROUNDS = 9
SECONDS = 0.5
SHORT = 100  # random decisions of a playout that is then evaluated
SPIEL = ("hearts", "backgammon", "gin_rummy", "connect_four")
PEERS: dict[str, list[tuple[str, str, str]]] = {  # library, what it does, with what
    "play": [
        *(("openspiel", "play", game) for game in SPIEL),
        *(("openspiel", "loop", game) for game in SPIEL),
        ("catanatron", "play", "catan"),
        ("rlcard", "play", "gin-rummy"),
    ],
    "search": [("openspiel", "search", game) for game in SPIEL[1:]],
    "batch": [
        *(
            ("pgx", "batch", f"{game}@{games}")
            for game in ("backgammon", "connect_four")
            for games in (256, 4096)
        ),
        ("envpool", "batch", "CartPole-v1@256"),
    ],
    "aec": [("pettingzoo", "aec", "connect_four_v3")],
}
TITLES = {
    "play": ("Random play on one core", "thousand decisions per CPU second", 1e3),
    "search": ("Search with random playouts from the opening", "thousand iterations", 1e3),
    "batch": (
        "Batched steps with mask, observation and reward",
        "thousand decisions per CPU second",
        1e3,
    ),
    "aec": ("PettingZoo's loop", "thousand steps per CPU second", 1e3),
}
PEER_PYTHON = HERE.parent / ".venv" / "peers" / "bin" / "python"


class Peer:
    """A library in a process of its own."""

    def __init__(self, library: str) -> None:
        self.problem = "" if PEER_PYTHON.exists() else "not installed"
        if self.problem:
            return
        self.process = subprocess.Popen(
            [PEER_PYTHON, HERE / "peers.py", library],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(HERE)},
        )
        assert self.process.stdout is not None
        self.version = self.process.stdout.readline().strip()
        if self.version.startswith("cannot") or not self.version:
            self.problem = self.version or "it does not start"

    def rate(self, what: str, name: str) -> float | str:
        """What it does per CPU second, or why it does not."""
        if self.problem:
            return self.problem
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(f"{what} {name}\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except OSError as error:
            answer = f"cannot: {error}"
        try:
            return float(answer)
        except ValueError:
            return answer or "cannot: the process has ended"


def cpu_rate(work: Callable[[], float]) -> float:
    """How much work is done per CPU second."""
    start = time.process_time()
    done = 0.0
    while time.process_time() - start < SECONDS:
        done += work()
    return done / (time.process_time() - start)


def batch_rate(batch: Batch) -> float:
    """Decisions per CPU second of random play in a batch, choosing the actions included."""
    steps = max(1, 8192 // batch.games)

    def work() -> float:
        for _ in range(steps):
            batch.step(batch.sample())
        return float(steps * batch.games)

    return cpu_rate(work)


def ready_batch(game: str, games: int, players: int = 2) -> Batch:
    """A batch some way into its games, so that all phases are among them."""
    batch = Batch(game, games, players, seed=1, threads=1)
    batch.reset()
    for _ in range(150):
        batch.step(batch.sample())
    return batch


def own_rates(what: str) -> dict[str, Callable[[int], float]]:
    """Our rows of a table, each as a function of the round's number."""
    ours: dict[str, Callable[[int], float]] = {}
    if what == "aec":
        for name, game in GAMES.items():
            env: Any = family(game).env()
            ours[name] = lambda number, env=env: cpu_rate(partial(one_game, env))  # type: ignore[misc]
        return ours
    for name, game in GAMES.items():
        if what == "batch":
            for games in (256, 4096):
                batch = ready_batch(name, games)
                ours[f"{name} @{games}"] = lambda number, batch=batch: batch_rate(batch)  # type: ignore[misc]
            continue
        for players in game.players:
            position = atlantis.Dealer("bench").deal(game.new(players))
            title = f"{name}, {players} players"
            if what == "play":
                ours[title] = partial(random_rate, position)
            else:
                ours[title] = partial(search_rate, position)
                short = partial(search_rate, position, decisions=SHORT)
                ours[f"{title}, {SHORT} decisions"] = short
    return ours


def rates_of(
    what: str, peers: dict[str, Peer], rounds: int, progress: Callable[[int], None] = lambda n: None
) -> tuple[dict[str, list[float]], dict[str, str]]:
    """What everybody reached in each round, ours first; and why some peers could not."""
    ours = own_rates(what)
    others = peers_of(what)
    rates: dict[str, list[float]] = {name: [] for name in (*ours, *others)}
    problems: dict[str, str] = {}
    for number in range(rounds):
        progress(number)
        for name, own in ours.items():
            rates[name].append(own(number))
        for name, (library, kind, with_what) in others.items():
            answer = problems.get(name) or peers[library].rate(kind, with_what)
            if isinstance(answer, str):
                problems[name] = answer
            else:
                rates[name].append(answer)
    return rates, problems


def peers_of(what: str) -> dict[str, tuple[str, str, str]]:
    """The peers' rows of a table."""
    return {
        f"{library} {name}" + (" (Python loop)" if kind == "loop" else ""): (library, kind, name)
        for library, kind, name in PEERS[what]
    }


def measure(what: str, peers: dict[str, Peer], rounds: int, console: Console) -> None:
    """One table."""

    def progress(number: int) -> None:
        if console.is_terminal:
            print(f"{what}: round {number + 1} of {rounds}", end="\r", file=sys.stderr)

    rates, problems = rates_of(what, peers, rounds, progress)
    others = peers_of(what)
    ours = [name for name in rates if name not in others]
    title, unit, size = TITLES[what]
    table = Table(title=f"{title}: {unit}, and ratios")
    table.add_column("engine", no_wrap=True)
    table.add_column("rate", justify="right")
    shown = [name for name in others if name not in problems]
    for name in shown:
        table.add_column(f"x {name}", justify="right")
    for name in (*ours, *shown):
        row = [name, f"{statistics.median(rates[name]) / size:.3g}"]
        for other in shown:
            ratios = [a / b for a, b in zip(rates[name], rates[other], strict=True)]
            row.append(f"{statistics.median(ratios):.2g}" if name in ours else "")
        table.add_row(*row)
    for name, problem in problems.items():
        table.add_row(name, problem)
    console.print(table)


def draw_sizes(file: Path | None, rounds: int, console: Console) -> None:
    """The cost of a step against the size of the batch, as a picture if there is a file for it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    panel = figure.subplots()
    sizes = [4**power for power in range(2, 9)]
    for name in GAMES:
        costs: list[list[float]] = []
        for games in sizes:
            batch = ready_batch(name, games)
            costs.append([1e9 / batch_rate(batch) for _ in range(rounds)])
            line = f"{name} {games}: {statistics.median(costs[-1]):.0f} ns"
            console.print(line)
        panel.plot(sizes, [statistics.median(cost) for cost in costs], "o-", label=name)
    panel.set_xscale("log", base=2)
    panel.set_ylim(0)
    panel.set(xlabel="games in the batch", ylabel="CPU ns per decision", title="Cost of a step")
    panel.legend(frameon=False)
    if file is not None:
        figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the engines beside their peers.")
    parser.add_argument("tables", nargs="*", help=f"{', '.join(PEERS)} or sizes; all if none")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--picture", type=Path, help="the file for the picture of sizes")
    chosen = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else 240)
    tables = chosen.tables or [*PEERS, "sizes"]
    needed = {library for what in tables for library, _, _ in PEERS.get(what, [])}
    peers = {library: Peer(library) for library in sorted(needed)}
    for library, peer in peers.items():
        console.print(f"{library}: {peer.problem or peer.version}")
    for what in tables:
        if what == "sizes":
            draw_sizes(chosen.picture, max(1, chosen.rounds // 3), console)
        else:
            measure(what, peers, chosen.rounds, console)


if __name__ == "__main__":
    main()
