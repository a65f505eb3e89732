"""`atlantis verify`: match files checked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import Language
from atlantis_games.core.errors import BadMatch, BadRequest

if TYPE_CHECKING:
    from atlantis_games.core.texts import Texts

AS_DEALT, NOT_AS_DEALT, NOT_READABLE = 0, 1, 2  # exit codes


def verify(
    files: Annotated[list[Path], typer.Argument(help="Match files.")],
    language: Language = None,
) -> None:
    """Replays match files: checks the moves, the result, and the dealing if its seed is given."""
    from atlantis_games.cli.language import house_texts

    texts = house_texts(language)
    raise typer.Exit(max(verified(file, texts) for file in files))


def verified(file: Path, texts: Texts) -> int:
    """Checks one file, says what was found, and returns the exit code for it."""
    from atlantis_games import Match
    from atlantis_games.core.fair_dealer import FairDealer
    from atlantis_games.core.match import IMPORTED

    try:
        match = Match.load(file)
    except (BadMatch, BadRequest) as error:
        print(f"atlantis: {error}", file=sys.stderr)
        return NOT_READABLE
    try:
        match.verify()
    except BadMatch as error:
        values = {"file": str(file), "error": str(error)}
        print(texts.fill("terminal.not-as-dealt", values), file=sys.stderr)
        return NOT_AS_DEALT
    values = {"file": str(file), "title": match.game.name, "result": match.result}
    code = "terminal.verified-deal" if match.dealer else "terminal.verified"
    print(texts.fill(code, {**values, "n": match.ply}))
    if IMPORTED in match.headers:
        print(texts.fill("terminal.imported", {}))
    elif isinstance(match.dealer, FairDealer):
        print(texts.fill("terminal.fair", {"commitment": match.dealer.commitment}))
    return AS_DEALT
