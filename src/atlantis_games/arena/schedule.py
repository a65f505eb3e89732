"""What a tournament plays: every line-up in every seat order, with the same deals for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from atlantis_games.core.errors import BadRequest


@dataclass(frozen=True)
class Job:
    """One game to play: which deal, and who sits where."""

    players: int
    deal: int
    seats: tuple[str, ...]
    seed: str = ""  # of the tournament

    @property
    def key(self) -> str:
        """Identifies the game within the tournament."""
        return f"{self.seed}{self.players} {self.deal} {' '.join(self.seats)}"


def seatings(bots: list[str], players: int) -> list[tuple[str, ...]]:
    """Every way to seat the bots, without repetition where there are enough of them."""
    if len(bots) >= players:
        return list(permutations(bots, players))
    return [seats for seats in product(bots, repeat=players) if len(set(seats)) > 1]


def schedule(bots: list[str], games: int, counts: list[int], seed: str = "") -> Iterator[Job]:
    """At least so many games per number of players, in whole rounds of every seating."""
    if games < 1:
        raise BadRequest(f"At least one game is needed, not {games}.")
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadRequest("A tournament needs at least two different bots.")
    for players in counts:
        orders = seatings(bots, players)
        for deal in range(-(-games // len(orders))):
            for seats in orders:
                yield Job(players, deal, seats, seed)
