"""The bot that looks a turn ahead."""

from __future__ import annotations

from atlantis_games.bots.kernel_bot import KernelBot
from atlantis_games.kernels.bots import GREEDY, ONE_MOVE, bot_record


class Greedy(KernelBot):
    """Plays the move that the game's evaluation likes best; with a temperature it errs.

    It looks at positions at the end of its turn, or, told so, right after the move.
    """

    def __init__(self, seed: int, temperature: float = 0.0, one_move: bool = False) -> None:
        depth = ONE_MOVE if one_move else 0
        super().__init__(bot_record(GREEDY, depth, temperature=temperature), seed)
