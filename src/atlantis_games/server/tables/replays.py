"""Matches that are over, position by position."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor

from atlantis_games.core.match import Match
from atlantis_games.core.position import Position
from atlantis_games.server.http_models import PositionsAnswer
from atlantis_games.server.messages import Choice, encode
from atlantis_games.server.tables.table import Table
from atlantis_games.server.tables.views import choices, with_drawing

MAX_REPLAYS = 8  # kept in memory


class Replays:
    """The matches that were looked at last, each with all its positions."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, "replay")
        self.positions: OrderedDict[str, list[Position]] = OrderedDict()

    def close(self) -> None:
        """Stops the thread."""
        self.thread.shutdown(wait=False, cancel_futures=True)

    async def window(self, table: Table, first: int, last: int, seat: int) -> str:
        """The positions after the entries from first to last, as JSON of PositionsAnswer."""
        found = await self.all_positions(table)
        return await asyncio.get_running_loop().run_in_executor(
            self.thread, encoded_window, table, found, first, last, seat
        )

    async def moves(self, table: Table, ply: int) -> list[Choice]:
        """The legal moves after so many entries."""
        found = await self.all_positions(table)
        position = found[min(ply, len(found) - 1)]
        return await asyncio.get_running_loop().run_in_executor(self.thread, choices, position)

    async def all_positions(self, table: Table) -> list[Position]:
        """Every position of a match; those of the last few matches are kept."""
        loop = asyncio.get_running_loop()
        found = self.positions.get(table.id)
        if found is None:
            found = await loop.run_in_executor(self.thread, every_position, table.match)
            self.positions[table.id] = found
            if len(self.positions) > MAX_REPLAYS:
                self.positions.popitem(last=False)
        self.positions.move_to_end(table.id)
        return found


def every_position(match: Match) -> list[Position]:
    """The positions before the first entry and after each."""
    return [match.start, *(position for _, _, position in match.positions())]


def encoded_window(
    table: Table, positions: list[Position], first: int, last: int, seat: int
) -> str:
    """Some positions as a seat saw them, and the entries that led to them."""
    answer: PositionsAnswer = {
        "plies": table.ply,
        "views": [
            {"ply": ply, "view": with_drawing(position, position.view(seat))}
            for ply, position in enumerate(positions[first : last + 1], first)
        ],
        "log": table.match.all_entries(max(0, first - 1), last),
    }
    return encode(answer)
