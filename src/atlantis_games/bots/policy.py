"""The bot that plays by the first impression of the game's net."""

from __future__ import annotations

from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.kernels.bots import POLICY, bot_record


class Policy(KernelBot):
    """Plays the move that the net likes best without trying any; with a temperature it errs."""

    def __init__(self, seed: int, temperature: float = 0.0) -> None:
        super().__init__(bot_record(POLICY, temperature=temperature), seed)
