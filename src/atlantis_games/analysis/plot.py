"""The winning chances over a match, as a picture."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.analysis.accounts import Analysis
from atlantis_games.arena.plots import COLOURS, save_figure
from atlantis_games.core.match import Match


def draw_curve(match: Match, analysis: Analysis, file: Path) -> None:
    """Draws the winning chances of every seat."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    panel = figure.subplots()
    entries = [entry for entry, _ in analysis.curve]
    for seat, name in enumerate(match.seats):
        values = [chances[seat] for _, chances in analysis.curve]
        panel.plot(entries, values, color=COLOURS[seat], label=f"{name} (seat {seat + 1})")
    panel.set(ylim=(0, 1), xlabel="entry of the log", ylabel="winning chances")
    panel.set_title(f"{match.game.title}: {' - '.join(match.seats)}, result {match.result}")
    panel.spines[["top", "right"]].set_visible(False)
    panel.legend(frameon=False, loc="upper left")
    save_figure(figure, file)
