"""The bot that plays any legal move."""

from __future__ import annotations

from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.kernels.bots import RANDOM, bot_record


class Random(KernelBot):
    """Every legal move is as likely as the others."""

    def __init__(self, seed: int) -> None:
        super().__init__(bot_record(RANDOM), seed)
