"""`atlantis replay`: a match shown again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import GameNumber, Json, Language, MatchFile, match_in
from atlantis_games.core.actors import CHANCE, SPECTATOR
from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from atlantis_games.core.match import Match

MOVE_WIDTH = 16  # of the column with the moves as match files write them


def replay(
    file: MatchFile,
    number: GameNumber = 1,
    seat: Annotated[int, typer.Option(help="Shows the boards as this seat saw them.")] = 0,
    boards: Annotated[bool, typer.Option("--boards", help="Draws the board every turn.")] = False,
    as_json: Json = False,
    language: Language = None,
) -> None:
    """Shows a match again: every move, and the position it led to."""
    from atlantis_games.cli.language import chosen_language

    spoken = chosen_language(language)
    match = match_in(file, number)
    viewer = SPECTATOR if seat == 0 else seat - 1
    if viewer not in range(SPECTATOR, match.start.players):
        raise BadRequest(f"There is no seat {seat} in a match of {match.start.players}.")
    if as_json:
        print_entries(match, viewer)
    else:
        print_match(match, viewer, boards, spoken)


def print_entries(match: Match, viewer: int) -> None:
    """Every entry of the log as a line of JSON."""
    for number, (actor, move, position) in enumerate(match.positions(), 1):
        who = "chance" if actor == CHANCE else match.seats[actor]
        entry = {"entry": number, "actor": who, "move": move, "view": position.view(viewer)}
        print(json.dumps(entry, ensure_ascii=False))


def print_match(match: Match, viewer: int, boards: bool, language: str) -> None:
    """Every entry as it is written and in words, then the end."""
    from atlantis_games.cli.sentences import log_sentence, result_sentences

    texts = match.game.texts(language)
    for number, (actor, move, position) in enumerate(match.positions(), 1):
        who = "" if actor == CHANCE else match.seats[actor]
        sentence = log_sentence(match.game, texts, who, move)
        print(f"{number:4} {move:{MOVE_WIDTH}} {sentence}")
        if boards and actor != CHANCE and position.actor != actor:
            print("\n" + position.draw(viewer, language) + "\n")
    print("\n" + match.position.draw(viewer, language))
    print("\n".join(result_sentences(match, texts)))
