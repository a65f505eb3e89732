"""Pictures and tables of a training: how strong nets became, and whether expected results hold.

    python bench/learning.py curve docs/training/causeway.jsonl docs/training/escape.jsonl \
        --plot docs/pictures/learning-curve.svg
    python bench/learning.py calibration escape run/self-play/002 \
        --out docs/training/escape-calibration.json --plot docs/pictures/escape-calibration.svg

The curve reads the `generations.jsonl` of runs; calibration reads files of self-play, each sample
of which has what the search expected for every seat and how the game ended.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from atlantis_games.arena.plots import COLOURS, save_figure
from atlantis_games.games import game_named

BINS = 10


def elo(share: float) -> float:
    """The difference in Elo that a share of wins stands for."""
    share = min(max(share, 0.01), 0.99)
    return 400 * math.log10(share / (1 - share))


def points_of(rows: list[dict[str, Any]]) -> list[tuple[float, float, float]]:
    """CPU hours so far, Elo and its error for the start and each generation."""
    hours, best = 0.0, 0.0
    points = [(0.0, 0.0, 0.0)]
    for row in rows:
        hours += row["cpu_seconds"] / 3600
        reached = best + elo(row["share"])
        error = (elo(row["share"] + row["error"]) - elo(row["share"] - row["error"])) / 2
        points.append((hours, reached, error))
        best = reached if row["accepted"] else best
    return points


def curve(files: list[Path], plot: Path) -> None:
    """Draws Elo against CPU hours, a mark for each generation, and prints it."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    panel = figure.subplots()
    for number, file in enumerate(files):
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        points = points_of(rows)
        for generation, (hours, reached, error) in enumerate(points):
            print(f"{file.stem}\t{generation}\t{hours:.2f} h\t{reached:+.0f} ± {error:.0f}")
            panel.annotate(str(generation), (hours, reached), (4, 4), textcoords="offset points")
        colour = COLOURS[number % len(COLOURS)]
        shown = np.array(points).T
        panel.errorbar(shown[0], shown[1], shown[2], fmt="o-", color=colour, label=file.stem)
    panel.set(xlabel="CPU hours", ylabel="Elo above the start, 95% intervals")
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False)
    save_figure(figure, plot)


def expectations(game: str, folders: list[Path]) -> tuple[Any, Any, int]:
    """For every seat of every sample what was expected and what came, and how many games it was.

    Samples of a game follow each other with the same result, so a game is told by where its turns
    begin again.
    """
    record, games, expected, came = game_named(game).record, 0, [], []
    for file in (file for folder in folders for file in sorted(folder.glob("*.npz"))):
        with np.load(file, allow_pickle=False) as stored:
            states = stored["states"].reshape(-1).view(record)
            values, results = (stored[name].astype(float) for name in ("values", "results"))
        games += 1 + int((np.diff(states["turns"].astype(int)) < 0).sum())
        is_seat = np.arange(values.shape[1]) < states["players"][:, None]
        expected.append(values[is_seat])
        came.append(results[is_seat])
    return np.concatenate(expected), np.concatenate(came), games


def calibration(game: str, folders: list[Path], out: Path, plot: Path) -> None:
    """Compares expected with real results in every tenth, as a table and a picture."""
    expected, came, games = expectations(game, folders)
    place = np.minimum((expected * BINS).astype(int), BINS - 1)
    rows = []
    for number in range(BINS):
        chosen = place == number
        if not chosen.any():
            continue
        mean, real = float(expected[chosen].mean()), float(came[chosen].mean())
        rows.append({"seats": int(chosen.sum()), "expected": mean, "real": real})
        print(f"{mean:6.1%} expected, {real:6.1%} came, {real - mean:+6.1%} of {chosen.sum()}")
    document = {"game": game, "games": games, "samples": len(expected), "tenths": rows}
    out.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    figure = Figure(figsize=(4.6, 4.4), layout="constrained")
    panel = figure.subplots()
    panel.plot([0, 1], [0, 1], color="#b0b0b0")
    seen = [row["expected"] for row in rows], [row["real"] for row in rows]
    panel.plot(*seen, "o-", color=COLOURS[0])
    panel.set(
        xlabel="expected share of the win", ylabel="real share", title=f"{game}: {games} games"
    )
    panel.spines[["top", "right"]].set_visible(False)
    save_figure(figure, plot)


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    drawn = commands.add_parser("curve")
    drawn.add_argument("files", nargs="+", type=Path)
    drawn.add_argument("--plot", type=Path, required=True)
    compared = commands.add_parser("calibration")
    compared.add_argument("game")
    compared.add_argument("folders", nargs="+", type=Path)
    compared.add_argument("--out", type=Path, required=True)
    compared.add_argument("--plot", type=Path, required=True)
    chosen = parser.parse_args()
    if chosen.command == "curve":
        curve(chosen.files, chosen.plot)
    else:
        calibration(chosen.game, chosen.folders, chosen.out, chosen.plot)


if __name__ == "__main__":
    main()
