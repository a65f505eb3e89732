"""The single Gymnasium environment, its opponents and what it renders."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from PIL import Image

import atlantis_games.lab.pettingzoo as zoo
from atlantis_games import BadRequest, Position
from atlantis_games.core.pictures.png import png
from atlantis_games.games import GAMES
from atlantis_games.lab import environment_id, sprites
from atlantis_games.lab.gymnasium import VectorEnvironment, gymnasium_id
from atlantis_games.lab.opponents import League
from atlantis_games.lab.single import CompiledTable, SingleEnvironment, Table
from atlantis_games.lab.sprites import Painter

names = pytest.mark.parametrize("name", GAMES)
BOT_FILE = "def choose(position, clock):\n    return min(position.moves)\n"
checker_warns = pytest.mark.filterwarnings("ignore::UserWarning")


def play(env: Any, steps: int, seed: int = 3) -> list[Any]:
    """What an environment answers to random actions."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen = [observation.tobytes(), info["seat"]]
    for _ in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(legal[rng.integers(len(legal))])
        seen += [observation.tobytes(), reward, terminated, truncated]
        if terminated or truncated:
            seen.append(info["scores"])
            observation, info = env.reset()
            seen += [observation.tobytes(), info["seat"]]
    return seen


@names
@checker_warns
def test_gymnasiums_own_checker_is_content(name: str) -> None:
    check_env(gymnasium.make(gymnasium_id(GAMES[name])).unwrapped, skip_render_check=True)


def test_environments_are_made_by_id_without_an_import() -> None:
    code = (
        "import gymnasium as g; i = 'atlantis_games.lab.gymnasium:atlantis/Causeway-v2'\n"
        "print(g.make(i).reset(seed=1)[0].shape, g.make_vec(i, num_envs=3).reset(seed=1)[0].shape)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "(1232,) (3, 1232)\n"


@names
@pytest.mark.parametrize("reward", ["wins", "points", "shaped"])
def test_compiled_and_other_tables_play_the_same_games(name: str, reward: str) -> None:
    settings: dict[str, Any] = {"players": 3, "opponents": ["random", "greedy:1@0.3"]}
    settings |= {"reward": reward, "limit": 25 if name == "escape" else 0}
    compiled = SingleEnvironment(name, **settings)
    drawn = SingleEnvironment(name, **settings, render_mode="ansi")
    assert isinstance(compiled.table, CompiledTable)
    assert isinstance(drawn.table, Table)
    one, two = play(compiled, 90), play(drawn, 90)
    assert [x if not isinstance(x, float) else round(x, 5) for x in one] == [
        x if not isinstance(x, float) else round(x, 5) for x in two
    ]
    assert any(isinstance(part, list) for part in one), "no game ended"


def test_a_vector_deals_the_same_rewards_and_shaped_ones_add_up_to_the_result() -> None:
    plain = VectorEnvironment("causeway", 4, opponents=["random"])
    shaped = VectorEnvironment("causeway", 4, opponents=["random"], reward="shaped")
    sums, finished = np.zeros(4), 0
    _, infos = plain.reset(seed=1)
    shaped.reset(seed=1)
    for _ in range(300):
        actions = infos["action_mask"].argmax(axis=1)
        _, wins, ended, _, infos = plain.step(actions)
        sums += shaped.step(actions)[1]
        for number in np.flatnonzero(ended):
            assert abs(sums[number] - wins[number]) < 0.9  # the guess at the beginning
            finished += 1
            sums[number] = 0.0
    assert finished > 4


def test_opponents_of_every_kind(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(BOT_FILE, "utf-8")
    asked: list[str] = []

    class First:
        def choose(self, position: Position, clock: float | None) -> str:
            asked.append("bot")
            assert position.seen_by == position.actor
            return min(position.moves)

    class Model:
        def predict(self, observation: Any, **settings: Any) -> tuple[Any, Any]:
            asked.append("model")
            return int(settings["action_masks"].argmax()), None

    def function(observation: Any, mask: Any) -> int:
        asked.append("function")
        return int(mask.argmax())

    for opponent in (str(file), First(), Model(), function):
        env = SingleEnvironment("causeway", opponents=[opponent])
        assert play(env, 30) == play(env, 30)
    assert set(asked) == {"bot", "model", "function"}
    asked.clear()
    league = League([function], size=2)
    env = SingleEnvironment("causeway", opponents=[league])
    play(env, 10)
    for _ in range(2):
        league.add(Model())
    assert len(league.members) == 2
    asked.clear()
    play(env, 10)
    assert set(asked) == {"model"}


def test_wrong_settings_and_calls_are_refused() -> None:
    settings: dict[str, Any]
    for settings in (
        {"opponents": "greedy"},
        {"opponents": []},
        {"opponents": [3]},
        {"reward": "gold"},
        {"seat": 2},
        {"render_mode": "vr"},
        {"peek": 3},
    ):
        with pytest.raises(BadRequest):
            SingleEnvironment("causeway", **settings).reset()
    with pytest.raises(BadRequest, match="at least one member"):
        League([])
    env = SingleEnvironment("causeway")
    with pytest.raises(BadRequest, match="Reset"):
        env.step(0)
    env.reset(seed=1)
    illegal = int(env.action_masks().argmin())
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(BadRequest, match="Reset"):
        env.step(0)


@pytest.mark.parametrize("mode", [None, "svg"])
def test_environments_copy_and_pickle_in_the_middle_of_a_game(mode: str | None) -> None:
    env = SingleEnvironment("causeway", opponents=["random"], render_mode=mode)
    env.reset(seed=4)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        for _ in range(5):
            action = int(twin.action_masks().argmax())
            observation = twin.step(action)[0]
        assert observation.shape == env.observation_space.shape
    assert env.table.mask.any()


@names
def test_every_mode_renders_what_the_learner_sees(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = SingleEnvironment(name, opponents=["random"], render_mode="rgb_array")
    env.reset(seed=1)
    frame = env.render()
    assert frame.shape[1:] == (640, 3)
    assert frame.dtype == np.uint8
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 20
    for mode in ("ansi", "svg"):
        text = SingleEnvironment(name, opponents=["random"], render_mode=mode)
        text.reset(seed=1)
        position = text.position
        drawn = position.draw(text.seat) if mode == "ansi" else position.svg(text.seat)
        assert text.render() == drawn
    pytest.importorskip("pygame")
    window = SingleEnvironment(name, opponents=["random"], render_mode="human")
    window.reset(seed=1)
    assert window.renderer.window.screen.get_width() == 1280
    window.close()


@names
def test_frames_are_those_of_the_whole_picture_and_keep_what_stays(name: str) -> None:
    """Elements that were drawn before are laid over one another: the eye sees no difference."""
    painter, position = Painter(), GAMES[name].new(2).settled(1)
    for step in range(12):
        svg = position.svg(0)
        frame = np.asarray(painter.paint(svg, 640).convert("RGB")).astype(int)
        position = position.play(next(iter(position.moves))).settled(step)
    kept = len(painter.kept)
    whole = Image.open(io.BytesIO(png(svg, width=640))).convert("RGB")
    difference = np.abs(frame - np.asarray(whole).astype(int))
    assert (difference > 16).mean() < 0.001
    assert difference.mean() < 0.1
    np.testing.assert_array_equal(painter.paint(svg, 640).convert("RGB"), frame)
    assert len(painter.kept) == kept > 60


def test_what_was_kept_is_forgotten_when_it_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "MAX_BYTES", 100_000)
    painter = Painter()
    painter.paint(GAMES["causeway"].new(2).settled(1).svg(0), 640)
    assert 0 < painter.bytes <= 100_000


def test_gymnasium_knows_what_can_be_rendered(recwarn: pytest.WarningsRecorder) -> None:
    """It asks the class, and warned of every mode."""
    for mode in ("rgb_array", "svg", "ansi"):
        gymnasium.make(gymnasium_id(GAMES["causeway"]), render_mode=mode)
    assert not [str(warning.message) for warning in recwarn]


@checker_warns
def test_videos_are_recorded(tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    env = gymnasium.make(gymnasium_id(GAMES["causeway"]), render_mode="rgb_array", limit=3)
    video: Any = gymnasium.wrappers.RecordVideo(env, str(tmp_path), disable_logger=True)
    video.reset(seed=1)
    truncated = terminated = False
    while not (truncated or terminated):
        action = int(env.unwrapped.action_masks().argmax())  # type: ignore[attr-defined]
        _, _, terminated, truncated, _ = video.step(action)
    video.close()
    [file] = tmp_path.glob("*.mp4")
    assert file.stat().st_size > 1000


@names
def test_pettingzoo_makes_registered_environments_with_a_state(name: str) -> None:
    env = pettingzoo.make("aec", f"atlantis/{environment_id(GAMES[name])}", players=3)
    env.reset(seed=1)
    assert env.unwrapped.state_space.contains(env.state())
    parts = np.split(env.state(), 3)
    for agent, part in zip(env.possible_agents, parts, strict=True):
        np.testing.assert_array_equal(part, env.observe(agent)["observation"])
    frame = zoo.family(name).env(render_mode="rgb_array")
    frame.reset(seed=1)
    assert frame.render().shape[1:] == (640, 3)
