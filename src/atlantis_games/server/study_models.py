"""What goes over HTTP when somebody studies a position."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from typing_extensions import TypedDict

from atlantis_games.server.http_models import Body, PositionText, Word
from atlantis_games.server.messages import Choice, Entry, Sentence


class StudyBody(Body):
    """A position to be studied, and moves to be made from it."""

    text: PositionText
    moves: list[Word] = Field(default=[], max_length=400)
    eyes: int = Field(default=-2, ge=-2, le=7)  # a seat's, -1 of those who watch, -2 see all
    language: Word = "en"  # of the sentence that says what cannot be


class EngineBody(Body):
    """A position for an engine, and how long it may think."""

    text: PositionText
    milliseconds: int = Field(default=250, ge=20, le=4000)
    lines: int = Field(default=5, ge=1, le=60)


class AnswerBody(Body):
    """A move as the answer to a position."""

    text: PositionText
    move: Word
    best: Word = ""  # the solution, if it is known
    instead: Word = ""  # the move that a right answer is compared with


class DailyBody(Body):
    """How the challenge of the day is played."""

    pace: float = Field(default=0.6, ge=0, le=5)  # seconds that a bot's move takes at least


class StudyPosition(TypedDict):
    """A position with all that a board shows of it, and what led to it."""

    game: str
    text: str
    players: int
    options: dict[str, str]
    actor: int  # the seat to decide; -1 chance, -2 nobody
    over: bool
    scores: list[int]
    view: dict[str, Any]
    moves: list[Choice]
    odds: dict[str, int]  # what chance may do now, each with its weight
    log: list[Entry]


class EngineLine(Sentence):
    """A move or an outcome of chance, with the sentence about it and what follows for each seat."""

    move: str
    share: float  # of the search, or how likely chance is to do it
    chances: list[float]


class EngineLines(TypedDict):
    """What an engine thinks of a position."""

    chances: list[float]
    visits: int
    lines: list[EngineLine]


class PositionTextAnswer(TypedDict):
    """A position of a finished match as text, as it was and as one seat knew it."""

    text: str


class AnswerJudged(TypedDict):
    """What is thought of an answer, and why the best move is better, as sentences."""

    right: bool
    loss: float  # of the win
    best: str
    sentence: Sentence  # about the best move
    why: list[Sentence]


class PuzzleAbout(TypedDict):
    """A puzzle in the list: what it is about, and the weakest level that solves it."""

    id: str
    theme: str
    level: str


class PuzzleList(TypedDict):
    """The puzzles of a game, and which one is today's."""

    game: str
    puzzles: list[PuzzleAbout]
    date: str  # of today, by UTC
    daily: str  # the id of today's puzzle; empty if there are none


class PuzzleAnswer(PuzzleAbout):
    """A puzzle with its solution."""

    game: str
    text: str
    best: str
    second: str  # the best of the other moves
    chances: float  # of the seat to decide, with the solution
    gap: float  # how much less with the second
    clicks: list[str]  # that spell the solution


class DailyAnswer(TypedDict):
    """The challenge of a day: who plays it, and how it went."""

    game: str
    day: str  # such as 2026-11-17
    players: int
    seat: int  # of the person
    level: str  # of the bots in all other seats
    table: str  # your own table for it; "" before it is opened
    scores: list[int]  # of your game, once it is over
    best: list[int]  # of the game of the strongest bot with the same cards, once both are over
    strongest: str  # its level


class PlayedGame(TypedDict):
    """A finished game of one's own."""

    id: str
    game: str
    seat: int
    players: int
    won: float  # the share of the win
    opponents: list[str]  # the levels of bots, empty for people
    ended: float
    luck: float | None  # of the win, where the game was reviewed
    loss: float | None  # by own decisions
    accuracy: float | None  # of the own decisions, from 0 to 100
    mistakes: dict[str, int]  # own decisions that lost more than 5 points, by theme


class StatisticsAnswer(TypedDict):
    """The latest finished games of a guest."""

    games: list[PlayedGame]
