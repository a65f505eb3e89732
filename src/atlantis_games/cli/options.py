"""Arguments and options that several verbs share, and what their words stand for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli import completion
from atlantis_games.cli.command import INSTALLED_GAMES
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.texts import LANGUAGES
from atlantis_games.games import BUILT_IN

if TYPE_CHECKING:
    from atlantis_games.core.match import Match
    from atlantis_games.core.position import Position

FIRST_GAME = BUILT_IN[0]

GameName = Annotated[
    str,
    typer.Argument(help=f"The game: {INSTALLED_GAMES}.", autocompletion=completion.games),
]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="An option of the game, as name=value, or all at once, as preset=name; repeatable.",
        autocompletion=completion.options,
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", "-s", help="Repeats what chance does.")]
Json = Annotated[bool, typer.Option("--json", help="Prints JSON.")]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        help=f"{', '.join(LANGUAGES)}; without it, the language of the environment.",
        autocompletion=completion.languages,
    ),
]
MatchFile = Annotated[Path, typer.Argument(help="A match file, or results.jsonl of an arena.")]
GameNumber = Annotated[int, typer.Option("--game", help="Which game of an arena, from 1.")]
Plot = Annotated[Path | None, typer.Option(help="Draws the result: a .png or .svg file.")]

Jobs = Annotated[
    int, typer.Option(min=0, help="How much runs at once; 0 is one for each processor.")
]
Cluster = Annotated[
    str, typer.Option(help="The address of a Ray cluster, or local (needs the cluster extra).")
]


def new_position(game: str, players: int, options: list[str] | None) -> Position:
    """The first position of a game with its options given as name=value."""
    from atlantis_games import new_game

    chosen: dict[str, object] = {}
    for pair in options or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadRequest(f"An option is given as name=value, not {pair!r}.")
        chosen[name.strip()] = value.strip()
    return new_game(game, players, **chosen)


def seed_number(seed: str | None) -> int:
    """A seed for a stream of random numbers; words are as good as numbers."""
    if seed is None:
        return 0
    if seed.isascii() and seed.isdigit():
        return int(seed)
    import hashlib

    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8])


def match_in(file: Path, number: int) -> Match:
    """A match from its file, or from the results of a tournament."""
    from atlantis_games import Match

    if file.suffix == ".jsonl":
        from atlantis_games.arena.results import match_of

        return match_of(file, number)
    return Match.load(file)
