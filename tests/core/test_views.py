"""Views are the same in Python, in JSON and in the schemas that describe them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import atlantis_games as atlantis
from atlantis_games import Game, Position
from atlantis_games.games import GAMES
from support.view_tables import view_tables

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
DOCUMENT = Path(__file__).parents[2] / "docs" / "views.md"


def positions(game: Game, number: int) -> Iterator[Position]:
    """Positions of random games, with all numbers of players and any options."""
    for seed in range(number):
        draw = random.Random(seed)
        options = {
            name: draw.choice(option.words)
            for name, option in game.options.items()
            if option.numbers is None
        }
        position = game.new(draw.choice(game.players), **options)
        while not position.is_over:
            position = position.play(draw.choice(list(position.moves)))
            if draw.random() < 0.1:
                yield position
        yield position


@games
def test_views_and_choices_fit_their_schema_and_come_back_from_json(game: Game) -> None:
    schema = game.view_schema
    view_fits = jsonschema_rs.validator_for(schema)
    choice_fits = jsonschema_rs.validator_for(
        {"$ref": "#/$defs/Choice", "$defs": schema["$defs"], "$schema": schema["$schema"]}
    )
    seen: set[str] = set()
    for position in positions(game, 12):
        for seat in range(-1, position.players):
            view = position.view(seat)
            view_fits.validate(view)
            assert json.loads(json.dumps(view)) == view
            seen |= fields(view)
        choices = position.choices()
        assert json.loads(json.dumps(choices)) == choices
        for choice in choices:
            choice_fits.validate(choice)
            seen |= set(choice)
    parts = [schema, *schema["$defs"].values()]
    described = {name for part in parts for name in part.get("properties", {})}
    assert described - seen <= {"overpaid", "guarded", "rider"}, "described, but never seen"


def fields(value: Any) -> set[str]:
    """Every key in a view."""
    if isinstance(value, dict):
        return set(value).union(*map(fields, value.values()))
    return set[str]().union(*map(fields, value)) if isinstance(value, list) else set()


@games
def test_the_document_shows_the_schema(game: Game) -> None:
    assert view_tables(game) in DOCUMENT.read_text("utf-8")


@games
def test_what_is_dealt_again_fits_what_the_seat_knows(game: Game) -> None:
    different = 0
    for position in positions(game, 2):
        for seat in range(-1, position.players):
            known = position.redacted(seat)
            guess = known.resampled(5)
            assert guess.seen_by is None
            assert guess.redacted(seat) == known
            assert guess == known.resampled(5) == position.resampled(5, seat)
            different += guess != position
    assert bool(different) == game.has_secrets


def test_a_redacted_position_is_played_out_only_after_a_guess() -> None:
    position = atlantis.new_game("causeway").settled(1)
    known = position.redacted(1)
    assert not known.moves
    with pytest.raises(atlantis.BadRequest, match="resampled"):
        known.playout(1)
    guess = known.resampled(3)
    assert guess.moves
    assert guess.playout(4).is_over
    assert guess.playout(4) == guess.playout(4) != guess.playout(5)


@games
def test_a_notebook_shows_what_the_seat_sees(game: Game) -> None:
    position = game.new().settled(1)
    assert position._repr_svg_() == position.svg()
    assert position.redacted(0)._repr_svg_() == position.svg(0)
