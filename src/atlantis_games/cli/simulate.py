"""`atlantis simulate`: many random games, counted or written to a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import (
    GameName,
    GameOptions,
    Json,
    Language,
    Players,
    Seed,
    new_position,
    seed_number,
)
from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from atlantis_games.arena.simulation import Summary
    from atlantis_games.core.contract import Values
    from atlantis_games.core.position import Position
    from atlantis_games.core.texts import Texts


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    players: Players = 2,
    options: GameOptions = None,
    seed: Seed = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Writes every decision to this file (needs the lab extra).")
    ] = None,
    minari: Annotated[
        str | None,
        typer.Option(help="Makes this Minari data set of the first bot's games (an extra)."),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="For data: who plays, such as greedy,search:200; else at random."),
    ] = None,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Plays games between random players and counts their results."""
    from atlantis_games.arena.simulation import simulate as run
    from atlantis_games.cli.language import chosen_language
    from atlantis_games.cli.progress import progress_bar

    spoken = chosen_language(language)
    position = new_position(game, players, options)
    texts = position.game.texts(spoken)
    if parquet is not None and minari is not None:
        raise BadRequest("Choose --parquet or --minari.")
    if parquet is not None or minari is not None:
        names = bots.split(",") if bots else []
        to = parquet if parquet is not None else minari or ""
        write_decisions(position, games, seed_number(seed), to, names, as_json, texts)
        return
    if bots:
        raise BadRequest("Bots are for data; atlantis arena lets them play for results.")
    with progress_bar(texts.fill("terminal.games")) as report:
        summary = run(position, games, seed_number(seed), lambda done: report(done, games))
    if as_json:
        print(json.dumps(summary.as_dict()))
    else:
        print_summary(summary, texts)


def write_decisions(
    position: Position,
    games: int,
    seed: int,
    to: Path | str,
    bots: list[str],
    as_json: bool,
    texts: Texts,
) -> None:
    """Writes decisions to a Parquet file, or to a Minari data set by name, instead of counting."""
    from atlantis_games.cli.progress import progress_bar
    from atlantis_games.lab.bot_games import write_bot_games
    from atlantis_games.lab.export import write_parquet

    with progress_bar(texts.fill("terminal.games")) as report:

        def show(done: int) -> None:
            report(done, games)

        if isinstance(to, str):
            from atlantis_games.lab.minari import write_minari

            names = bots or ["random"] * position.players
            written = write_minari(to, position, names, games, seed, show)
        elif bots:
            written = write_bot_games(to, position, bots, games, seed, show)
        else:
            written = write_parquet(to, position, games, seed, show)
    if as_json:
        print(json.dumps({"file": str(to), "games": games, "decisions": written}))
        return
    values: Values = {
        "decisions": written,
        "games": games,
        "title": texts.fill("title"),
        "file": str(to),
    }
    print(texts.fill("terminal.decisions-written", values))


def print_summary(summary: Summary, texts: Texts) -> None:
    """The counts of random games, for people."""
    from atlantis_games.cli.sentences import ending_line

    totals: Values = {
        "games": summary.games,
        "title": texts.fill("title"),
        "players": summary.players,
        "seed": summary.seed,
    }
    means: Values = {
        "decisions": f"{summary.decisions:.1f}",
        "chance_events": f"{summary.chance_events:.1f}",
        "turns": f"{summary.turns:.1f}",
    }
    print(texts.fill("terminal.simulated", totals))
    print(texts.fill("terminal.per-game", means))
    for number, (score, share) in enumerate(
        zip(summary.scores, summary.win_shares, strict=True), 1
    ):
        line: Values = {"n": number, "score": f"{score:6.2f}", "share": f"{share:6.1%}"}
        print(texts.fill("terminal.seat-summary", line))
    for code, games in summary.endings.items():
        print(ending_line(code, games, summary.games, summary.players, texts))
