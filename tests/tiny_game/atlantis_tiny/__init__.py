"""High Card: a very small game, with chance and hidden hands, that shows what a game brings."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core.contract import Game, Option
from atlantis_games.kernels.loader import GameKernels
from atlantis_tiny import actions, evaluation, observation, outcome, reasons, view
from atlantis_tiny.levels import LEVELS
from atlantis_tiny.notation import NOTATION
from atlantis_tiny.state import CARDS, COLOURS, SEATS, STATE

GAME = Game(
    name="highcard",
    version=1,
    folder=Path(__file__).parent,
    players=range(2, SEATS + 1),
    colours=COLOURS,
    options={"winner": Option("low_wins", "highest", ("highest", "lowest"))},  # §2.2
    levels=LEVELS,
    has_secrets=True,
    has_board=False,
    record=STATE,
    max_legal=CARDS,
    notation=NOTATION,
    rules=actions,
    evaluation=evaluation,
    observation=observation,
    views=view,
    reasons=reasons,
    outcomes=outcome,
    kernels=GameKernels("highcard", actions, evaluation, observation),
)
