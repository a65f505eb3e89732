"""A checker of histories: what players have sent and were acknowledged, beside what is stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

Move = tuple[str, int, int, str]  # table, ply, actor, move


def stored_moves(file: Path) -> list[Move]:
    """Every entry in a database by table and ply, read through the system's own files."""
    address = f"file:{file}?vfs=unix"
    with closing(sqlite3.connect(address, uri=True)) as database:
        query = "SELECT table_id, ply, actor, move FROM entries ORDER BY table_id, ply"
        return [tuple(row) for row in database.execute(query)]


@dataclass
class History:
    """What happened, as those saw it who played."""

    sent: set[Move] = field(default_factory=set)
    acknowledged: list[Move] = field(default_factory=list)

    def check(self, stored: list[Move], acknowledged: int | None = None) -> None:
        """Compares with what is stored, when so many moves were acknowledged (None: all are).

        Every acknowledged move is there, once and at its place; there is no gap; nothing was made
        up, for a move that nobody sent is of chance; and nobody was acknowledged a ply twice.
        """
        known = self.acknowledged[:acknowledged]
        missing = set(known) - set(stored)
        assert not missing, f"lost: {sorted(missing)[:3]}"
        plies: dict[str, list[int]] = {}
        for table, ply, _, _ in stored:
            plies.setdefault(table, []).append(ply)
        for table, numbers in plies.items():
            assert numbers == list(range(len(numbers))), f"twice or missing in {table}"
        made_up = {row for row in stored if row[2] >= 0} - self.sent
        assert not made_up, f"nobody sent {sorted(made_up)[:3]}"
        last: dict[str, int] = {}
        for table, ply, _, _ in known:
            assert ply > last.get(table, -1), f"ply {ply} of {table} was acknowledged too late"
            last[table] = ply
