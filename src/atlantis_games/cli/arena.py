"""`atlantis arena`: a tournament between bots."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import (
    Cluster,
    GameName,
    GameOptions,
    Jobs,
    Json,
    Language,
    Plot,
    new_position,
)
from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from atlantis_games.arena.ratings import Interval, Standing
    from atlantis_games.arena.results import Result
    from atlantis_games.core.contract import Values
    from atlantis_games.core.texts import Texts

STOPPED = 130  # as of a program that Ctrl-C ends
COLUMNS = ("players", "bot", "games", "win share", "mean score", "elo", "forfeits")
ENDINGS = "endings"  # a further column in a pipe; a terminal shows whole sentences
SHOWN_FORFEITS = 5  # of a bot, as they happen; the others are in the results
TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
WITHOUT_BUDGET = re.compile(r"search(?=[@/]|$)")


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas; see docs/bots.md.")],
    games: Annotated[int, typer.Option("--games", "-n", help="Games per number of players.")] = 400,
    players: Annotated[str, typer.Option("--players", "-p", help="2, 3, 4 or such as 2-4.")] = "2",
    options: GameOptions = None,
    seed: Annotated[str, typer.Option(help="Another word deals other games.")] = "",
    anchor: Annotated[str, typer.Option(help="The bot that has 0 Elo.")] = "",
    until_sure: Annotated[
        bool, typer.Option("--until-sure", help="Stops when one of two bots is clearly better.")
    ] = False,
    time: Annotated[
        str, typer.Option(help="Such as 100ms: for a move of bots that think by the clock.")
    ] = "",
    threads: Annotated[int, typer.Option(min=1, help="Of a search by the clock.")] = 1,
    memory: Annotated[int, typer.Option(min=64, help="MB that a bot in a file may use.")] = 2048,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    out: Annotated[
        Path | None, typer.Option(help="The folder for results; the same one goes on after a stop.")
    ] = None,
    plot: Plot = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Plays a tournament between bots and rates them."""
    from atlantis_games.arena.play import Conditions
    from atlantis_games.arena.plots import draw_tournament
    from atlantis_games.arena.ratings import standings
    from atlantis_games.arena.runner import Tournament, run
    from atlantis_games.cli.language import chosen_language, house_texts
    from atlantis_games.cli.progress import progress_bar

    texts = house_texts(language)
    counts = player_counts(players)
    start = new_position(game, counts[0], options)
    allowed = Conditions(seconds_in(time) if time else None, threads, memory)
    names = bot_names(bots, time)
    tournament = Tournament(game, names, games, counts, start.options, seed, until_sure, allowed)
    with TemporaryDirectory() as temporary, progress_bar(texts.fill("terminal.games")) as report:
        results, complete = run(
            tournament,
            out or Path(temporary),
            report,
            jobs=jobs,
            cluster=cluster,
            notice=ForfeitNotice(texts),
        )
    rows = standings(results, anchor)
    if as_json:
        print(json.dumps([row.as_dict() for row in rows]))
    else:
        print_standings(rows, texts)
        if sys.stdout.isatty():
            print(*ending_lines(results, start.game.texts(chosen_language(language))), sep="\n")
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


def bot_names(text: str, time: str) -> list[str]:
    """The bots in a list; with a time a search that names no budget thinks for so long."""
    names = [name.strip() for name in text.split(",")]
    if not time:
        return names
    budget = f"search:{round(1000 * seconds_in(time))}ms"
    return [WITHOUT_BUDGET.sub(budget, name, count=1) for name in names]


def seconds_in(text: str) -> float:
    """A time such as 100ms or 2s."""
    found = TIME.fullmatch(text)
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1) if found else 0.0
    if seconds < 0.001:
        raise BadRequest(f"A time is such as 100ms or 2s, not {text!r}.")
    return seconds


class ForfeitNotice:
    """Prints forfeits as they happen, the first few of each bot."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.count: Counter[str] = Counter()

    def __call__(self, number: int, result: Result) -> None:
        """Looks at a result."""
        if not result.forfeit:
            return
        bot = result.job.seats[result.forfeiter]
        self.count[bot] += 1
        if self.count[bot] > SHOWN_FORFEITS:
            return
        values: Values = {"n": number, "bot": bot, "seat": result.forfeiter + 1}
        sentence = self.texts.fill("terminal.forfeits", {**values, "reason": result.forfeit})
        print(sentence, file=sys.stderr)
        if self.count[bot] == SHOWN_FORFEITS:
            print(self.texts.fill("terminal.more-forfeits", {"bot": bot}), file=sys.stderr)


def print_standings(rows: list[Standing], texts: Texts) -> None:
    """The results of a tournament: a table on a terminal, lines with tabs in a pipe.

    Programs read what comes through a pipe, so its column names are the same in every language.
    """
    lines = [cells(row) for row in rows]
    if not sys.stdout.isatty():
        ways = [", ".join(f"{code} {games}" for code, games in row.endings.items()) for row in rows]
        piped = [(*line, way) for line, way in zip(lines, ways, strict=True)]
        print("\n".join("\t".join(line) for line in ((*COLUMNS, ENDINGS), *piped)))
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
    for players, anchor in dict.fromkeys((row.players, row.anchor) for row in rows):
        print(texts.fill("terminal.anchor", {"players": players, "bot": anchor}))


def ending_lines(results: list[Result], texts: Texts) -> list[str]:
    """How many games ended in which way, in sentences."""
    from atlantis_games.arena.endings import endings
    from atlantis_games.cli.sentences import ending_line

    return [
        ending_line(row.code, row.games, row.of, row.players, texts) for row in endings(results)
    ]


def cells(row: Standing) -> tuple[str, ...]:
    """A row of the results as text."""
    return (
        str(row.players),
        row.bot,
        str(row.games),
        shown(row.win_share, lambda share: f"{100 * share:.1f}") + " %",
        "" if row.mean_score is None else f"{row.mean_score:.2f}",
        "0" if row.bot == row.anchor else shown(row.elo, lambda elo: f"{elo:+.0f}"),
        str(row.forfeits),
    )


def shown(interval: Interval, text: Callable[[float], str]) -> str:
    """An estimate with its interval, such as 57.5 (52.1 to 62.7)."""
    return f"{text(interval.value)} ({text(interval.low)} to {text(interval.high)})"
