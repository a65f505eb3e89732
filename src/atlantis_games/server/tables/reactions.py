"""Quick reactions: a few words for one click, shown for a moment and not kept."""

from __future__ import annotations

from collections import deque

from atlantis_games.server.limits import Bucket
from atlantis_games.server.messages import Reaction, ReactionMessage

REACTIONS_PER_SECOND = 0.5
REACTIONS_AT_ONCE = 4.0
MAX_RECENT = 16  # a connection that is further behind misses the older ones


class ReactionLog:
    """The last reactions at a table, and how many each guest may still send."""

    def __init__(self) -> None:
        self.recent: deque[ReactionMessage] = deque(maxlen=MAX_RECENT)
        self.count = 0  # that were ever shown
        self.allowances: dict[str, Bucket] = {}

    def show(self, seat: int, reaction: Reaction) -> None:
        """Adds a reaction of a seat."""
        self.recent.append({"type": "reaction", "seat": seat, "reaction": reaction})
        self.count += 1

    def since(self, count: int) -> list[ReactionMessage]:
        """The reactions after so many, as far as they are still known."""
        missing = min(self.count - count, len(self.recent))
        return list(self.recent)[-missing:] if missing > 0 else []

    def may_react(self, guest: str, limits: float) -> bool:
        """Whether a guest has not reacted too often; one allowance for all their connections."""
        allowance = self.allowances.get(guest)
        if allowance is None:
            allowance = Bucket(REACTIONS_PER_SECOND * limits, REACTIONS_AT_ONCE * limits)
            self.allowances[guest] = allowance
        return allowance.take()
