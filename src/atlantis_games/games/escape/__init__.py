"""Escape: J. and C. Courtland-Smith's Atlantis in the Schmidt edition."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core.contract import Game, Option
from atlantis_games.games.escape import actions, evaluation, observation, outcome, reasons, view
from atlantis_games.games.escape.levels import LEVELS
from atlantis_games.games.escape.notation import NOTATION
from atlantis_games.games.escape.state import STATE
from atlantis_games.games.escape.tables import COLOURS, HEXES, SEATS
from atlantis_games.kernels.loader import GameKernels

GAME = Game(
    name="escape",
    version=1,
    folder=Path(__file__).parent,
    players=range(2, SEATS + 1),
    options={
        "symbols": Option(
            "mixed", "graded", "how symbols lie under the pieces (§1.3)", ("graded", "mixed")
        ),
        "spinner": Option("spinner", "even", "how the spinner is marked (§1.4)", ("even", "dice")),
        "hurricane": Option(
            "hurricane", "off", "a storm ends the game when one player is done (§11.1)"
        ),
        "no_refuge": Option("no_refuge", "off", "dolphins do not protect their swimmers (§11.2)"),
        "stall_limit": Option(
            "stall_limit",
            "20",
            "rounds without an event after which the game ends (§10.2)",
            numbers=range(1, 1001),
        ),
    },
    levels=LEVELS,
    has_secrets=False,
    has_board=True,
    record=STATE,
    max_legal=4 * HEXES + 64,
    notation=NOTATION,
    colours=COLOURS,
    rules=actions,
    evaluation=evaluation,
    observation=observation,
    views=view,
    reasons=reasons,
    outcomes=outcome,
    kernels=GameKernels("escape", actions, evaluation, observation),
)
