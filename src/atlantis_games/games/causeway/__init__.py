"""Causeway: Leo Colovini's Atlantis of 2009."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core.contract import Game, Option
from atlantis_games.games.causeway import (
    actions,
    coach,
    diagram,
    evaluation,
    features,
    observation,
    outcome,
    reasons,
    screen,
    view,
)
from atlantis_games.games.causeway.levels import LEVELS
from atlantis_games.games.causeway.notation import NOTATION
from atlantis_games.games.causeway.picture import picture
from atlantis_games.games.causeway.state import STATE
from atlantis_games.games.causeway.tables import COLOURS, SEATS
from atlantis_games.kernels.loader import GameKernels

GAME = Game(
    name="causeway",
    version=1,
    folder=Path(__file__).parent,
    players=range(2, SEATS + 1),
    options={
        "peek": Option("peek", "off"),  # §2.3
        "bought_cards_pay": Option("bought_cards_pay", "on"),  # §5.6
        "spent_cards": Option("remove_spent_cards", "discard", ("discard", "remove")),  # §5.7
        "payment": Option("strict_payment", "free", ("free", "strict")),  # §5.4
        "pass_draw": Option("pass_draws_for_home", "two", ("two", "home")),  # §3.7
        "atlantis_journey": Option("atlantis_is_free", "pays", ("pays", "free")),  # §10.2
    },
    presets={
        "standard": {},
        "german": {
            "bought_cards_pay": "off",
            "spent_cards": "remove",
            "payment": "strict",
            "pass_draw": "home",
            "atlantis_journey": "free",
        },
        "english": {"pass_draw": "home"},
        "family": {"peek": "on", "pass_draw": "home", "atlantis_journey": "free"},
    },
    levels=LEVELS,
    has_secrets=True,
    has_board=True,
    record=STATE,
    max_legal=64,
    notation=NOTATION,
    colours=COLOURS,
    rules=actions,
    evaluation=evaluation,
    observation=observation,
    views=view,
    reasons=reasons,
    outcomes=outcome,
    features=features,
    coach=coach,
    diagrams=diagram,
    picture=picture,
    screen=screen,
    kernels=GameKernels("causeway", actions, evaluation, observation, features),
)
