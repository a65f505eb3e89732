"""Causeway: Leo Colovini's Atlantis of 2009."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core.contract import Game, Option
from atlantis_games.games.causeway import evaluation, observation, outcome, reasons, rules, view
from atlantis_games.games.causeway.levels import LEVELS
from atlantis_games.games.causeway.notation import NOTATION
from atlantis_games.games.causeway.tables import COLOURS, SEATS
from atlantis_games.kernels.loader import GameKernels

GAME = Game(
    name="causeway",
    version=1,
    folder=Path(__file__).parent,
    players=range(2, SEATS + 1),
    options={
        "peek": Option("peek", "off", "the lower tiles of stacks are known (§2.3)"),
        "bought_cards_pay": Option(
            "bought_cards_pay", "on", "cards bought this turn may pay for gaps (§5.6)"
        ),
        "spent_cards": Option(
            "remove_spent_cards",
            "discard",
            "where cards go that paid for a gap (§5.7)",
            ("discard", "remove"),
        ),
    },
    levels=LEVELS,
    has_secrets=True,
    has_board=True,
    record=rules.STATE,
    max_legal=64,
    notation=NOTATION,
    colours=COLOURS,
    rules=rules,
    evaluation=evaluation,
    observation=observation,
    views=view,
    reasons=reasons,
    outcomes=outcome,
    kernels=GameKernels("causeway", rules, evaluation, observation),
)
