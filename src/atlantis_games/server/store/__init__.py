"""The move log in a database: what is acknowledged is on the disk. All SQL is in here."""

from __future__ import annotations

from atlantis_games.server.store.changes import Changes, Conflict, EntriesOnly, SeatTaken
from atlantis_games.server.store.store import Store
from atlantis_games.server.store.writer import Done

__all__ = ["Changes", "Conflict", "Done", "EntriesOnly", "SeatTaken", "Store"]
