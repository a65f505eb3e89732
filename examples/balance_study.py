"""Seat advantage and the effect of options, as a report with pictures: [folder] [games]"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from atlantis_games.games import GAMES
from atlantis_games.lab.batch import Batch

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "causeway": [{}, {"peek": True}, {"bought_cards_pay": False}, {"spent_cards": "remove"}],
    "escape": [{}, {"symbols": "mixed"}, {"spinner": "dice"}, {"no_refuge": True}],
}


# %% Play: random players, so that what shows is the rules and not anybody's skill
def results(game: str, players: int, games: int, **options: Any) -> Any:
    """The win shares of every seat, a row per game; each game of the batch counts once."""
    batch = Batch(game, games, players, seed=1, **options)
    batch.reset()
    shares = np.zeros((games, players))
    running = np.ones(games, bool)
    while running.any():
        batch.step(batch.sample())
        ended = running & batch.terminated
        # A reward is (players * share - 1) / (players - 1).
        shares[ended] = (batch.rewards[ended, :players] * (players - 1) + 1) / players
        running &= ~ended
    return shares


# %% Draw: one bar per seat with its 95% interval, beside an equal share
def draw(panel: Any, title: str, columns: dict[str, Any]) -> None:
    """A group of bars for every column."""
    for number, shares in enumerate(columns.values()):
        players = shares.shape[1]
        places = number + 0.2 * (np.arange(players) - (players - 1) / 2)
        error = 1.96 * shares.std(axis=0) / np.sqrt(len(shares))
        panel.bar(places, shares.mean(axis=0), 0.18, yerr=error, capsize=2, color="#1f5f8b")
        panel.hlines(1 / players, number - 0.45, number + 0.45, "black", linestyle=":")
    panel.set_xticks(range(len(columns)), columns, fontsize=8)
    panel.set(title=title, ylabel="share of the win by seat, first left")


# %% Report: pictures and a page of Markdown that shows them
def main(folder: str = "balance", games: int = 2000) -> Path:
    """Writes the report and returns its file."""
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    lines = ["# Balance of random play", ""]
    for game in GAMES:
        counts = {f"{n} players": results(game, n, games) for n in (2, 3, 4)}
        words = {
            next(iter(chosen), "default"): results(game, 2, games, **chosen)
            for chosen in OPTIONS[game]
        }
        figure = Figure(figsize=(11, 4), layout="constrained")
        seats, options = figure.subplots(1, 2)
        draw(seats, f"{game}: seats", counts)
        draw(options, f"{game}: options, 2 players", words)
        figure.savefig(home / f"{game}.png", dpi=110)
        lines += [f"## {game}", "", f"![{game}]({game}.png)", ""]
        lines += ["| | seat 1 | others, mean |", "|---|---|---|"]
        for name, shares in (counts | words).items():
            means = shares.mean(axis=0)
            lines.append(f"| {name} | {means[0]:.1%} | {means[1:].mean():.1%} |")
        lines.append("")
    report = home / "report.md"
    report.write_text("\n".join(lines), encoding="utf-8")
    return report


if __name__ == "__main__":
    print("Written:", main(*(k(w) for k, w in zip((str, int), sys.argv[1:], strict=False))))
