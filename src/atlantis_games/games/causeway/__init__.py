"""Causeway: Leo Colovini's Atlantis of 2009."""

from __future__ import annotations

from pathlib import Path

from atlantis_games.core import template
from atlantis_games.core.game import Game, Option
from atlantis_games.games.causeway import evaluation, observation, rules
from atlantis_games.games.causeway.notation import NOTATION
from atlantis_games.games.causeway.reckoning import deed, payment, settlement
from atlantis_games.games.causeway.refusals import astray, refuse
from atlantis_games.games.causeway.tables import COLOURS, SEATS
from atlantis_games.games.causeway.view import draw, effect, private, public

ENGINE = template.load(Path(template.__file__).with_name("engine.py"), "causeway", rules=rules)

GAME = Game(
    name="causeway",
    title="Causeway",
    version=1,
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
    record=rules.STATE,
    notation=NOTATION,
    width=64,
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
    payment=payment,
    courtesy=lambda position: None,
    secrets=True,
)
