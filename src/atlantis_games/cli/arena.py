"""`atlantis arena`: a tournament between bots."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import GameName, GameOptions, Json, Language, Plot, new_position
from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from atlantis_games.arena.ratings import Standing
    from atlantis_games.core.texts import Texts

STOPPED = 130  # as of a program that Ctrl-C ends
COLUMNS = ("players", "bot", "games", "win share", "mean score", "rating", "forfeits")


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas; see docs/bots.md.")],
    games: Annotated[int, typer.Option("--games", "-n", help="Games per number of players.")] = 400,
    players: Annotated[str, typer.Option("--players", "-p", help="2, 3, 4 or such as 2-4.")] = "2",
    options: GameOptions = None,
    seed: Annotated[str, typer.Option(help="Another word deals other games.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="The folder for results; the same one goes on after a stop.")
    ] = None,
    plot: Plot = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Plays a tournament between bots and rates them."""
    from atlantis_games.arena.plots import draw_tournament
    from atlantis_games.arena.ratings import standings
    from atlantis_games.arena.runner import run
    from atlantis_games.cli.language import house_texts
    from atlantis_games.cli.progress import progress_bar

    texts = house_texts(language)
    counts = player_counts(players)
    names = [name.strip() for name in bots.split(",")]
    chosen = new_position(game, counts[0], options).options
    with TemporaryDirectory() as temporary, progress_bar(texts.fill("terminal.games")) as report:
        folder = out or Path(temporary)
        results, complete = run(game, names, games, counts, chosen, folder, report, seed)
    rows = standings(results)
    if as_json:
        print(json.dumps([row.as_dict() for row in rows]))
    else:
        print_standings(rows, texts)
    if plot is not None and results:
        draw_tournament(f"{game}: {', '.join(names)}", rows, results, plot)
    if not complete:
        code = "terminal.stopped-in-folder" if out else "terminal.stopped-without-folder"
        print(texts.fill(code, {"n": len(results)}), file=sys.stderr)
        raise typer.Exit(STOPPED)


def player_counts(text: str) -> list[int]:
    """The numbers of players in a range such as 2-4."""
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise BadRequest(f"Players are a number or a range such as 2-4, not {text!r}.")
    counts = list(range(int(first), int(last or first) + 1))
    if not counts:
        raise BadRequest(f"Players are a number or a range such as 2-4, not {text!r}.")
    return counts


def print_standings(rows: list[Standing], texts: Texts) -> None:
    """The results of a tournament: a table on a terminal, lines with tabs in a pipe.

    Programs read what comes through a pipe, so its column names are the same in every language.
    """
    lines = [cells(row) for row in rows]
    if not sys.stdout.isatty():
        print("\n".join("\t".join(line) for line in (COLUMNS, *lines)))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for name in COLUMNS:
        heading = texts.fill(f"terminal.column.{name.replace(' ', '-')}")
        table.add_column(heading, justify="left" if name == "bot" else "right")
    for line in lines:
        table.add_row(*line)
    Console().print(table)


def cells(row: Standing) -> tuple[str, ...]:
    """A row of the results as text."""
    return (
        str(row.players),
        row.bot,
        str(row.games),
        f"{row.win_share:.1%} ± {row.win_share_error:.1%}",
        "" if row.mean_score is None else f"{row.mean_score:.2f}",
        f"{row.rating:.1f} ± {row.rating_error:.1f}",
        str(row.forfeits),
    )
