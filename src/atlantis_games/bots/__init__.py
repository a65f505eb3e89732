"""Players that are programs. A bot receives what its seat may know and nothing else."""

from __future__ import annotations

from atlantis_games.bots.registry import Bot, bot_named, in_kernel

__all__ = ["Bot", "bot_named", "in_kernel"]
