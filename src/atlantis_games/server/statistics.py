"""Somebody's finished games: how they ended, and what reviews say of luck and losses in them."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from atlantis_games.core.contract import Game
from atlantis_games.games import GAMES
from atlantis_games.server.store import Store
from atlantis_games.server.store.rows import SeatRow, TableRow
from atlantis_games.server.study_models import PlayedGame

WHOLE_LOSS = 0.25  # of the win: a decision that loses so much counts nothing
MIN_LOSS = 0.05  # of the win: smaller mistakes are not counted


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
    judged = json.loads(review) if review else None
    account = judged["accounts"][seat] if judged else None
    own = [one for one in judged["decisions"] if one["seat"] == seat + 1] if judged else []
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
        "accuracy": accuracy([one["loss"] for one in own]),
        "mistakes": mistakes(GAMES[row.game], own),
    }


def accuracy(losses: list[float]) -> float | None:
    """How well somebody decided, from 0 to 100: what loses a quarter of the win counts nothing."""
    if not losses:
        return None
    points = [1 - min(1.0, max(0.0, loss) / WHOLE_LOSS) for loss in losses]
    return 100 * sum(points) / len(points)


def mistakes(game: Game, decisions: list[dict[str, Any]]) -> dict[str, int]:
    """What decisions that lost much were about, by theme; "" for what no theme of the game says."""
    themes = game.coach.THEMES if game.coach else ()
    found: Counter[str] = Counter()
    for one in decisions:
        if one["loss"] >= MIN_LOSS:
            codes = [reason["code"].removesuffix(".but") for reason in one.get("why", [])]
            found[next((code for code in codes if code in themes), "")] += 1
    return dict(found)
