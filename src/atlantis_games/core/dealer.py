"""Where chance comes from: a secret seed that can be published afterwards and checked."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.errors import BadRequest
from atlantis_games.core.position import Position

if TYPE_CHECKING:
    from atlantis_games.core.match import Match


class Dealer:
    """Deals every chance event from a seed, the match's name and the event's place in the log.

    For matches of one person or program: games offline, tournaments, tests. Tables of a server are
    dealt by `FairDealer`, to whose dealing every player contributes.

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

    def number(self, match: Match) -> int:
        """The number of the chance event that comes next in a match."""
        return match.ply

    def message(self, number: int) -> str:
        """What is signed with the seed to deal an event."""
        return f"{self.match}:{number}"

    def draw(self, below: int, number: int) -> int:
        """The number below a limit that decides the chance event with this number.

        HMAC-SHA-256 of `match:number` under the seed, read as a number, modulo the limit.
        """
        digest = hmac.digest(self.seed.encode(), self.message(number).encode(), "sha256")
        return int.from_bytes(digest) % below

    def choose(self, odds: Mapping[str, int], number: int) -> str:
        """The outcome of the chance event with this number.

        A number below the sum of the weights is counted off along the outcomes in the order of the
        position's odds.
        """
        left = self.draw(sum(odds.values()), number)
        for outcome, weight in odds.items():
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("unreachable")

    def deal(self, position: Position, ply: int = 0) -> Position:
        """Lets chance act until a seat decides or the game is over."""
        while position.actor == CHANCE:
            _, position = position.dealt(self.draw(position.total_weight, ply))
            ply += 1
        return position

    def headers(self, is_over: bool) -> dict[str, str]:
        """What a match file says about the dealing: the seed only when the game is over."""
        headers = {"match": self.match, "commitment": self.commitment}
        return headers | ({"seed": self.seed} if is_over else {})


def share_of(odds: Mapping[str, int], outcome: str) -> str:
    """The numbers that deal an outcome, as match files write them: `12-17/60` or `5/42`."""
    first = 0
    for other, weight in odds.items():
        if other == outcome:
            last = first + weight - 1
            numbers = str(first) if first == last else f"{first}-{last}"
            return f"{numbers}/{sum(odds.values())}"
        first += weight
    raise BadRequest(f"chance cannot do {outcome!r} here.")
