"""What clients send over the socket: models in a union with the tag `type`, which are checked.

Unknown fields are refused.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from atlantis_games.server.messages import Hash, Reaction

MAX_MESSAGE = 4096  # characters


class FromClient(BaseModel):
    """A message with these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveMessage(FromClient):
    """Plays a move; `ply` is that of the state it was chosen in."""

    type: Literal["move"]
    ply: int
    move: str | int  # as it is written, or its number in the notation


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


class DeltasMessage(FromClient):
    """From now on asks for what has changed instead of whole states, with moves as numbers."""

    type: Literal["deltas"]
    notation: str  # the version that the client knows, as in the state


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
    | DeltasMessage
    | PingMessage,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

# What messages cost beside the frames and bytes they come in, which are charged when they are read.
PRICES: dict[type[FromClient], float] = {
    MoveMessage: 4.0,
    PayMessage: 4.0,
    DecideMessage: 10.0,
    UndoMessage: 4.0,
    LookMessage: 1.0,
    AskWhyMessage: 3.0,
    AskHintMessage: 10.0,
    SendChatMessage: 4.0,
    ReactMessage: 2.0,
    BackMessage: 1.0,
    ReplaceMessage: 1.0,
    PromiseMessage: 4.0,
    RevealMessage: 4.0,
    DeltasMessage: 1.0,
    PingMessage: 0.0,
}


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
