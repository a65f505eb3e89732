"""The environments keep the conventions of their libraries, checked by the libraries' own tests."""

from __future__ import annotations

import copy
import pickle
import warnings
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.vector import AutoresetMode
from open_spiel.python.algorithms import (
    external_sampling_mccfr,
    mcts,
    outcome_sampling_mccfr,
)
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

import atlantis_games.lab.openspiel as spiel
import atlantis_games.lab.pettingzoo as zoo
from atlantis_games import CHANCE, BadRequest, IllegalMove
from atlantis_games.bots import bot_named
from atlantis_games.games import GAMES
from atlantis_games.kernels.random import streams
from atlantis_games.lab import environment_id
from atlantis_games.lab.gymnasium import VectorEnvironment
from atlantis_games.lab.pettingzoo import Environment, Family, causeway_v2, escape_v2

families = pytest.mark.parametrize("family", [causeway_v2, escape_v2], ids=["causeway", "escape"])
names = pytest.mark.parametrize("name", GAMES)
illegal_is_logged = pytest.mark.filterwarnings("ignore::UserWarning")


# PettingZoo


@families
def test_after_a_seed_the_following_games_are_the_same_too(family: Family) -> None:
    def deals(env: Any) -> list[bytes]:
        seen = []
        for _ in range(3):
            env.reset()
            seen.append(env.observe("player_1")["observation"].tobytes())
        return seen

    one, two = family.env(), family.env()
    one.reset(seed=5)
    two.reset(seed=5)
    twin = copy.copy(one)
    found = deals(one)
    assert found == deals(two) == deals(twin)
    fresh = family.env(), family.env()
    if family is causeway_v2:
        assert len(set(found)) == 3
        assert deals(fresh[0]) != deals(fresh[1])


@families
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_api(family: Family, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # It knows by name which environments have masks, and ours are not on its list.
        warnings.filterwarnings("ignore", "Observation space for each agent probably")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")  # out of turn
        api_test(family.env(players=players), num_cycles=200)
        api_test(family.raw_env(players=players), num_cycles=200)
    seed_test(lambda: family.env(players=players), num_cycles=300)
    seed_test(lambda: family.raw_env(players=players), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


def play(env: Any, rng: np.random.Generator, wrong: int = -1) -> list[Any]:
    """Everything a random game shows; at one decision an illegal action."""
    story: list[Any] = []
    decisions = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        story.append((agent, reward, termination, truncation, dict(info), str(env)))
        story.append((dict(env.rewards), dict(env.terminations), list(env.agents)))
        story.append(observation["observation"].tobytes() + observation["action_mask"].tobytes())
        if termination or truncation:
            env.step(None)
            continue
        mask = observation["action_mask"]
        actions = np.flatnonzero(mask == 0 if decisions == wrong else mask)
        env.step(int(rng.choice(actions)))
        decisions += 1
    return story


@illegal_is_logged
@families
@pytest.mark.parametrize("wrong", [-1, 0, 25])
def test_one_guard_answers_like_three_wrappers(family: Family, wrong: int) -> None:
    """The same game in PettingZoo's own wrappers and in ours, call by call."""
    theirs: Any = wrappers.TerminateIllegalWrapper(family.raw_env(max_cycles=120), -1)
    theirs = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(theirs))
    ours: Any = family.env(max_cycles=120)
    stories = []
    for env in (theirs, ours):
        for call in (env.last, lambda env=env: env.agent_selection, lambda env=env: env.step(0)):
            with pytest.raises((AttributeError, AssertionError)):
                call()
        env.reset(seed=6)
        for action in (-1, 10**6, 1.5, "A ring"):
            with pytest.raises(AssertionError, match="action is not in action space"):
                env.step(action)
        env.reset(seed=5)
        stories.append(play(env, np.random.default_rng(2), wrong))
        env.step(None)  # after the end: a warning, as in PettingZoo
        assert env.agents == []
    assert stories[0] == stories[1]


@families
def test_a_raw_step_that_is_not_legal_raises_and_changes_nothing(family: Family) -> None:
    env = family.raw_env(players=3)
    env.reset(seed=1)
    before = env.episode._batch.states.tobytes()
    illegal = int(np.flatnonzero(env.episode.mask == 0)[0])
    with pytest.raises(IllegalMove, match="not legal"):
        env.step(illegal)
    for action in (-1, 10**6, 0.5, None, "pass"):
        with pytest.raises(BadRequest, match="An action"):
            env.step(action)  # type: ignore[arg-type]
    with pytest.raises(BadRequest, match="A seed is a whole number"):
        env.reset(seed="one")  # type: ignore[arg-type]
    assert env.episode._batch.states.tobytes() == before


@families
@pytest.mark.parametrize("wrapped", [True, False])
def test_copies_and_pickles_keep_the_whole_state(family: Family, wrapped: bool) -> None:
    env: Any = family.env(players=3) if wrapped else family.raw_env(players=3)
    env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(50):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    expected = play(env, np.random.default_rng(4))
    for other in copies:
        assert play(other, np.random.default_rng(4)) == expected


def test_an_agent_acts_several_times_in_a_row_and_others_see_no_mask() -> None:
    env = causeway_v2.env(players=2)
    env.reset(seed=1)
    rng = np.random.default_rng(0)
    agents = []
    for agent in env.agent_iter(60):
        agents.append(agent)
        other = env.possible_agents[1 - env.possible_agents.index(agent)]
        assert not env.observe(other)["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert any(a == b for a, b in pairwise(agents))
    assert set(agents) == {"player_0", "player_1"}


@families
def test_max_cycles_truncates_after_so_many_decisions(family: Family) -> None:
    env = family.env(max_cycles=7)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    for decision in range(7):
        assert not any(env.truncations.values()), decision
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_rendering_and_wrong_settings() -> None:
    env = causeway_v2.raw_env(render_mode="ansi")
    env.reset(seed=1)
    picture = env.render()
    assert picture is not None
    assert "Atlantis:" in picture
    assert env.planes("player_0")["hand"].sum() == 4
    for settings in ({"render_mode": "vr"}, {"players": 9}, {"max_cycles": 0}, {"peek": 3}):
        with pytest.raises(BadRequest):
            causeway_v2.env(**settings)
    assert str(causeway_v2.env()) == "causeway_v2"
    assert issubclass(escape_v2.raw_env, Environment)


# Gymnasium


@names
def test_a_vector_of_games_keeps_gymnasiums_conventions(name: str) -> None:
    limit = 30 if name == "escape" else 0
    env = VectorEnvironment(name, 6, players=3, opponents=["random", "greedy"], limit=limit)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=5)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(120):
        assert env.observation_space.contains(observations)
        masks = infos["action_mask"]
        assert masks.shape == (6, GAMES[name].observation.DECISIONS)
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        assert env.action_space.contains(actions)
        kept = observations
        copied = kept.copy()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        np.testing.assert_array_equal(kept, copied)
        done = terminations | truncations
        ended += int(done.sum())
        assert rewards.dtype == np.float64
        assert not rewards[~terminations].any()
        assert ("final_obs" in infos) == bool(done.any())
        for number in np.flatnonzero(done):
            assert infos["_final_obs"][number]
            assert infos["final_obs"][number].shape == env.single_observation_space.shape
    assert ended
    env.close()


def test_the_same_seed_and_actions_play_the_same_whatever_the_threads() -> None:
    def played(threads: int, seed: Any) -> bytes:
        env = VectorEnvironment("causeway", 5, opponents=["search:5@0.1"], threads=threads)
        observations, infos = env.reset(seed=seed)
        for _ in range(12):
            observations, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
        return bytes(observations.tobytes())

    assert played(1, 4) == played(2, 4) != played(1, 5)
    assert played(1, [1, 2, 3, 4, 5]) == played(2, [1, 2, 3, 4, 5])


def test_the_learner_sits_where_it_is_told_and_bots_are_of_use() -> None:
    env = VectorEnvironment("causeway", 64, players=3, seat=2)
    _, infos = env.reset(seed=1)
    assert (infos["seat"] == 2).all()
    anywhere = VectorEnvironment("causeway", 64, players=3)
    assert set(anywhere.reset(seed=1)[1]["seat"].tolist()) == {0, 1, 2}
    results: dict[str, list[float]] = {"random": [], "greedy": []}
    for bot, rewards in results.items():
        env = VectorEnvironment("causeway", 64, opponents=[bot])
        _, infos = env.reset(seed=1)
        rng = np.random.default_rng(1)
        for _ in range(120):
            masks = infos["action_mask"]
            _, gained, ended, _, infos = env.step((rng.random(masks.shape) * masks).argmax(axis=1))
            rewards += gained[ended].tolist()
    assert abs(np.mean(results["random"])) < 0.35
    assert np.mean(results["greedy"]) < -0.8


def test_a_vector_refuses_wrong_input_and_ends_illegal_games() -> None:
    env = VectorEnvironment("causeway", 3)
    with pytest.raises(BadRequest, match="Reset"):
        env.step([0, 0, 0])
    _, infos = env.reset(seed=1)
    for actions in ([0.5, 1, 2], [1, 2], None, ["a", "b", "c"]):
        with pytest.raises(BadRequest, match="3 whole numbers"):
            env.step(actions)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = -5
    _, rewards, terminations, _, infos = env.step(actions)
    assert terminations.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -1, 0]
    for seed in ("one", [1, 2], [1, 2, "x"], 1.5):
        with pytest.raises(BadRequest):
            env.reset(seed=seed)  # type: ignore[arg-type]
    refused: list[dict[str, Any]] = [
        {"opponents": ["triton"]},
        {"opponents": ["deep-blue"]},
        {"opponents": "greedy"},
        {"opponents": []},
        {"opponents": ["greedy", "greedy"]},
        {"seat": 2},
        {"num_envs": 0},
        {"reward": "money"},
    ]
    for settings in refused:
        chosen: dict[str, Any] = {"game": "causeway", "num_envs": 2} | settings
        with pytest.raises(BadRequest):
            VectorEnvironment(**chosen)


def random_steps(env: VectorEnvironment, infos: dict[str, Any], number: int, seed: int) -> Any:
    """Random legal steps; everything that was told."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        masks = infos["action_mask"]
        told = env.step((rng.random(masks.shape) * masks).argmax(axis=1))
        infos = told[-1]
        yield told


def test_the_end_of_a_game_is_told_in_full() -> None:
    env = VectorEnvironment("causeway", 8, opponents=["random"], limit=25)
    _, first = env.reset(seed=3)
    ends = 0
    before = first["seat"]
    for _, rewards, terminated, truncated, infos in random_steps(env, first, 120, 1):
        done = terminated | truncated
        assert ("final_info" in infos) == done.any()
        if done.any():
            ends += int(done.sum())
            about = infos["final_info"]
            np.testing.assert_array_equal(infos["_final_info"], done)
            np.testing.assert_array_equal(about["seat"], before)
            assert not about["illegal"].any()
            for game in np.flatnonzero(terminated):
                scores = about["scores"][game, :2].tolist()
                won = scores[before[game]] == max(scores)
                assert (rewards[game] >= 0) == won
        before = infos["seat"]
    assert ends > 20
    actions = np.full(8, 10**6)
    assert env.step(actions)[-1]["final_info"]["illegal"].all()
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.step(actions)


@pytest.mark.parametrize("hand_out", [True, False])
def test_a_vector_can_begin_again_in_the_next_step(hand_out: bool) -> None:
    """The same games as in the same step, with the end and the beginning one after the other."""
    mode = AutoresetMode.NEXT_STEP
    env = VectorEnvironment(
        "causeway", 4, opponents=["random"], limit=9, autoreset_mode=mode, copy=hand_out
    )
    other = VectorEnvironment("causeway", 4, opponents=["random"], limit=9)
    env.reset(seed=5)
    _, first = other.reset(seed=5)
    for observations, rewards, terminated, truncated, infos in random_steps(other, first, 40, 2):
        done = terminated | truncated
        seen = env.step(other._learner.choices)
        np.testing.assert_array_equal(seen[1], rewards)
        if done.any():
            assert done.all()  # all are cut off together
            np.testing.assert_array_equal(seen[0], np.stack(list(infos["final_obs"])))
            seen = env.step(np.full(4, -7))
            assert not seen[1].any()
            assert not (seen[2] | seen[3]).any()
        np.testing.assert_array_equal(seen[0], observations)
    wrapped = gymnasium.wrappers.vector.DtypeObservation(env, np.float32)
    assert wrapped.reset(seed=1)[0].dtype == np.float32
    with pytest.raises(BadRequest, match="SAME_STEP"):
        VectorEnvironment("causeway", 2, autoreset_mode=AutoresetMode.DISABLED)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_vector_copies_with_everything_in_it(how: Any) -> None:
    env = VectorEnvironment("escape", 3, opponents=["greedy"], threads=2)
    _, infos = env.reset(seed=1)
    infos = list(random_steps(env, infos, 10, 1))[-1][-1]
    twin = how(env)
    one = [told[0] for told in random_steps(env, infos, 10, 2)]
    two = [told[0] for told in random_steps(twin, infos, 10, 2)]
    np.testing.assert_array_equal(one, two)


@names
@pytest.mark.parametrize("bot", ["random", "greedy@2", "search:4@0.1"])
def test_an_opponent_chooses_as_the_bot_of_its_name_and_seed_does(name: str, bot: str) -> None:
    """The same games by `Position` and `bot_named`, with the environment's chance and choices."""
    game = GAMES[name]
    env = VectorEnvironment(game, 2, players=3, opponents=[bot], seat=1)
    words = streams(8, 2)
    _, infos = env.reset(seed=8)
    bots = [[bot_named(bot, name, seed) for seed in row] for row in env.bot_seeds.tolist()]
    positions = [env.start, env.start]
    for _ in range(8):
        for row, position in enumerate(positions):
            word = words[row : row + 1]
            while position.actor != 1:
                if position.actor == CHANCE:
                    move = game.moves[game.engine.sample(position.states(), word)]
                else:
                    player = bots[row][(position.actor - 1) % 3 - 1]
                    move = player.choose(position.redacted(position.actor), None)
                position = position.play(move)
            assert position._states.tobytes() == env._batch.states[row : row + 1].tobytes()
            positions[row] = position.play(game.moves[infos["action_mask"][row].argmax()])
        infos = env.step(infos["action_mask"].argmax(axis=1))[-1]


# Every installed game


@names
def test_environments_are_named_after_the_game_and_its_version(name: str) -> None:
    game = GAMES[name]
    found = environment_id(game)
    family = getattr(zoo, found)
    assert family.raw_env.metadata["name"] == found
    assert family is getattr(zoo, found)
    assert getattr(zoo, family.raw_env.__name__) is family.raw_env
    assert VectorEnvironment(game, 1).metadata["name"] == found
    assert f"python_{found}" in pyspiel.registered_names()


def test_there_is_no_environment_of_a_game_that_is_not_installed() -> None:
    for name in ("chess_v1", "causeway_v0", "causeway_v", "__path__"):
        with pytest.raises(AttributeError, match="no attribute"):
            getattr(zoo, name)


# OpenSpiel


def load(name: str, **settings: object) -> Any:
    return pyspiel.load_game(f"python_{environment_id(GAMES[name])}", settings)


@names
@pytest.mark.parametrize("players", [2, 3])
def test_openspiel_simulates_games_and_checks_the_api(name: str, players: int) -> None:
    pyspiel.random_sim_test(
        load(name, players=players, limit=40), num_sims=2, serialize=True, verbose=False
    )
    if name == "causeway":
        pyspiel.random_sim_test(load(name), num_sims=1, serialize=False, verbose=False)


def dealt(game: Any, seed: int = 1, decisions: int = 0) -> Any:
    """A state in which somebody decides."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while state.is_chance_node() or decisions > 0:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            assert max(outcomes) < game.max_chance_outcomes()
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
            decisions -= 1
    return state


@names
def test_openspiel_sizes_agree_and_nothing_happens_after_the_end(name: str) -> None:
    game = load(name, limit=3)
    size = GAMES[name].observation.LAYOUT.size
    observer = spiel.AtlantisObserver(
        game.start, pyspiel.IIGObservationType(perfect_recall=False), None
    )
    assert game.observation_tensor_size() == observer.tensor.size == size
    recall = spiel.AtlantisObserver(
        game.start, pyspiel.IIGObservationType(perfect_recall=True), None
    )
    assert game.information_state_tensor_size() == recall.tensor.size == size + spiel.MAX_EVENTS
    state = dealt(game, decisions=2)
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    for action in (0, *state.position.moves.values()):
        with pytest.raises(pyspiel.SpielError, match="over"):
            state.apply_action(action)


@names
def test_openspiel_states_copy_pickle_and_end(name: str) -> None:
    game = load(name, limit=50)
    state = dealt(game, decisions=30)
    restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), restored):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(0) == state.information_state_string(0)
        other.apply_action(other.legal_actions()[0])
        assert str(other) != str(state)
    end = dealt(game, decisions=50)
    assert end.is_terminal()
    assert end.legal_actions() == []
    assert sum(end.returns()) == pytest.approx(0)


def test_an_information_state_hides_what_others_drew_and_remembers_everything() -> None:
    game = load("causeway")
    state = dealt(game, decisions=25)
    events = state.events()
    for player in (0, 1):
        seen = state.events(player)
        assert len(seen) == len(events)
        hidden = [event for event, text in zip(events, seen, strict=True) if event != text]
        assert hidden
        assert all(event.startswith("draw ") for event in hidden)
        known = f"seat {player}: {', '.join(seen)}; {state.private(player)}"
        assert state.information_state_string(player) == known
        tensor = np.array(state.information_state_tensor(player))
        assert np.count_nonzero(tensor[-spiel.MAX_EVENTS :]) <= len(events)
        vector = np.zeros(1232, np.uint8)
        game_of = state.position.game
        game_of.observation.observe(state.position.states()[0], player, vector)
        size = len(state.observation_tensor(player))
        np.testing.assert_array_equal(state.observation_tensor(player), vector[:size])
    assert state.observation_string(0) != state.observation_string(1)


@names
def test_openspiels_algorithms_run(name: str) -> None:
    game = load(name, limit=30)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = dealt(game)
    assert bot.step(state) in state.legal_actions()
    sampling = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    sampling.iteration()
    assert sampling._infostates
    short = load(name, limit=2)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        short, external_sampling_mccfr.AverageType.SIMPLE
    )
    solver.iteration()
    policy = solver.average_policy().action_probabilities(dealt(short))
    assert sum(policy.values()) == pytest.approx(1)


def test_openspiel_refuses_wrong_input() -> None:
    for text in ("players=9", "peek=maybe", "limit=-1"):
        with pytest.raises(pyspiel.SpielError):
            pyspiel.load_game(f"python_causeway_v2({text})")
    state = dealt(load("causeway"))
    before = str(state)
    for action in (103, 10**6, -3):
        with pytest.raises(pyspiel.SpielError):
            state.apply_action(action)
    assert str(state) == before
    with pytest.raises(ValueError, match="observation parameters"):
        load("causeway").make_py_observer(params={"zoom": 2})
