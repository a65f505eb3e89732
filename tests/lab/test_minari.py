"""Games of bots as Minari data sets, read again with Minari itself."""

from __future__ import annotations

import json
from pathlib import Path

import minari
import numpy as np
import pytest
from typer.testing import CliRunner

from atlantis_games import BadRequest, new_game
from atlantis_games.cli.main import app
from atlantis_games.games import GAMES
from atlantis_games.lab.minari import write_minari


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data sets of tests stay with the test."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


@pytest.mark.parametrize("game", GAMES)
def test_every_step_was_legal_and_the_last_one_has_the_result(game: str) -> None:
    name = f"atlantis/{game}/random-v0"
    written = write_minari(name, new_game(game), ["random", "greedy"], games=2, seed=3)
    found = minari.load_dataset(name)
    assert found.total_episodes == 2
    assert found.total_steps == written
    for episode in found:
        masks = episode.infos["action_mask"]
        assert all(masks[step, action] for step, action in enumerate(episode.actions))
        assert len(episode.observations) == len(episode.actions) + 1
        assert episode.terminations.tolist() == [False] * (len(episode.actions) - 1) + [True]
        assert not np.any(episode.rewards[:-1])
        assert -1 <= episode.rewards[-1] <= 1
    env = found.recover_environment()
    assert env.unwrapped.game.name == game
    env.close()


def test_what_cannot_be_is_said_before_the_first_game() -> None:
    with pytest.raises(BadRequest, match="a bot for each of 3"):
        write_minari("ours/two-v0", new_game("causeway", 3), ["random"], games=1, seed=1)
    write_minari("ours/two-v0", new_game("causeway"), ["random", "random"], games=1, seed=1)
    with pytest.raises(BadRequest, match="already"):
        write_minari("ours/two-v0", new_game("causeway"), ["random", "random"], games=1, seed=1)


def test_a_name_that_minari_does_not_take_is_refused() -> None:
    with pytest.raises(BadRequest, match="is called like"):
        write_minari("no version", new_game("causeway"), ["random", "random"], games=1, seed=1)


def test_the_command_makes_one() -> None:
    words = ["simulate", "causeway", "--games", "2", "--seed", "1", "--json"]
    words += ["--minari", "atlantis/causeway/greedy-v0", "--bots", "greedy,random"]
    result = CliRunner().invoke(app, words)
    told = json.loads(result.stdout)
    assert minari.load_dataset("atlantis/causeway/greedy-v0").total_steps == told["decisions"]
