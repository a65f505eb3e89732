"""What can go wrong with input. Each error is one sentence that says what to do about it."""

from __future__ import annotations

from dataclasses import dataclass, field


class AtlantisError(Exception):
    """Anything wrong with a request; the message is meant for people."""


class BadRequest(AtlantisError, ValueError):
    """A game, an option, a player count or another setting that does not exist."""


class BadMatch(AtlantisError, ValueError):
    """A match file that cannot be read, or whose moves are not legal."""


class WrongWeights(AtlantisError, ValueError):
    """A file of a net that cannot be read, or is not for this version of a game."""


@dataclass(frozen=True)
class Reason:
    """Why a move is not legal now: the code of a sentence, the rule, and what it speaks of."""

    game: str
    code: str
    rule: str = ""
    values: dict[str, str | int] = field(default_factory=dict)

    def sentence(self, language: str = "en") -> str:
        """The reason in words, without the rule's number."""
        from atlantis_games.games import game_named

        return game_named(self.game).texts(language).fill(f"reason.{self.code}", self.values)

    @property
    def text(self) -> str:
        """The reason in English."""
        return self.sentence()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class IllegalMove(AtlantisError, ValueError):
    """A move that is not among the legal ones; `reason` names the rule it breaks."""

    def __init__(self, move: str, reason: Reason) -> None:
        super().__init__(f"{move!r} is not legal: {reason}")
        self.move = move
        self.reason = reason
        self.rule = reason.rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Reason]]:
        return IllegalMove, (self.move, self.reason)


class BadPosition(AtlantisError, ValueError):
    """A text or a drawing that describes no position that can be; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadPosition], tuple[Reason]]:
        return BadPosition, (self.reason,)
