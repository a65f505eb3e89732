"""The text of a match file (docs/notation.md): header lines, then the moves of each actor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from atlantis_games.core.contract import CHANCE, OVER
from atlantis_games.core.errors import BadMatch, BadRequest

FIRST_LINES = {"Atlantis match 1": 1, "Atlantis match 2": 2}  # 2: dealt by docs/fair-dealing.md
MAX_FILE_BYTES = 4_000_000  # a long match has some 50,000
WIDTH = 100  # of a line, where moves allow it
REQUIRED = ("game", "rules", "players", "options", "result")


@dataclass(frozen=True)
class MatchText:
    """A match file taken apart; nothing in it is checked against the rules yet."""

    headers: dict[str, str]
    header_lines: dict[str, int]  # the line of each header
    body: list[tuple[int, str]]  # the lines of the log with their numbers
    version: int

    @contextmanager
    def line_of(self, header: str) -> Iterator[None]:
        """Puts the line of a header before the errors that its value causes."""
        try:
            yield
        except BadRequest as error:
            raise BadMatch(f"line {self.header_lines.get(header, 2)}: {error}") from error


def parsed(text: str) -> MatchText:
    """The parts of a match file; BadMatch names the line of the first thing that is wrong."""
    if len(text) > MAX_FILE_BYTES:
        raise BadMatch(f"line 1: this is not a match: it has {len(text):,} characters.")
    lines = text.splitlines()
    version = FIRST_LINES.get(lines[0].strip(), 0) if lines else 0
    if not version:
        raise BadMatch(f"line 1: a match file begins with {next(iter(FIRST_LINES))!r}.")
    headers: dict[str, str] = {}
    header_lines: dict[str, int] = {}
    end = len(lines)
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            end = number
            break
        name, colon, value = line.partition(":")
        if not colon or name in headers:
            raise BadMatch(f"line {number}: expected 'name: value', each name once.")
        headers[name], header_lines[name] = value.strip(), number
    for name in REQUIRED:
        if name not in headers:
            raise BadMatch(f"line {len(headers) + 2}: the header {name!r} is missing.")
    body = [(number, line) for number, line in enumerate(lines[end:], end + 1) if line.strip()]
    return MatchText(headers, header_lines, body, version)


def entries_in(number: int, line: str, players: int) -> tuple[int, list[str]]:
    """The actor and the moves of a line of the log."""
    who, colon, moves = line.partition(":")
    actors = {label(actor): actor for actor in (CHANCE, *range(players))}
    actor = actors.get(who.strip())
    if not colon or actor is None:
        raise BadMatch(f"line {number}: expected 'chance:' or a seat's number, then moves.")
    return actor, [move.strip() for move in moves.split(",")]


def composed(headers: dict[str, str], log: list[tuple[int, str]], version: int = 1) -> str:
    """The text of a match file."""
    first = next(line for line, number in FIRST_LINES.items() if number == version)
    lines = [first, *(f"{name}: {value}" for name, value in headers.items()), ""]
    for actor, moves in runs(log):
        lines += wrapped(label(actor), moves)
    return "\n".join(lines) + "\n"


def label(actor: int) -> str:
    """What a file calls an actor: seats count from 1."""
    return {CHANCE: "chance", OVER: "nobody"}.get(actor, str(actor + 1))


def runs(log: list[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """The moves of one actor after another."""
    start = 0
    for end in range(1, len(log) + 1):
        if end == len(log) or log[end][0] != log[start][0]:
            yield log[start][0], [move for _, move in log[start:end]]
            start = end


def wrapped(who: str, moves: list[str]) -> Iterator[str]:
    """Lines of a readable length, each with the actor's label."""
    line = f"{who}: {moves[0]}"
    for move in moves[1:]:
        if len(line) + len(move) + 2 > WIDTH:
            yield line
            line = f"{who}: {move}"
        else:
            line += f", {move}"
    yield line
