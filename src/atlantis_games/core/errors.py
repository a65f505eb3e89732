"""What can go wrong with input. Each error is one sentence that says what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field


class AtlantisError(Exception):
    """Anything wrong with what was asked for; the message is meant for people."""


class BadRequest(AtlantisError, ValueError):
    """A game, an option, a player count or another setting that does not exist."""


class BadMatch(AtlantisError, ValueError):
    """A match file that cannot be read, or whose moves are not legal."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal now: a code to translate by, the rule, and an English sentence."""

    code: str
    rule: str
    text: str
    values: dict[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class IllegalMove(AtlantisError, ValueError):
    """A move that is not among the legal ones; `refusal` names the rule it breaks."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        super().__init__(f"{move!r} is not legal: {refusal}")
        self.move = move
        self.refusal = refusal
        self.rule = refusal.rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Refusal]]:
        return IllegalMove, (self.move, self.refusal)
