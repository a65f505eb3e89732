"""A tournament as a picture: ratings, seats, scores and lengths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from atlantis_games.arena.ratings import Standing
from atlantis_games.arena.results import Result
from atlantis_games.core.errors import BadRequest

COLOURS = ("#1f5f8b", "#c8553d", "#4b7f52", "#b08b2e", "#6d4c7d", "#3d3d3d")


def save_figure(figure: Any, file: Path) -> None:
    """Writes a picture, as PNG or SVG by the file's ending."""
    try:
        figure.savefig(file, dpi=130)
    except (OSError, ValueError) as error:
        raise BadRequest(f"Cannot draw {file}: {error}.") from error


def draw_tournament(title: str, rows: list[Standing], results: list[Result], file: Path) -> None:
    """Four panels that a person can read."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 7.5), layout="constrained")
    figure.suptitle(title)
    panels = figure.subplots(2, 2)
    bots = list(dict.fromkeys(row.bot for row in sorted(rows, key=lambda row: -row.elo.value)))
    colour = {bot: COLOURS[number % len(COLOURS)] for number, bot in enumerate(bots)}
    draw_ratings(panels[0, 0], rows, bots, colour)
    draw_seats(panels[0, 1], results)
    draw_scores(panels[1, 0], results, bots, colour)
    draw_lengths(panels[1, 1], results)
    for panel in panels.flat:
        panel.spines[["top", "right"]].set_visible(False)
    save_figure(figure, file)


def draw_ratings(panel: Any, rows: list[Standing], bots: list[str], colour: dict[str, str]) -> None:
    """Ratings with their intervals."""
    counts = sorted({row.players for row in rows})
    for row in rows:
        shift = 0.18 * (counts.index(row.players) - (len(counts) - 1) / 2)
        panel.errorbar(
            row.elo.value,
            bots.index(row.bot) + shift,
            xerr=[[row.elo.value - row.elo.low], [row.elo.high - row.elo.value]],
            fmt="osD"[counts.index(row.players) % 3],
            color=colour[row.bot],
            capsize=3,
        )
    panel.set_yticks(range(len(bots)), bots)
    panel.invert_yaxis()
    marks = ", ".join(
        f"{n} players {m}" for n, m in zip(counts, ("circle", "square", "diamond"), strict=False)
    )
    anchor = ", ".join(dict.fromkeys(row.anchor for row in rows))
    panel.set(title=f"Elo above {anchor} with 95% interval", xlabel=f"Elo ({marks})")


def draw_seats(panel: Any, results: list[Result]) -> None:
    """The share of wins by seat, beside an equal share."""
    counts = sorted({result.job.players for result in results})
    for number, players in enumerate(counts):
        group = [result.shares for result in results if result.job.players == players]
        shares = [sum(column) / len(group) for column in zip(*group, strict=True)]
        places = [number + 0.2 * (seat - (players - 1) / 2) for seat in range(players)]
        panel.bar(places, shares, 0.18, color=COLOURS[:players])
        panel.hlines(1 / players, number - 0.45, number + 0.45, "black", linestyle=":")
    panel.set_xticks(range(len(counts)), [f"{players} players" for players in counts])
    panel.set(title="Share of wins by seat, first seat left (dotted: equal)", ylabel="share")


def draw_scores(panel: Any, results: list[Result], bots: list[str], colour: dict[str, str]) -> None:
    """How the scores of each bot are spread."""
    scores: dict[str, list[int]] = {bot: [] for bot in bots}
    for result in results:
        for bot, score in zip(result.job.seats, result.scores, strict=True):
            scores[bot].append(score)
    boxes = panel.boxplot(scores.values(), tick_labels=bots, showfliers=False, patch_artist=True)
    for box, bot in zip(boxes["boxes"], bots, strict=True):
        box.set_facecolor(colour[bot])
        box.set_alpha(0.6)
    panel.set(title="Scores (box: middle half)", ylabel="points")


def draw_lengths(panel: Any, results: list[Result]) -> None:
    """How long the games were."""
    for number, players in enumerate(sorted({result.job.players for result in results})):
        lengths = [len(result.moves) for result in results if result.job.players == players]
        panel.hist(lengths, bins=24, alpha=0.55, color=COLOURS[number], label=f"{players} players")
    panel.legend(frameon=False)
    panel.set(title="Length of games", xlabel="events, chance included", ylabel="games")
