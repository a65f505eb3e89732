"""Where chance comes from: a secret seed that can be published afterwards and checked."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.position import Position


class Dealer:
    """Deals every chance event from a seed, the match's name and the number of the event.

    The same seed deals the same cards, so a seed makes a game repeatable. Publishing the commitment
    before a match and the seed after it proves that no deal was changed during the match.

    >>> Dealer("7").commitment == Dealer("7").commitment
    True
    """

    def __init__(self, seed: str | None = None, match: str = "") -> None:
        self.seed = secrets.token_hex(32) if seed is None else seed
        self.match = match

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, safe to publish before the match."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def choose(self, odds: Mapping[str, int], ply: int) -> str:
        """The outcome of the chance event with this number in the match's log.

        HMAC-SHA-256 of `match:ply` under the seed, read as a number, modulo the sum of the
        weights, counted off along the outcomes in the order of the position's odds.
        """
        digest = hmac.digest(self.seed.encode(), f"{self.match}:{ply}".encode(), "sha256")
        left = int.from_bytes(digest) % sum(odds.values())
        for outcome, weight in odds.items():
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("unreachable")

    def deal(self, position: Position, ply: int = 0) -> Position:
        """Lets chance act until a seat decides or the game is over."""
        while position.actor == CHANCE:
            position = position.play(self.choose(position.odds, ply))
            ply += 1
        return position
