"""What the server refuses. Codes: docs/protocol.md for sockets, docs/security.md for HTTP."""

from __future__ import annotations

from atlantis_games.core.errors import AtlantisError, Reason


class Refused(AtlantisError):
    """A request that changes nothing: a code to translate by, a sentence, an HTTP status."""

    def __init__(
        self,
        code: str,
        text: str,
        status: int = 400,
        reason: Reason | None = None,
        close: int | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.status = status
        self.reason = reason
        self.close = close  # the code with which a socket closes, if it does

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        told: dict[str, object] = {"code": self.code, "text": self.text, "rule": "", "values": {}}
        if self.reason is not None:
            told |= {
                "reason": self.reason.code,
                "text": self.reason.text,
                "rule": self.reason.rule,
                "values": self.reason.values,
            }
        return told


def no_such_table() -> Refused:
    """There is nothing at that link."""
    return Refused("no-such-table", "There is no such table.", 404, close=4404)


def too_many(what: str) -> Refused:
    """More than one address may have."""
    return Refused("too-many", f"Too many {what}; wait a little.", 429, close=4429)
