"""The bot that looks one move ahead."""

from __future__ import annotations

from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.kernels.bots import GREEDY, bot_record


class Greedy(KernelBot):
    """Plays the move that the game's evaluation likes best; with a temperature it errs."""

    def __init__(self, seed: int, temperature: float = 0.0) -> None:
        super().__init__(bot_record(GREEDY, temperature=temperature), seed)
