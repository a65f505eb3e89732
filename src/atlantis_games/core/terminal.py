"""How a game is shown on a terminal's screen: what it is given, and what it must bring.

A game draws lines of spans, each a text and its style in Rich's words (`bold red on white`). It
needs no library for that; the one who shows them decides how many colours there are.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from atlantis_games.core.texts import Texts

Span: TypeAlias = tuple[str, str]  # a text and its style
Line: TypeAlias = list[Span]
View: TypeAlias = dict[str, Any]

COLOURS: dict[str, str] = json.loads(
    (Path(__file__).parent / "pictures" / "colours.json").read_text("utf-8")
)["light"]
# Of the seats, by the names of their colours; a seat's number tells it apart where there is none.
SEAT_STYLES = {
    colour: f"bold {COLOURS['ink' if colour == 'white' else 'white']} on {COLOURS[colour]}"
    for colour in ("blue", "white", "black", "red")
}
CHOSEN = "reverse bold #ffd23f on #14100d"  # where the move that is pointed at leads


@dataclass(frozen=True, slots=True)
class Frame:
    """What a game draws into."""

    width: int  # columns
    height: int  # lines that the board may have
    texts: Texts
    names: tuple[str, ...]  # of the players
    has_unicode: bool = True  # else ASCII only, but for the texts
    choice: View | None = None  # the move pointed at, as `Position.choices` gives it

    def mark(self, fancy: str, plain: str) -> str:
        """A sign, or what stands for it where there is no Unicode."""
        return fancy if self.has_unicode else plain


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of a log as somebody may know it."""

    actor: int
    code: str  # of the sentences about it
    values: dict[str, str | int]
    outcome: View  # what everybody could see come of it


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays, for sentences about what happened: all names, and the seats of those who look."""

    names: tuple[str, ...]
    own: frozenset[int]


class Screen(Protocol):
    """A game on a terminal's screen."""

    BOARD_WIDTH: int  # columns that its board needs at least

    def board(self, view: View, frame: Frame) -> list[Line]:
        """The board, with the move that is pointed at, in at most the height of the frame."""
        ...

    def players(self, view: View, frame: Frame) -> list[Line]:
        """What everybody has, and the viewer's own hand."""
        ...

    def preview(self, choice: View, view: View, frame: Frame) -> str:
        """What a move would do, in the words of the page."""
        ...

    def legend(self, frame: Frame) -> list[Line]:
        """What the signs on the board mean."""
        ...

    def piece(self, choice: View) -> str:
        """The click on what a move moves, where moves are chosen piece by piece; else nothing."""
        ...

    def piece_label(self, piece: str, view: View, frame: Frame) -> str:
        """What a piece is called."""
        ...

    def spot(self, choice: View) -> tuple[float, float] | None:
        """Where on the board a move leads (to the right, down), if arrow keys go by place."""
        ...

    def turn(self, entries: Sequence[LogEntry], who: str, cast: Cast, texts: Texts) -> str:
        """What happened in a turn, in a sentence or two, in the words of the page."""
        ...

    def ends_turn(self, entry: LogEntry) -> bool:
        """Whether the turn is over after this entry, even if the same seat acts next."""
        ...


def seat_span(view: View, seat: int, text: str) -> Span:
    """A text in the colours of a seat."""
    return text, SEAT_STYLES.get(view["seats"][seat]["colour"], "bold")


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def width(line: Line) -> int:
    """How many columns a line takes."""
    return sum(columns(text) for text, _ in line)


def padded(line: Line, wanted: int) -> Line:
    """A line with blanks up to a width."""
    return [*line, (" " * max(0, wanted - width(line)), "")]


def continued(sentence: str) -> str:
    """A sentence without its subject, to follow another about the same player."""
    rest = sentence.strip()
    return rest[:1].upper() + rest[1:]
