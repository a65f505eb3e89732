"""The move log in a database: what is acknowledged is on the disk. All SQL is in here."""

from __future__ import annotations

from atlantis_games.server.store.changes import Changes, Conflict, SeatTaken
from atlantis_games.server.store.store import Store

__all__ = ["Changes", "Conflict", "SeatTaken", "Store"]
