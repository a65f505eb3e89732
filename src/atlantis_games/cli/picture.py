"""`atlantis picture`: a position of a match as a picture, or a part of it as a moving one."""

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
MAX_FRAMES = 1000
STILL, MOVING = (".svg", ".png"), (".gif", ".webp")
Output = Annotated[
    Path,
    typer.Option("--output", "-o", help="A .svg or .png file; a .gif or .webp file moves."),
]


def picture(
    file: MatchFile,
    output: Output,
    number: GameNumber = 1,
    ply: Annotated[
        int | None, typer.Option(help="After so many entries of the log; without it, the last.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Shows what this seat saw; 0 for spectators.")] = 0,
    dark: Annotated[bool, typer.Option("--dark", help="Draws by night.")] = False,
    width: Annotated[int, typer.Option(help="How many pixels wide it is, but for a .svg.")] = 1200,
    first: Annotated[
        int, typer.Option(help="A moving picture begins after so many entries of the log.")
    ] = 0,
    seconds: Annotated[
        float, typer.Option(min=0.02, max=60, help="How long each position is shown.")
    ] = 0.8,
    language: Language = None,
) -> None:
    """Draws a position of a match, or all up to it, with what one seat or a spectator could see."""
    from atlantis_games.cli.language import chosen_language

    spoken = chosen_language(language)
    if output.suffix not in (*STILL, *MOVING):
        raise BadRequest(f"A picture is a .svg, .png, .gif or .webp file, not {output.name!r}.")
    if width not in range(1, MAX_WIDTH + 1):
        raise BadRequest(f"A picture is 1 to {MAX_WIDTH} pixels wide, not {width}.")
    match = match_in(file, number)
    viewer = SPECTATOR if seat == 0 else seat - 1
    if viewer not in range(SPECTATOR, match.start.players):
        raise BadRequest(f"There is no seat {seat} in a match of {match.start.players}.")
    last = position_after(match, ply)

    def drawn(position: Position) -> str:
        return position.svg(viewer, spoken, dark, names=match.seats)

    if output.suffix in STILL:
        svg = drawn(last)
        write(output, svg.encode() if output.suffix == ".svg" else as_png(svg, width))
        return
    from atlantis_games.core.pictures.animation import animation

    frames = positions_between(match, first, match.ply if ply is None else ply)
    write(output, animation(map(drawn, frames), width, seconds, output.suffix))


def positions_between(match: Match, first: int, last: int) -> list[Position]:
    """The positions in which somebody decides, from one ply to another, and the last one."""
    if first not in range(last + 1):
        raise BadRequest(f"A moving picture of {last} entries cannot begin after {first}.")
    found = [match.start, *(position for _, _, position in match.positions())][first : last + 1]
    kept = [one for one in found[:-1] if one.actor >= 0] + found[-1:]
    if len(kept) > MAX_FRAMES:
        raise BadRequest(
            f"A moving picture has at most {MAX_FRAMES} positions, not {len(kept)}: choose a part"
            " with --first and --ply."
        )
    return kept


def position_after(match: Match, ply: int | None) -> Position:
    """The position after so many entries of the log, or the last one."""
    if ply is None:
        return match.position
    if ply not in range(match.ply + 1):
        raise BadRequest(f"The match has {match.ply} entries; there is no position after {ply}.")
    positions = (position for _, _, position in match.positions())
    return next((found for at, found in enumerate(positions, 1) if at == ply), match.start)


def as_png(svg: str, width: int) -> bytes:
    """A drawing as PNG."""
    from atlantis_games.core.pictures.png import png

    return png(svg, width)


def write(file: Path, picture: bytes) -> None:
    """Writes a picture."""
    try:
        file.write_bytes(picture)
    except OSError as error:
        raise BadRequest(f"Cannot write {file}: {error.strerror}.") from error
