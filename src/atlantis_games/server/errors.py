"""What the server refuses. Codes: docs/protocol.md for sockets, docs/security.md for HTTP."""

from __future__ import annotations

from atlantis_games.core.contract import Values
from atlantis_games.core.errors import AtlantisError, Reason
from atlantis_games.core.texts import texts_in
from atlantis_games.server.messages import Problem


class RequestRefused(AtlantisError):
    """A request that changes nothing: the code of a sentence, its values, an HTTP status.

    The sentence is `CODE` in locales/LANG/errors.json. Where a rule of the game forbids a move, its
    `reason` says why; where a program has made a mistake, or the
    reason is to be in another language, `detail` says it.
    """

    def __init__(
        self,
        code: str,
        status: int = 400,
        values: Values | None = None,
        reason: Reason | None = None,
        detail: str = "",
        close: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.values = values or {}
        self.reason = reason
        self.detail = detail
        self.close = close  # the code with which a socket closes, if it does

    @property
    def text(self) -> str:
        """The sentence, in English unless there is a detail."""
        if self.reason is not None and not self.detail:
            return self.reason.text
        return self.detail or texts_in("en").fill(f"error.{self.code}", self.values)

    def __str__(self) -> str:
        return self.text

    def problem(self) -> Problem:
        """The refusal as it is sent."""
        sent: Problem = {"code": self.code, "text": self.text, "rule": "", "values": self.values}
        if self.reason is not None:
            sent["reason"] = self.reason.code
            sent["rule"] = self.reason.rule
            sent["values"] = self.reason.values
        return sent


def no_such_table() -> RequestRefused:
    """There is nothing at that link."""
    return RequestRefused("no-such-table", 404, close=4404)


def too_many() -> RequestRefused:
    """More of something than one address may have."""
    return RequestRefused("too-many", 429, close=4429)


def not_playing() -> RequestRefused:
    """The game has not begun, or it is over."""
    return RequestRefused("not-playing")
