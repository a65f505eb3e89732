"""Somebody's finished games: how they ended, and what reviews say of luck and losses in them."""

from __future__ import annotations

import json

from atlantis_games.server.store import Store
from atlantis_games.server.store.rows import SeatRow, TableRow
from atlantis_games.server.study_models import PlayedGame


async def played_games(store: Store, guest: str) -> list[PlayedGame]:
    """The latest finished games of a guest, the newest first; nothing about other people."""
    _, own = await store.tables(guest)
    over = [row for row in own if row.state == "over" and not row.imported]
    seats = await store.seats_of(row.id for row in over)
    return [
        played_game(row, seats.get(row.id, []), guest, await store.review(row.id)) for row in over
    ]


def played_game(row: TableRow, seats: list[SeatRow], guest: str, review: str | None) -> PlayedGame:
    """A game as its player may know it; where one person has several seats, the first counts."""
    ordered = sorted(seats, key=lambda seat: seat.seat)
    seat = next(number for number, one in enumerate(ordered) if one.guest == guest)
    winners = [int(one) for one in row.winners.split()]
    account = json.loads(review)["accounts"][seat] if review else None
    return {
        "id": row.id,
        "game": row.game,
        "seat": seat,
        "players": len(ordered),
        "won": 1 / len(winners) if seat in winners else 0.0,
        "opponents": [one.level for number, one in enumerate(ordered) if number != seat],
        "ended": row.touched,
        "luck": account["luck"] if account else None,
        "loss": account["loss"] if account else None,
    }
