"""What the server sends over the socket: plain dictionaries, typed here and encoded by orjson.

Their schemas, and those of client_messages.py, are part of the server's OpenAPI document
(openapi.py), from which the page's types are generated.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

import orjson
from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

Values = TypeAliasType("Values", dict[str, str | int])  # what a sentence speaks of, by name
TableState: TypeAlias = Literal["waiting", "playing", "over"]
SeatKind: TypeAlias = Literal["person", "bot", "open"]
NoteCode: TypeAlias = Literal["time-up", "left", "back"]
Reaction: TypeAlias = Literal["hello", "well-played", "thanks", "wow", "oops", "good-game"]
PROTOCOL = 3  # raised when a client that knows the version before could not go on
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  # 32 bytes


class Sentence(TypedDict):
    """A sentence to translate: its code and what it speaks of."""

    code: str
    values: Values


class Entry(TypedDict):
    """An entry of the log as a seat may know it; `actor` is -1 for chance."""

    actor: int
    move: str
    seen: bool
    code: str
    values: Values
    outcome: NotRequired[dict[str, Any]]  # what everybody could see come of it


class EntryAgain(Entry):
    """An entry that was sent before, as the seat that is shown now knows it."""

    ply: int


class Choice(TypedDict):
    """A legal move: the clicks that spell it, in any order, and what it would do."""

    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]

    move: str
    clicks: list[str]
    at: NotRequired[str]  # the id of the place where it ends
    code: NotRequired[str]  # of its sentence, where a game has no board
    values: NotRequired[Values]


class Seat(TypedDict):
    """A seat as everybody sees it."""

    kind: SeatKind
    name: str
    level: str  # of a bot
    here: bool  # connected now
    away: bool  # a bot plays for them


class ClockSetting(TypedDict):
    """How much time there is, for the whole game or for each turn."""

    kind: Literal["total", "move"]
    seconds: int


class Series(TypedDict):
    """What the same people have won in the games before, along the rematches."""

    games: int
    wins: list[float]  # of each seat; a shared win counts by its share


class DealInfo(TypedDict):
    """How far the dealing is agreed (docs/fair-dealing.md), seat by seat."""

    collecting: bool  # all seats are taken: devices reveal the nonces that they have promised
    promises: list[str]  # SHA-256 of nonces, "" where there is none; empty once the game begins
    nonces: list[str]  # what each seat has contributed, once the game has begun


class Note(TypedDict):
    """What happened to a player, told after so many entries of the log."""

    ply: int
    seat: int
    code: NoteCode


class TableInfo(TypedDict):
    """A table from outside."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[Seat]
    state: TableState
    public: bool
    hints: bool
    rated: bool
    clock: ClockSetting | None
    commitment: str  # binds the dealing; "" for a match that was brought as a file
    deal: DealInfo
    imported: bool  # brought as a file, not played here
    origin: str  # the table and ply that it goes on from, `ID 12`; `set up` for another position
    daily: str  # the day whose challenge it is, such as 2026-11-17; "" for another match
    rematch: str | None  # the id of the next table
    series: Series  # of the games before this one
    notes: list[Note]  # between the entries of the log, in order
    created: float
    watching: int  # people here without a seat


class Clock(TypedDict):
    """The seconds that every seat has left, and the seat whose time is running, or -1."""

    left: list[float]
    running: int


class ResultLine(TypedDict):
    """A line of the settlement."""

    seat: int
    code: str
    points: int


class Result(TypedDict):
    """How a game ended, with the seed that proves the dealing."""

    scores: list[int]
    winners: list[int]
    lines: list[ResultLine]
    ending: str  # code of why the game ended
    seed: str


class StateStep(TypedDict):
    """A position on the way to a state: what was seen before an event that deserves a moment."""

    ply: int
    view: dict[str, Any]


class SeatState(TypedDict):
    """The part of a state that depends on the seat it is shown to, and on nothing else."""

    view: dict[str, Any] | None
    prompt: Sentence
    moves: list[Choice]
    undo: bool
    result: Result | None
    steps: list[StateStep]  # between the last state and this one


class StateMessage(SeatState):
    """What a connection may know now."""

    type: Literal["state"]
    protocol: int  # the version of what is sent and understood here
    notation: str  # the version of the numbers of this game's actions
    table: TableInfo
    ply: int
    since: int
    log: list[Entry]
    again: NotRequired[list[EntryAgain]]  # after a look: older entries that this seat knows better
    seat: int
    seats: list[int]
    host: bool  # you may arrange the table before the game begins
    clock: Clock | None


class StepDelta(TypedDict):
    """A position on the way to a state, as changes of the view before it."""

    ply: int
    set: list[list[Any]]


class DeltaMessage(TypedDict):
    """What has changed since the state before, for connections that asked for it."""

    type: Literal["delta"]
    ply: int
    since: int
    log: list[Entry]
    steps: list[StepDelta]
    # Legal moves by their numbers in the notation, each with what it would do, or the number alone
    # if it is legal as before and would do the same.
    moves: list[int | tuple[int, dict[str, Any]]]
    set: list[list[Any]]  # the keys and indices that lead to a value of the state, and the value


class Hint(TypedDict):
    """A move that the strongest bot considers."""

    move: str
    code: str
    values: Values
    chances: float
    visits: int


class HintMessage(TypedDict):
    """The answer to a request for a hint."""

    type: Literal["hint"]
    moves: list[Hint]
    theme: str  # where to look, as the text `theme.NAME.hint`; empty if there is nothing to say
    why: list[Sentence]  # why the first move is better than the second, as texts `why.CODE`


class ChatLine(TypedDict):
    """A line of the chat."""

    seat: int
    name: str
    text: str
    at: float


class ChatMessage(TypedDict):
    """Lines of the chat that the connection does not have yet."""

    type: Literal["chat"]
    lines: list[ChatLine]


class ReactionMessage(TypedDict):
    """A seat's reaction, to be shown for a moment."""

    type: Literal["reaction"]
    seat: int
    reaction: Reaction


class PresenceMessage(TypedDict):
    """Who is at the table now: sent alone when somebody comes or goes and nothing else happens."""

    type: Literal["presence"]
    here: list[bool]  # of each seat, as in `table.seats`
    watching: int  # people here without a seat


class WhyMessage(TypedDict):
    """Why a move is not legal, or the code `legal`."""

    type: Literal["why"]
    move: str
    code: str
    rule: str
    text: str
    values: Values


class Problem(TypedDict):
    """Why something was refused."""

    code: str
    text: str
    rule: str
    values: Values
    reason: NotRequired[str]  # the code of the reason why a move is not legal


class ErrorMessage(Problem):
    """A refusal over the socket."""

    type: Literal["error"]


class PreparingMessage(TypedDict):
    """The table opens when its game is ready for its first use: which part of that is done."""

    type: Literal["preparing"]
    share: float


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


ServerMessage: TypeAlias = (
    StateMessage
    | DeltaMessage
    | HintMessage
    | ChatMessage
    | ReactionMessage
    | PresenceMessage
    | WhyMessage
    | ErrorMessage
    | PreparingMessage
    | PongMessage
)


def encode(message: object) -> str:
    """A message as text."""
    return encode_bytes(message).decode()


def encode_bytes(message: object) -> bytes:
    """A message as UTF-8."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS)


def encode_to_keep(message: object) -> bytes:
    """The same in no more memory than it needs: what orjson makes takes 4 kB at least."""
    return bytes(memoryview(encode_bytes(message)))


def encoded(value: object) -> orjson.Fragment:
    """A part that several messages share, encoded once."""
    return orjson.Fragment(encode_bytes(value))
