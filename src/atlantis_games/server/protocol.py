"""Messages over the socket and bodies over HTTP, checked before anything else sees them."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from atlantis_games.core.errors import Reason
from atlantis_games.server.errors import Refused

LONGEST_NAME = 24
LONGEST_CHAT = 300
FIELDS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "move": {"ply": int, "move": str},
    "pay": {"ply": int},
    "undo": {"ply": int},
    "look": {"seat": int},
    "why": {},
    "hint": {},
    "chat": {"text": str},
    "back": {},
    "replace": {"seat": int},
    "ping": {},
}


def read_message(text: str) -> dict[str, Any]:
    """A message of a client; Refused if it is not one."""
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise bad_message("A message is JSON.") from None
    if not isinstance(message, dict):
        raise bad_message("A message is an object.")
    kind = message.get("type")
    fields = FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise bad_message(f"A message has a type: {', '.join(FIELDS)}.")
    for name, expected in fields.items():
        value = message.get(name)
        if not isinstance(value, expected) or isinstance(value, bool):
            raise bad_message(f"{kind!r} needs {name!r}.")
    return message


def bad_message(text: str) -> Refused:
    """Something that is not a message."""
    return Refused("bad-message", text)


def encode(message: dict[str, Any]) -> str:
    """A message as text."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS).decode()


def written(value: Any) -> orjson.Fragment:
    """A part of a message, as text already, for messages that share it."""
    return orjson.Fragment(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))


def reason_dict(refusal: Reason) -> dict[str, Any]:
    """Why a move is not legal, for JSON."""
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "text": refusal.text,
        "values": refusal.values,
    }


def clean(text: object) -> object:
    """Text as one line without characters that cannot be seen or that turn lines around."""
    if not isinstance(text, str):
        return text
    kept = "".join(" " if c.isspace() else c for c in text if unicodedata.category(c)[0] != "C")
    return " ".join(kept.split())


Name = Annotated[str, BeforeValidator(clean), Field(min_length=1, max_length=LONGEST_NAME)]
Text = Annotated[str, Field(max_length=40)]


class Body(BaseModel):
    """What may be in a request, and nothing else."""

    model_config = ConfigDict(extra="forbid")


class GuestBody(Body):
    """Who somebody wants to be."""

    name: Name
    bearer: bool = False


class SeatBody(Body):
    """Who is to sit in a seat."""

    kind: Literal["person", "bot", "open"]
    level: Text = "crab"
    name: Name | None = None


class ClockBody(Body):
    """How much time there is, for the game or for each turn."""

    kind: Literal["total", "move"]
    seconds: int = Field(ge=5, le=86_400)


class TableBody(Body):
    """A table to be opened."""

    game: Text
    options: dict[Text, Text] = Field(default={}, max_length=20)
    seats: list[SeatBody] = Field(min_length=1, max_length=8)
    public: bool = False
    clock: ClockBody | None = None
    hints: bool = True
    rated: bool = False
    pace: float = Field(default=0.6, ge=0, le=5)


class JoinBody(Body):
    """Which seat, if it matters."""

    seat: int | None = Field(default=None, ge=0, le=7)


class Problem(BaseModel):
    """Why something was refused."""

    code: str
    text: str
    rule: str = ""
    values: dict[str, str | int] = {}
    reason: str = ""
