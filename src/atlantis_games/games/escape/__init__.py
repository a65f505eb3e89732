"""Escape: J. and C. Courtland-Smith's Atlantis in the Schmidt edition."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core import template
from atlantis_games.core.game import Game, Option
from atlantis_games.games.escape import evaluation, observation, rules
from atlantis_games.games.escape.notation import NOTATION
from atlantis_games.games.escape.reckoning import courtesy, deed, settlement
from atlantis_games.games.escape.refusals import astray, refuse
from atlantis_games.games.escape.tables import COLOURS, HEXES, SEATS
from atlantis_games.games.escape.view import draw, effect, private, public

ENGINE = template.load(Path(template.__file__).with_name("engine.py"), "escape", rules=rules)

GAME = Game(
    name="escape",
    title="Escape",
    version=1,
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
    record=rules.STATE,
    notation=NOTATION,
    width=4 * HEXES + 64,
    colours=COLOURS,
    rules=rules,
    evaluation=evaluation,
    observation=observation,
    engine=ENGINE,
    public=public,
    private=private,
    draw=draw,
    refuse=refuse,
    astray=astray,
    effect=effect,
    deed=deed,
    settlement=settlement,
    payment=lambda position: None,
    courtesy=courtesy,
    secrets=False,
)
