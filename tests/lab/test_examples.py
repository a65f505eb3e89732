"""The bots among the examples do what their docstrings say."""

from __future__ import annotations

import pytest

import search_bot
from atlantis_games.bots import bot_named
from atlantis_games.games import GAMES


@pytest.mark.parametrize("seat", [0, 1])
def test_a_search_on_the_public_api_beats_a_random_bot(
    seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an eighth of its iterations, from each seat of one deal."""
    monkeypatch.setattr(search_bot, "ITERATIONS", 20)
    bots = [search_bot.Bot(1), bot_named("random", "causeway", 1)]
    position, step = GAMES["causeway"].new().settled(1), 0
    while not position.is_over:
        known = position.redacted(position.actor)
        step += 1
        move = bots[position.actor != seat].choose(known, None)
        position = position.play(move).settled(step)
    assert position.winners == (seat,)


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_every_game_with_all_its_players(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_bot, "ITERATIONS", 3)
    game = GAMES[name]
    position, bot = game.new(game.players[-1]).settled(1), search_bot.Bot(1)
    for step in range(60):
        position = position.play(bot.choose(position.redacted(position.actor), None)).settled(step)
    assert position.turns


def test_ppo_learns_with_the_settings_of_the_example() -> None:
    """A few seconds of learning: its drawn actions become clearly better than random ones."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    import torch

    import maskable_ppo

    torch.set_num_threads(1)
    model = maskable_ppo.learner("causeway", envs=8)
    before = maskable_ppo.win_share(model, "causeway", "random", 200, is_drawn=True)
    model.learn(10_000)
    after = maskable_ppo.win_share(model, "causeway", "random", 200, is_drawn=True)
    assert after > before + 0.05
