"""Dealing by the date: the challenge of a day is the same for everybody, with no server to ask."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from atlantis_games.core.contract import CHANCE
from atlantis_games.core.dealer import Dealer

if TYPE_CHECKING:
    from atlantis_games.core.match import Match

PREFIX = "daily "  # of the names of such matches
KIND_BITS = 16  # of an event's number: which of its kind it is


class DailyDealer(Dealer):
    """Deals by the name of the match alone, which everybody knows: the same to all who play it.

    Events are counted by kind, the first word of what chance does. So the tenth card that is drawn
    is the same one however the game has gone, as if all cards lay in one stack.
    """

    def __init__(self, match: str) -> None:
        super().__init__(match, match)

    def number(self, match: Match) -> int:
        """The number of the next event: its kind, and how many of that kind came before it."""
        kind = kind_of(next(iter(match.position.odds)))
        before = sum(actor == CHANCE and kind_of(move) == kind for actor, move in match.log)
        return (zlib.crc32(kind.encode()) << KIND_BITS) + before


def kind_of(outcome: str) -> str:
    """What sort of thing chance does: `draw` of `draw ring`."""
    return outcome.partition(" ")[0]


def plain_dealer(seed: str, match: str) -> Dealer:
    """The dealer of a match to which no devices contributed."""
    return DailyDealer(match) if match.startswith(PREFIX) and seed == match else Dealer(seed, match)
