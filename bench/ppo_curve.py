"""The picture of how MaskablePPO learns: its wins against CPU seconds.

python examples/maskable_ppo.py causeway > docs/training/maskable-ppo.jsonl
python bench/ppo_curve.py docs/training/maskable-ppo.jsonl --plot docs/pictures/maskable-ppo.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from matplotlib.figure import Figure

from atlantis_games.arena.plots import COLOURS, save_figure

LINES = {  # what is drawn, and as what
    "likeliest": "against random, by the likeliest action",
    "drawn": "against random, by drawn actions",
    "greedy": "against greedy, by the likeliest action",
}


def main() -> None:
    """Draws the rows that the example printed, and prints them as a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    parser.add_argument("--plot", type=Path, required=True)
    chosen = parser.parse_args()
    rows = [json.loads(line) for line in chosen.file.read_text("utf-8").splitlines()]
    figure = Figure(figsize=(7, 4), layout="constrained")
    panel = figure.subplots()
    seconds = [row["cpu_seconds"] for row in rows]
    for colour, (name, label) in zip(COLOURS, LINES.items(), strict=False):
        shares = [100 * row[name] for row in rows]
        panel.plot(seconds, shares, "o-", color=colour, label=label)
    panel.set(xlabel="CPU seconds of learning", ylabel="games won, in percent", ylim=(0, 100))
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False)
    save_figure(figure, chosen.plot)
    for row in rows:
        cells = " | ".join(f"{row[name]:.1%}" for name in LINES)
        print(f"| {row['cpu_seconds']:.0f} | {row['steps']:,} | {cells} |")


if __name__ == "__main__":
    main()
