"""What goes over HTTP: bodies of requests, which are checked, and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from typing_extensions import TypedDict

from atlantis_games.core.diagram import MAX_LENGTH
from atlantis_games.server.messages import (
    Choice,
    ClockSetting,
    Entry,
    SeatKind,
    Sentence,
    TableInfo,
    TableState,
)
from atlantis_games.server.plain_text import one_line

MAX_NAME = 24


def cleaned(text: object) -> object:
    """A name as one line; what is not text is left to the check of its type."""
    return one_line(text) if isinstance(text, str) else text


Name = Annotated[str, BeforeValidator(cleaned), Field(min_length=1, max_length=MAX_NAME)]
Word = Annotated[str, Field(max_length=40)]
PositionText = Annotated[str, Field(max_length=MAX_LENGTH)]
Promise = Annotated[str, Field(pattern="^([0-9a-f]{64})?$")]

# Bodies of requests


class Body(BaseModel):
    """What may be in a request, and nothing else."""

    model_config = ConfigDict(extra="forbid")


class GuestBody(Body):
    """What somebody wants to be called."""

    name: Name
    bearer: bool = False


class SharingBody(Body):
    """Whether somebody's finished games may be given away without names."""

    shares: bool


class SeatBody(Body):
    """Who is to sit in a seat; a bot without a level is of the game's second weakest."""

    kind: SeatKind
    level: Word = ""
    name: Name | None = None


class ClockBody(Body):
    """How much time there is, for the whole game or for each turn."""

    kind: Literal["total", "move"]
    seconds: int = Field(ge=5, le=86_400)


class OriginBody(Body):
    """A position of a finished match, to play on from there.

    What a seat did not know is as it was, or `dealt` again from what that seat knew.
    """

    table: Word
    ply: int = Field(ge=0, le=1_000_000)
    hidden: Literal["kept", "dealt"] = "kept"
    seat: int = Field(default=-1, ge=-1, le=7)  # whose knowledge; -1 of those who watch


class TableBody(Body):
    """A table to be opened."""

    game: Word
    options: dict[Word, Word] = Field(default={}, max_length=20)
    seats: list[SeatBody] = Field(min_length=1, max_length=8)
    public: bool = False
    clock: ClockBody | None = None
    hints: bool | None = None  # None: allowed where one person plays alone
    rated: bool = False
    private: bool = False  # its link shows neither names nor the position
    pace: float = Field(default=0.6, ge=0, le=5)
    promise: Promise = ""  # the SHA-256 of a nonce for the dealing
    position: PositionText = ""  # where it begins, if not at the beginning of the game
    origin: OriginBody | None = None  # the same, by a finished match


class SetupBody(Body):
    """What the host may change before the game begins; what is left out gets its default."""

    options: dict[Word, Word] = Field(default={}, max_length=20)
    public: bool = False
    clock: ClockBody | None = None
    hints: bool | None = None


class ArrangeBody(Body):
    """Who is to have a seat before the game begins: a bot, or anyone who has the link."""

    kind: Literal["bot", "open"]
    level: Word = ""


class StartBody(Body):
    """What becomes of open seats when the game begins now."""

    open_seats: Literal["bots", "remove"] = "bots"
    level: Word = ""  # of the bots


class JoinBody(Body):
    """Which seat, if it matters."""

    seat: int | None = Field(default=None, ge=0, le=7)
    promise: Promise = ""


# Answers


class GuestAnswer(TypedDict):
    """A guest's name, and the token of a new guest who asked for one."""

    name: str
    token: NotRequired[str]


class SharingAnswer(TypedDict):
    """Whether your finished games may be given away without names."""

    shares: bool


class OptionInfo(TypedDict):
    """A setting of a game: one of some words, or a number from the first to the last."""

    name: str
    default: str
    words: list[str]
    numbers: list[int]
    help: str


class PresetInfo(TypedDict):
    """A name for values of all options of a game."""

    name: str
    options: dict[str, str]


class GameInfo(TypedDict):
    """What can be set about a game."""

    name: str
    title: str
    players: tuple[int, int]
    colours: list[str]
    secrets: bool
    has_board: bool
    levels: list[str]
    options: list[OptionInfo]
    presets: list[PresetInfo]


class GamesAnswer(TypedDict):
    """The games, and what a page has to know of the server."""

    version: str
    network: str
    patience: float
    games: list[GameInfo]


class GamePreparation(TypedDict):
    """Whether a game can be played yet, and which part of its preparation is done."""

    name: str
    ready: bool
    share: float


class PreparationAnswer(TypedDict):
    """How far the games are that are being prepared for their first use."""

    games: list[GamePreparation]


class LessonFrame(TypedDict):
    """A moment between two steps of a lesson."""

    view: dict[str, Any]
    log: list[Entry]


class LessonStep(LessonFrame):
    """What is shown and said, what may be done, and the moments that led here."""

    say: str
    decline: str | None
    moves: list[Choice]
    expect: list[str]
    between: list[LessonFrame]
    scores: list[int] | None


class Lesson(TypedDict):
    """A lesson of a game's tutorial."""

    name: str
    rule: str
    steps: list[LessonStep]


class ListedSeat(TypedDict):
    """A seat in a list of tables."""

    kind: SeatKind
    name: str
    level: str


class TableLine(TypedDict):
    """A table in a list."""

    id: str
    game: str
    state: TableState
    public: bool
    created: float
    touched: float
    imported: bool
    winners: list[int]  # once it is over; empty if that was not noted
    options: dict[str, str]
    seats: list[ListedSeat]


class TablesAnswer(TypedDict):
    """The public tables, and your own."""

    public: list[TableLine]
    own: list[TableLine]


class TableAnswer(TableInfo):
    """A table, which of its seats are yours, and how long its log is."""

    yours: list[int]
    ply: int


class JoinAnswer(TypedDict):
    """The seat that you have now."""

    seat: int


class LeaveAnswer(TypedDict):
    """You have left."""

    left: bool


class PositionView(TypedDict):
    """What a seat sees after so many entries."""

    ply: int
    view: dict[str, Any]


class PositionsAnswer(TypedDict):
    """Some positions of a finished match, and the entries that led to them."""

    plies: int
    views: list[PositionView]
    log: list[Entry]


class LogAnswer(TypedDict):
    """Everything that happened in a finished match."""

    log: list[Entry]


class MovesAnswer(TypedDict):
    """The legal moves of a position."""

    moves: list[Choice]


class Decision(TypedDict):
    """A decision and what it cost; entries and seats count from 1."""

    entry: int
    seat: int
    move: str
    best: str
    chances: float
    loss: float
    why: NotRequired[list[Sentence]]  # why the best move is better; of a loss that matters


class LuckyEvent(TypedDict):
    """A chance event and what it gave each player."""

    entry: int
    event: str
    luck: list[float]


class Account(TypedDict):
    """A player's match: start + luck - loss + gifts = result."""

    seat: int
    name: str
    start: float
    luck: float
    loss: float
    gifts: float
    result: float


class Analysis(TypedDict):
    """A match judged decision by decision, with a sentence for every move that it names."""

    decisions: list[Decision]
    events: list[LuckyEvent]
    curve: list[tuple[int, list[float]]]
    accounts: list[Account]
    moves: dict[str, Sentence]


class ReviewBegun(TypedDict):
    """The analysis is being made."""

    begun: bool


class ReviewAnswer(TypedDict):
    """How far an analysis is, what it found so far (without accounts), and at last its result."""

    done: int
    total: int
    failed: bool
    so_far: Analysis | None
    result: Analysis | None


class HealthAnswer(TypedDict):
    """The server is alive."""

    ok: bool
    version: str


def clock_setting(body: ClockBody | None) -> ClockSetting | None:
    """The clock of a table, as it is stored."""
    if body is None:
        return None
    return {"kind": body.kind, "seconds": body.seconds}
