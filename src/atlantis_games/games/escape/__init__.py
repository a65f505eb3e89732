"""Escape: J. and C. Courtland-Smith's Atlantis in the Schmidt edition."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core.contract import Game, Option
from atlantis_games.games.escape import (
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
from atlantis_games.games.escape.levels import LEVELS
from atlantis_games.games.escape.notation import NOTATION
from atlantis_games.games.escape.picture import picture
from atlantis_games.games.escape.state import STATE
from atlantis_games.games.escape.tables import COLOURS, HEXES, SEATS
from atlantis_games.kernels.loader import GameKernels

GAME = Game(
    name="escape",
    version=1,
    folder=Path(__file__).parent,
    players=range(2, SEATS + 1),
    options={
        "symbols": Option("mixed", "graded", ("graded", "mixed")),  # §1.3
        "spinner": Option("spinner", "even", ("even", "dice")),  # §1.4
        "hurricane": Option("hurricane", "off"),  # §11.1
        "no_refuge": Option("no_refuge", "off"),  # §11.2
        "refuge": Option("riding", "together", ("together", "riding")),  # §8.3
        "bite": Option("arriving", "entering", ("entering", "arriving")),  # §5.12
        "stall_limit": Option("stall_limit", "20", numbers=range(1, 1001)),  # §10.2
    },
    presets={
        "standard": {},
        "german": {"refuge": "riding", "bite": "arriving"},
        "family": {"spinner": "dice", "bite": "arriving"},
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
    features=features,
    coach=coach,
    diagrams=diagram,
    picture=picture,
    screen=screen,
    kernels=GameKernels("escape", actions, evaluation, observation, features),
    shown_alone=frozenset({"symbol", "spin"}),
)
