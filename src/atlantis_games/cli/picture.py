"""`atlantis picture`: a position of a match as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from atlantis_games.cli.options import GameNumber, Language, MatchFile, match_in
from atlantis_games.core.actors import SPECTATOR
from atlantis_games.core.errors import BadRequest

if TYPE_CHECKING:
    from atlantis_games.core.match import Match
    from atlantis_games.core.position import Position

MAX_WIDTH = 8000
Output = Annotated[Path, typer.Option("--output", "-o", help="The picture: a .svg or .png file.")]


def picture(
    file: MatchFile,
    output: Output,
    number: GameNumber = 1,
    ply: Annotated[
        int | None, typer.Option(help="After so many entries of the log; without it, the last.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Shows what this seat saw; 0 for spectators.")] = 0,
    dark: Annotated[bool, typer.Option("--dark", help="Draws by night.")] = False,
    width: Annotated[int, typer.Option(help="How many pixels wide a .png is.")] = 1200,
    language: Language = None,
) -> None:
    """Draws a position of a match, with what one seat or a spectator could see."""
    from atlantis_games.cli.language import chosen_language

    spoken = chosen_language(language)
    if output.suffix not in (".svg", ".png"):
        raise BadRequest(f"A picture is a .svg or a .png file, not {output.name!r}.")
    if width not in range(1, MAX_WIDTH + 1):
        raise BadRequest(f"A picture is 1 to {MAX_WIDTH} pixels wide, not {width}.")
    match = match_in(file, number)
    viewer = SPECTATOR if seat == 0 else seat - 1
    if viewer not in range(SPECTATOR, match.start.players):
        raise BadRequest(f"There is no seat {seat} in a match of {match.start.players}.")
    svg = position_after(match, ply).svg(viewer, spoken, dark, names=match.seats)
    write_picture(svg, output, width)


def position_after(match: Match, ply: int | None) -> Position:
    """The position after so many entries of the log, or the last one."""
    if ply is None:
        return match.position
    if ply not in range(match.ply + 1):
        raise BadRequest(f"The match has {match.ply} entries; there is no position after {ply}.")
    positions = (position for _, _, position in match.positions())
    return next((found for at, found in enumerate(positions, 1) if at == ply), match.start)


def write_picture(svg: str, file: Path, width: int) -> None:
    """Writes a picture in the format that its file's name asks for."""
    from atlantis_games.core.pictures.png import png

    try:
        file.write_bytes(svg.encode() if file.suffix == ".svg" else png(svg, width))
    except OSError as error:
        raise BadRequest(f"Cannot write {file}: {error.strerror}.") from error
