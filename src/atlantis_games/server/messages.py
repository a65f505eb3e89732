"""What goes over the socket, typed: messages of clients are checked, those of the server encoded.

Messages of clients are models in a union with the tag `type`; unknown fields are refused. Messages
of the server are plain dictionaries, typed here and encoded by orjson. Their schemas are part of
the server's OpenAPI document (openapi.py), from which the page's types are generated.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType, TypedDict

MAX_MESSAGE = 4096  # characters

# What the server sends

Values = TypeAliasType("Values", dict[str, str | int])  # what a sentence speaks of, by name
TableState: TypeAlias = Literal["waiting", "playing", "over"]
SeatKind: TypeAlias = Literal["person", "bot", "open"]
Reaction: TypeAlias = Literal["hello", "well-played", "thanks", "wow", "oops", "good-game"]
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
    rematch: str | None  # the id of the next table
    series: Series  # of the games before this one
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
    table: TableInfo
    ply: int
    since: int
    log: list[Entry]
    again: NotRequired[list[EntryAgain]]  # after a look: older entries that this seat knows better
    seat: int
    seats: list[int]
    host: bool  # you may arrange the table before the game begins
    clock: Clock | None


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


class PongMessage(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


ServerMessage: TypeAlias = (
    StateMessage
    | HintMessage
    | ChatMessage
    | ReactionMessage
    | WhyMessage
    | ErrorMessage
    | PongMessage
)


def encode(message: object) -> str:
    """A message as text."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode()


def encoded(value: object) -> orjson.Fragment:
    """A part that several messages share, encoded once."""
    return orjson.Fragment(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))


# What clients send


class FromClient(BaseModel):
    """A message with these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveMessage(FromClient):
    """Plays a move; `ply` is that of the state it was chosen in."""

    type: Literal["move"]
    ply: int
    move: str


class PayMessage(FromClient):
    """Pays the whole bill."""

    type: Literal["pay"]
    ply: int


class DecideMessage(FromClient):
    """Lets a bot make a routine decision of the own seat, once."""

    type: Literal["decide"]
    ply: int


class UndoMessage(FromClient):
    """Takes the last move back."""

    type: Literal["undo"]
    ply: int


class LookMessage(FromClient):
    """Shows the table as another own seat sees it, or as a spectator (-1) does."""

    type: Literal["look"]
    seat: int


class AskWhyMessage(FromClient):
    """Asks why a move, or what some clicks spell, is not legal."""

    type: Literal["why"]
    move: str | None = None
    clicks: list[str] | None = None


class AskHintMessage(FromClient):
    """Asks the strongest bot."""

    type: Literal["hint"]


class SendChatMessage(FromClient):
    """Says something to all at the table."""

    type: Literal["chat"]
    text: str


class ReactMessage(FromClient):
    """Shows a reaction at the own seat for a moment."""

    type: Literal["react"]
    reaction: Reaction


class BackMessage(FromClient):
    """Takes the own seats back from the bots that play for them."""

    type: Literal["back"]


class ReplaceMessage(FromClient):
    """Lets a bot play for somebody who has been gone for a while."""

    type: Literal["replace"]
    seat: int


class PromiseMessage(FromClient):
    """Promises a nonce by its SHA-256: for this table, or after its end for a rematch."""

    type: Literal["promise"]
    promise: Hash


class RevealMessage(FromClient):
    """Reveals the nonce that was promised, once every seat is taken."""

    type: Literal["reveal"]
    nonce: Hash


class PingMessage(FromClient):
    """Shows that the connection is alive."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    MoveMessage
    | PayMessage
    | DecideMessage
    | UndoMessage
    | LookMessage
    | AskWhyMessage
    | AskHintMessage
    | SendChatMessage
    | ReactMessage
    | BackMessage
    | ReplaceMessage
    | PromiseMessage
    | RevealMessage
    | PingMessage,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class BadMessage(ValueError):
    """Something that is not a message of a client; the text says what is wrong with it."""


def read_message(text: str | None) -> ClientMessage:
    """A message of a client; BadMessage if it is not one."""
    if text is None:
        raise BadMessage("A message is text, not bytes.")
    if len(text) > MAX_MESSAGE:
        raise BadMessage(f"A message has at most {MAX_MESSAGE} characters, not {len(text)}.")
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        raise BadMessage(problem_with_message(error)) from None


def problem_with_message(error: ValidationError) -> str:
    """The first thing that is wrong with a message, with the name of the field."""
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"][1:]))
    match first["type"]:
        case "json_invalid":
            return "A message is JSON."
        case "union_tag_not_found" | "union_tag_invalid":
            types = ", ".join(first["ctx"].get("expected_tags", "").replace("'", "").split(", "))
            return "The field 'type' is missing or unknown" + (
                f": expected {types}." if types else "."
            )
        case "extra_forbidden":
            return f"{first['loc'][0]!r} has no field {place!r}."
        case "missing":
            return f"{first['loc'][0]!r} needs the field {place!r}."
        case _ if place:
            return f"{first['loc'][0]!r}, field {place!r}: {first['msg']}."
        case _:
            return "A message is an object."
