"""The bots among the examples do what their docstrings say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import search_bot
from atlantis_games import BadRequest
from atlantis_games.bots import bot_named
from atlantis_games.games import GAMES
from atlantis_games.lab.gymnasium import VectorEnvironment


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


def test_stable_baselines_gets_the_games_of_the_vector_environment() -> None:
    pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed")
    from atlantis_games.lab.stable_baselines import Games

    settings: dict[str, Any] = {"opponents": ["random"], "reward": "shaped", "limit": 9}
    games, same = Games("causeway", 4, **settings), VectorEnvironment("causeway", 4, **settings)
    games.seed(3)
    np.testing.assert_array_equal(games.reset(), same.reset(seed=3)[0])
    for step in range(1, 10):
        actions = np.stack(games.env_method("action_masks")).argmax(axis=1)
        seen, rewards, done, infos = games.step(actions)
        others = same.step(actions)
        np.testing.assert_array_equal(seen, others[0])
        np.testing.assert_allclose(rewards, others[1], atol=1e-6)
        assert done.all() == (step == 9)
    assert [info["TimeLimit.truncated"] for info in infos] == [True] * 4
    assert [info["episode"]["l"] for info in infos] == [9] * 4
    with pytest.raises(BadRequest, match="no method"):
        games.env_method("render")
    games.close()


def test_without_stable_baselines_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from atlantis_games.lab import stable_baselines

    monkeypatch.setattr(stable_baselines, "VecEnv", object)
    with pytest.raises(BadRequest, match="pip install stable-baselines3"):
        stable_baselines.Games("causeway", 4)


def test_ppo_learns_with_the_settings_of_the_example() -> None:
    """A few seconds of learning: its likeliest actions become clearly better than random ones."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    import torch

    import learning_curve
    import maskable_ppo

    torch.set_num_threads(1)
    model = maskable_ppo.learner("causeway", envs=32)
    before = learning_curve.win_share(model, "causeway", "random", 300)
    model.learn(40_000)
    after = learning_curve.win_share(model, "causeway", "random", 300)
    assert after > max(0.65, before + 0.1)
