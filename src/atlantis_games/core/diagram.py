"""Positions as text, like FEN in chess: `GAME PLAYERS option=value / LINE / LINE …`.

The first part names the game, how many play and the options that are not the usual ones. The lines
after it are the game's own (`games/NAME/diagram`), each known by its first word. `eyes COLOUR` or
`eyes spectator` makes it the position as that seat knows it, in which some things are unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, Protocol

import numpy as np

from atlantis_games.core.contract import SPECTATOR, Game, States
from atlantis_games.core.errors import BadPosition, BadRequest, Reason

if TYPE_CHECKING:
    from atlantis_games.core.position import Position

MAX_LENGTH = 8_000  # characters; a full one has about 900
EYES, ONLOOKER = "eyes", "spectator"
BETWEEN = " / "


class Diagrams(Protocol):
    """Positions as text: lines that each begin with a word of the game."""

    def read(
        self, rows: list[list[str]], states: States, seen_by: int | None, is_extract: bool
    ) -> None:
        """Sets a state at the beginning of a game to what lines say; BadPosition if it cannot be.

        Of an extract not everything need add up, such as how many tiles have which back.
        """

    def write(self, states: States, seen_by: int | None) -> list[str]:
        """The lines from which `read` makes the same state again."""
        ...


class Lines:
    """The lines of a text by their first word."""

    def __init__(self, game: str, rows: Iterable[list[str]], known: Iterable[str]) -> None:
        self.game = game  # its name
        self.found: dict[str, list[list[str]]] = {}
        for first, *words in rows:
            if first not in known:
                self.refuse("unknown-line", word=first)
            self.found.setdefault(first, []).append(words)

    def refuse(self, code: str, rule: str = "", **values: str | int) -> NoReturn:
        """Says what is wrong with the text."""
        refuse(self.game, code, rule, **values)

    def __contains__(self, word: str) -> bool:
        return word in self.found

    def one(self, word: str, default: list[str] | None = None) -> list[str]:
        """The words of a line that is there once, or not at all."""
        found = self.found.get(word, [default or []])
        if len(found) > 1:
            self.refuse("line-twice", word=word)
        return found[0]

    def all(self, word: str) -> list[list[str]]:
        """The words of each line that begins with this one."""
        return self.found.get(word, [])

    def number(self, word: str, numbers: range, default: int = 0) -> int:
        """The number of a line such as `turns 12`."""
        words = self.one(word, [str(default)])
        return self.number_in(words[0] if len(words) == 1 else " ".join(words), numbers)

    def number_in(self, text: str, numbers: range) -> int:
        """A number in a range."""
        if not re.fullmatch("[0-9]{1,6}", text) or int(text) not in numbers:
            self.refuse("not-a-number", text=text, first=numbers[0], last=numbers[-1])
        return int(text)


def refuse(game: str, code: str, rule: str = "", /, **values: str | int) -> NoReturn:
    """Says what is wrong with a position of a game."""
    raise BadPosition(Reason(game, f"position-{code}", rule, dict(values)))


def counted(word: str) -> tuple[int, str]:
    """How many of what: `2xring`, or `ring` for one. Nothing comes in hundreds."""
    number, times, name = word.partition("x")
    if times and name and re.fullmatch("[0-9]{1,2}", number):
        return int(number), name
    return 1, word


def listed(names: Iterable[str], numbers: Iterable[int]) -> list[str]:
    """Words for so many of each name: `2xring flag`."""
    pairs = zip(names, map(int, numbers), strict=False)
    return [name if n == 1 else f"{n}x{name}" for name, n in pairs if n > 0]


def read_position(text: str) -> Position:
    """The position that a text describes; BadPosition says what in it cannot be.

    >>> read_position("causeway 2 / path ring1 ~ crown3 / blue A:1 hand ring / turn blue").actor
    0
    """
    from atlantis_games.games import game_named

    if len(text) > MAX_LENGTH:
        raise BadRequest(f"A position has at most {MAX_LENGTH:,} characters, not {len(text):,}.")
    rows = [words for part in re.split("[/\n]", text) if (words := part.split())]
    if not rows:
        raise BadRequest("A position begins with the name of a game and the number of players.")
    name, *words = rows[0]
    game = game_named(name)
    players = words.pop(0) if words and "=" not in words[0] else "2"
    options = dict(pair.partition("=")[::2] for pair in words)
    start = game.new(int(players) if re.fullmatch("[0-9]", players) else 0, **options)
    return position_of(start, rows[1:])


def position_of(start: Position, rows: list[list[str]], is_extract: bool = False) -> Position:
    """The position of some lines with the players and options of a first position.

    An extract shows a part of a board only, so that not everything need add up.
    """
    from atlantis_games.core.position import Position

    game, states = start.game, start.states()
    if game.diagrams is None:
        raise BadRequest(f"{game.title} has no text for positions.")
    eyes = [words[1:] for words in rows if words[0] == EYES]
    rest = [words for words in rows if words[0] != EYES]
    seen_by = seat_with_eyes(game, start.players, eyes) if eyes else None
    game.diagrams.read(rest, states, seen_by, is_extract)
    position = Position(game, states, seen_by)
    if position.actor >= 0 and seen_by in (None, position.actor) and not position.moves:
        refuse(game.name, "no-move")
    if position.actor < 0 and not position.is_over and not position.odds:
        refuse(game.name, "no-move")
    return position


def seat_with_eyes(game: Game, players: int, lines: list[list[str]]) -> int:
    """Whose knowledge a text speaks of."""
    known = {colour: seat for seat, colour in enumerate(game.colours[:players])}
    known[ONLOOKER] = SPECTATOR
    if len(lines) != 1 or len(lines[0]) != 1 or lines[0][0] not in known:
        refuse(game.name, "whose-eyes", names=", ".join(known))
    return known[lines[0][0]]


def write_position(position: Position) -> str:
    """A position as one line, from which `read_position` makes the same one again."""
    game = position.game
    if game.diagrams is None:
        raise BadRequest(f"{game.title} has no text for positions.")
    options = [
        f"{name}={value}"
        for name, value in position.options.items()
        if value != game.options[name].default
    ]
    lines = [" ".join([game.name, str(position.players), *options])]
    lines += game.diagrams.write(position.states(), position.seen_by)
    if position.seen_by is not None:
        seat = position.seen_by
        lines.append(f"{EYES} {ONLOOKER if seat == SPECTATOR else game.colours[seat]}")
    return BETWEEN.join(lines)


def bits_of(mask: int) -> list[int]:
    """The numbers of the bits that are set in a mask."""
    return np.flatnonzero([mask >> number & 1 for number in range(64)]).tolist()
