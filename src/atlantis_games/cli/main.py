"""The command `atlantis`. Imports what a command needs only when it runs, so that help is quick."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from atlantis_games.core.errors import AtlantisError, BadMatch, BadRequest

app = typer.Typer(
    help="Two board games about a sinking island, in the terminal.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Game = Annotated[str, typer.Argument(help="The game: causeway or escape.")]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the game, as name=value; repeatable."),
]
Seed = Annotated[str | None, typer.Option("--seed", "-s", help="Repeats what chance does.")]
Json = Annotated[bool, typer.Option("--json", help="Prints JSON.")]


def new_position(game: str, players: int, options: list[str] | None) -> Any:
    """The first position that a command line asks for."""
    from atlantis_games import new_game

    chosen: dict[str, object] = {}
    for pair in options or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadRequest(f"An option is given as name=value, not {pair!r}.")
        chosen[name.strip()] = value.strip()
    return new_game(game, players, **chosen)


def whole_number(seed: str | None, default: int = 0) -> int:
    """A seed for a stream of random numbers; words are as good as numbers."""
    if seed is None:
        return default
    if seed.isascii() and seed.isdigit():
        return int(seed)
    import hashlib

    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8])


@app.command()
def play(
    game: Game = "causeway",
    players: Players = 2,
    humans: Annotated[
        str, typer.Option(help="The seats of people, such as 1 or 1,3; none to watch.")
    ] = "1",
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot, a level (sprat, crab, dolphin, triton) or a file, for each other seat."
        ),
    ] = None,
    options: Options = None,
    seed: Seed = None,
    save: Annotated[
        Path | None, typer.Option(help="Keeps the match in this file when you stop.")
    ] = None,
) -> None:
    """Plays a game in the terminal, against bots or several people at one keyboard."""
    from atlantis_games.cli.terminal import Table

    position = new_position(game, players, options)
    people = seats_named(humans, players)
    Table(position, people, bot or ["crab"], seed, save).play()


def seats_named(text: str, players: int) -> set[int]:
    """The seats in a list such as 1,3."""
    if text.strip() in {"", "none"}:
        return set()
    labels = {str(seat + 1): seat for seat in range(players)}
    try:
        return {labels[part.strip()] for part in text.split(",")}
    except KeyError as error:
        raise BadRequest(f"There is no seat {error.args[0]!r} among 1 to {players}.") from None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A match file, or results.jsonl of an arena.")],
    number: Annotated[int, typer.Option("--game", help="Which game of an arena, from 1.")] = 1,
    seat: Annotated[int, typer.Option(help="Shows the boards as this seat saw them.")] = 0,
    boards: Annotated[bool, typer.Option("--boards", help="Draws the board every turn.")] = False,
    as_json: Json = False,
) -> None:
    """Shows a match again: every move, and the position it led to."""
    from atlantis_games import SPECTATOR
    from atlantis_games.core.contract import CHANCE

    match = match_in(file, number)
    viewer = SPECTATOR if seat == 0 else seat - 1
    if viewer not in range(-1, match.start.players):
        raise BadRequest(f"There is no seat {seat} in a match of {match.start.players}.")
    for number, (actor, move, position) in enumerate(match.positions(), 1):
        who = "chance" if actor == CHANCE else match.seats[actor]
        if as_json:
            entry = {"entry": number, "actor": who, "move": move, "view": position.view(viewer)}
            print(json.dumps(entry, ensure_ascii=False))
        else:
            print(f"{number:4} {who}: {move}")
            if boards and actor != CHANCE and position.actor != actor:
                print("\n" + position.draw(viewer) + "\n")
    if not as_json:
        print("\n" + match.position.draw(viewer))
        print(f"Result: {match.result}")
        if "forfeit" in match.headers:
            print(f"Forfeited: {match.headers['forfeit']}")


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="Match files.")],
) -> None:
    """Replays match files: checks the moves, the result, and the dealing if its seed is given."""
    from atlantis_games import Match

    worst = 0
    for file in files:
        try:
            match = Match.load(file)
        except (BadMatch, BadRequest) as error:
            worst = 2
            print(f"atlantis: {error}", file=sys.stderr)
            continue
        try:
            match.verify()
        except BadMatch as error:
            worst = max(worst, 1)
            print(f"{file}: not as dealt. {error}", file=sys.stderr)
            continue
        dealt = ", dealt by its seed" if match.dealer else ""
        print(f"{file}: {match.game.name}, {match.ply} entries, result {match.result}{dealt}")
    raise typer.Exit(worst)


@app.command()
def perft(
    game: Game,
    depth: Annotated[int, typer.Option("--depth", "-d", help="How many actions deep.")] = 3,
    players: Players = 2,
    options: Options = None,
    seed: Seed = "0",
) -> None:
    """Counts the ways to play on from a dealt position, to compare engines."""
    from atlantis_games import Dealer
    from atlantis_games.simulation import perft as count

    if depth < 1:
        raise BadRequest(f"A depth of at least 1 is needed, not {depth}.")
    position = Dealer(seed).deal(new_position(game, players, options))
    for level in range(1, depth + 1):
        print(f"{level} {count(position, level)}", flush=True)


@app.command()
def simulate(
    game: Game,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    players: Players = 2,
    options: Options = None,
    seed: Seed = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Writes every decision to this file (needs the lab extra).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Plays games between random players and counts what came of them."""
    from rich.console import Console
    from rich.progress import Progress

    from atlantis_games.simulation import simulate as run

    position = new_position(game, players, options)
    errors = Console(stderr=True)
    if parquet is not None:
        from atlantis_games.lab.export import write_parquet

        with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
            task = progress.add_task("games", total=games)
            written = write_parquet(
                parquet,
                position,
                games,
                whole_number(seed),
                lambda done: progress.update(task, completed=done),
            )
        if as_json:
            print(json.dumps({"file": str(parquet), "games": games, "decisions": written}))
        else:
            print(f"{written} decisions of {games} random games of {game} are in {parquet}.")
        return
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("games", total=games)
        summary = run(
            position, games, whole_number(seed), lambda done: progress.update(task, completed=done)
        )
    if as_json:
        print(json.dumps(summary.as_dict()))
        return
    print(f"{summary.games} random games of {game} with {players} players, seed {summary.seed}")
    print(
        f"per game: {summary.decisions:.1f} decisions, {summary.chance_events:.1f} chance events, "
        f"{summary.turns:.1f} turns"
    )
    for seat, (score, share) in enumerate(zip(summary.scores, summary.win_shares, strict=True), 1):
        print(f"seat {seat}: mean score {score:6.2f}, win share {share:6.1%}")


@app.command()
def bench() -> None:
    """Measures how fast this machine plays; `make bench` compares with other engines."""
    from atlantis_games import Dealer
    from atlantis_games.bots.search import random_search_rate
    from atlantis_games.games import GAMES
    from atlantis_games.simulation import play_rate, random_rate

    for name, game in GAMES.items():
        for players in game.players:
            position = Dealer("bench").deal(game.new(players))
            rate = max(random_rate(position, round_) for round_ in range(3))
            print(f"{name}, {players} players: {rate / 1e6:.2f} million random decisions a second")
        start = Dealer("bench").deal(game.new(2))
        print(f"{name}: {play_rate(start):,.0f} calls of Position.play a second")
        rate = random_search_rate(start)
        print(f"{name}: {rate:,.0f} search iterations a second with random playouts")


@app.command()
def arena(
    game: Game,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas; see docs/bots.md.")],
    games: Annotated[int, typer.Option("--games", "-n", help="Games per number of players.")] = 400,
    players: Annotated[str, typer.Option("--players", "-p", help="2, 3, 4 or such as 2-4.")] = "2",
    options: Options = None,
    seed: Annotated[str, typer.Option(help="Other deals for another word.")] = "",
    out: Annotated[
        Path | None, typer.Option(help="The folder for results; the same one goes on after a stop.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(help="Draws the results: a .png or .svg file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Plays a tournament between bots and rates them."""
    from tempfile import TemporaryDirectory

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from atlantis_games.arena.plots import draw_tournament
    from atlantis_games.arena.standings import standings
    from atlantis_games.arena.tournament import run

    counts = counts_named(players)
    names = [name.strip() for name in bots.split(",")]
    errors = Console(stderr=True)
    columns = (
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with TemporaryDirectory() as temporary:
        folder = out or Path(temporary)
        chosen = new_position(game, counts[0], options).options
        with Progress(*columns, console=errors, disable=not errors.is_terminal) as progress:
            task = progress.add_task("games", total=None)
            results, complete = run(
                game,
                names,
                games,
                counts,
                chosen,
                folder,
                lambda done, total: progress.update(task, completed=done, total=total),
                seed,
            )
        rows = standings(results)
        if as_json:
            print(json.dumps([row.as_dict() for row in rows]))
        else:
            print_standings(rows)
        if plot is not None and results:
            draw_tournament(f"{game}: {', '.join(names)}", rows, results, plot)
    if not complete:
        again = "run it again to go on" if out else "give --out FOLDER to be able to go on"
        print(f"Stopped after {len(results)} games; {again}.", file=sys.stderr)
        raise typer.Exit(130)


def counts_named(text: str) -> list[int]:
    """The numbers of players in a range such as 2-4."""
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise BadRequest(f"Players are a number or a range such as 2-4, not {text!r}.")
    counts = list(range(int(first), int(last or first) + 1))
    if not counts:
        raise BadRequest(f"Players are a number or a range such as 2-4, not {text!r}.")
    return counts


def print_standings(rows: list[Any]) -> None:
    """The results of a tournament: a table on a terminal, lines with tabs in a pipe."""
    from rich.console import Console
    from rich.table import Table

    names = ("players", "bot", "games", "win share", "mean score", "rating", "forfeits")
    lines = [
        (
            str(row.players),
            row.bot,
            str(row.games),
            f"{row.win_share:.1%} ± {row.win_share_error:.1%}",
            "" if row.mean_score is None else f"{row.mean_score:.2f}",
            f"{row.rating:.1f} ± {row.rating_error:.1f}",
            str(row.forfeits),
        )
        for row in rows
    ]
    if not sys.stdout.isatty():
        print("\n".join("\t".join(line) for line in (names, *lines)))
        return
    table = Table()
    for name in names:
        table.add_column(name, justify="left" if name == "bot" else "right")
    for line in lines:
        table.add_row(*line)
    Console().print(table)


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="A match file, or results.jsonl of an arena.")],
    number: Annotated[int, typer.Option("--game", help="Which game of an arena, from 1.")] = 1,
    iterations: Annotated[int, typer.Option(help="How long to think about each decision.")] = 800,
    plot: Annotated[Path | None, typer.Option(help="Draws the curve: a .png or .svg file.")] = None,
    as_json: Json = False,
) -> None:
    """Judges a match: what every decision cost, and what was luck."""
    from rich.console import Console
    from rich.progress import Progress

    from atlantis_games.analysis.judge import analyse as judge
    from atlantis_games.analysis.judge import draw_curve

    match = match_in(file, number)
    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        task = progress.add_task("analysing", total=None)
        analysis = judge(
            match,
            iterations,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if plot is not None:
        draw_curve(match, analysis, plot)
    if as_json:
        print(json.dumps(analysis.as_dict()))
    else:
        print_analysis(match, analysis)


def match_in(file: Path, number: int) -> Any:
    """A match from its file, or from the results of a tournament."""
    from atlantis_games import Match

    if file.suffix == ".jsonl":
        from atlantis_games.arena.records import match_of

        return match_of(file, number)
    return Match.load(file)


def print_analysis(match: Any, analysis: Any) -> None:
    """The decisions by entry, then the account of every player."""
    print("entry  seat  chances    loss  played            best")
    for row in analysis.decisions:
        better = "" if row.move == row.best or row.loss < 0.0005 else row.best
        line = f"{row.entry:5} {row.seat:5} {row.chances:8.1%} {row.loss:7.1%}  {row.move:16}"
        print(f"{line}  {better}".rstrip())
    events = sorted(analysis.events, key=lambda event: -max(map(abs, event.luck)))[:10]
    print("\nThe ten luckiest and unluckiest events, per seat:")
    for event in sorted(events, key=lambda event: event.entry):
        shares = "  ".join(f"{luck:+7.1%}" for luck in event.luck)
        print(f"{event.entry:5}  {event.event:18} {shares}")
    if not match.position.is_over:
        print("\nThe match is not over: the chances at its end stand for the result.")
        if "forfeit" in match.headers:
            print(f"Forfeited: {match.headers['forfeit']}")
    print("\nstart + luck - loss + gifts of others = result")
    for row in analysis.accounts:
        print(
            f"seat {row.seat} {row.name}: {row.start:.1%} {row.luck:+.1%} {-row.loss:+.1%} "
            f"{row.gifts:+.1%} = {row.result:.1%}"
        )


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    data: Annotated[Path | None, typer.Option(help="The folder for the database.")] = None,
    browser: Annotated[bool, typer.Option("--open", help="Opens the page in a browser.")] = False,
) -> None:
    """Starts the page: tables for people and bots, in the browser."""
    from atlantis_games.server.run import serve as run
    from atlantis_games.server.settings import read_settings

    run(read_settings(host, port, data), browser)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Annotated[Path | None, typer.Option(help="The server's folder.")] = None,
) -> None:
    """Copies a server's database to one file, also while the server runs."""
    from atlantis_games.server.run import backup as copy
    from atlantis_games.server.settings import read_settings

    copy(read_settings(data=data), file)
    print(f"Saved as {file}.")


@app.callback(invoke_without_command=True)
def root(
    version: Annotated[bool, typer.Option("--version", help="Prints the version.")] = False,
) -> None:
    """Answers --version."""
    if version:
        from importlib.metadata import version as version_of

        print(f"atlantis {version_of('atlantis-games')}")
        raise typer.Exit


root.__doc__ = app.info.help


def main() -> None:
    """Runs the command line; what is wrong with the input is one sentence and exit code 2."""
    try:
        app()
    except AtlantisError as error:
        print(f"atlantis: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has seen enough
        sys.exit(1)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
