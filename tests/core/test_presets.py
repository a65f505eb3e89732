"""Presets: names for values of all options of a game."""

from __future__ import annotations

import pytest

import atlantis_games as atlantis
from atlantis_games import BadRequest, Game, Match
from atlantis_games.core.texts import LANGUAGES
from games.engines import all_games


@all_games
def test_every_preset_sets_all_options_of_its_game(game: Game) -> None:
    """And a new game with it has just those options, which its match file keeps."""
    assert next(iter(game.presets), "standard") == "standard"
    for name, changed in game.presets.items():
        assert set(changed) <= set(game.options)
        position = game.new(2, preset=name)
        assert position.options == game.preset(name) == game.new(2, **game.preset(name)).options
        assert Match.read(Match(position).write()).start == position
    assert game.new(2, preset="standard") == game.new(2)


@all_games
def test_an_option_beside_a_preset_changes_that_one_alone(game: Game) -> None:
    for name in game.presets:
        for option, values in game.options.items():
            if values.numbers is None:
                changed = game.new(2, preset=name, **{option: values.words[-1]})
                assert changed.options == game.preset(name) | {option: values.words[-1]}


@all_games
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_has_a_name_and_an_explanation(game: Game, language: str) -> None:
    texts = game.texts(language)
    names = {texts.fill(f"preset.{name}") for name in game.presets}
    assert len(names) == len(game.presets)
    assert all(texts.fill(f"preset.{name}.help") for name in game.presets)


@pytest.mark.parametrize("odd", ["", "Standard", "swiss", None, 1, ["german"], {}])
def test_an_unknown_preset_is_refused(odd: object) -> None:
    with pytest.raises(BadRequest, match=r"has no preset .*; it has standard"):
        atlantis.new_game("causeway", preset=odd)
