"""`atlantis play`: a game in the terminal."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli import completion
from atlantis_games.cli.options import (
    FIRST_GAME,
    GameName,
    GameOptions,
    Language,
    Players,
    Seed,
    new_position,
)
from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from atlantis_games.core.contract import Game
    from atlantis_games.core.texts import Texts
    from atlantis_games.study.daily import Challenge

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        help="A bot, a level that `atlantis games GAME` lists, or a file, "
        "for each other seat; repeatable.",
        autocompletion=completion.bots,
    ),
]
Daily = Annotated[
    bool, typer.Option("--daily", help="Plays today's deal, the same for everybody; no options.")
]


def play(
    game: GameName = FIRST_GAME,
    players: Players = 2,
    humans: Annotated[
        str, typer.Option(help="The seats of people, such as 1 or 1,3; none to watch.")
    ] = "1",
    bot: Bots = None,
    options: GameOptions = None,
    seed: Seed = None,
    daily: Daily = False,
    save: Annotated[
        Path | None, typer.Option(help="Keeps the match in this file when you stop.")
    ] = None,
    language: Language = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Prints and reads lines, as in a pipe.")
    ] = False,
) -> None:
    """Plays a game in the terminal, against bots or several people at one keyboard."""
    from rich.console import Console

    from atlantis_games.cli.language import chosen_language
    from atlantis_games.cli.screen import ScreenGame, can_use_screen
    from atlantis_games.cli.terminal import TerminalGame

    spoken = chosen_language(language)
    challenge = todays(game) if daily else None
    if challenge is not None:
        players, humans = challenge.players, str(challenge.seat + 1)
        bot, options = [challenge.level], []
    position = new_position(game, players, options)
    people = seats_named(humans, players)
    bots = bot or [easy_bot(position.game)]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # letters that the terminal does not have
    shown = TerminalGame if plain or not can_use_screen(Console()) else ScreenGame
    table = shown(position, people, bots, seed, save, spoken, challenge)
    table.play()
    if challenge is not None and table.match.position.is_over:
        print(compared(challenge, table.texts))


def todays(game: str) -> Challenge:
    """The challenge of today."""
    from atlantis_games.games import game_named
    from atlantis_games.study.daily import challenge_of, today

    return challenge_of(game_named(game), today())


def compared(challenge: Challenge, texts: Texts) -> str:
    """What the strongest bot made of the same deal."""
    from atlantis_games.cli.sentences import level_name
    from atlantis_games.study.daily import strongest

    scores = " : ".join(map(str, challenge.best_match().position.scores))
    level = level_name(texts, strongest(challenge.game))
    return texts.fill("terminal.daily.best", {"level": level, "scores": scores})


def seats_named(text: str, players: int) -> set[int]:
    """The seats in a list such as 1,3."""
    if text.strip() in {"", "none"}:
        return set()
    labels = {str(seat + 1): seat for seat in range(players)}
    try:
        return {labels[part.strip()] for part in text.split(",")}
    except KeyError as error:
        raise BadRequest(f"There is no seat {error.args[0]!r} among 1 to {players}.") from None


def easy_bot(game: Game) -> str:
    """The opponent of somebody who asks for none: the second level of the game."""
    return [*game.levels, "greedy", "greedy"][1]
