"""Thousands of games at once: the same games as one by one, and no way to break them."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

from atlantis_games import CHANCE, BadRequest, Game, Position, new_game
from atlantis_games.games import GAMES
from atlantis_games.kernels.random import streams
from atlantis_games.lab.batch import Batch, mask_of, observation_of

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def play_alone(start: Position, word: Any, choices: list[int]) -> Position:
    """One game by `Position`, with the batch's stream of chance and its choices."""
    position = start
    stream = np.array([word], np.uint64)
    pending = list(choices)
    while position.actor == CHANCE or (pending and not position.is_over):
        if position.actor == CHANCE:
            action = position.game.engine.sample(position.states(), stream)
        else:
            action = pending.pop(0)
        position = position.play(position.game.moves[action])
    return position


@games
@pytest.mark.parametrize("players", [2, 4])
def test_a_batch_plays_the_same_games_as_positions(game: Game, players: int) -> None:
    """Actors, masks, observations and states of every game, against `Position` step by step."""
    batch = Batch(game, 5, players, seed=3)
    words = batch._batch.streams.copy()
    batch.reset()
    logs: list[list[int]] = [[] for _ in range(5)]
    for step in range(60):
        for number in range(5):
            if step % 15 == 0:
                alone = play_alone(batch.start, words[number], logs[number])
                assert alone == batch.position(number)
                assert alone.actor == batch.actors[number]
                legal = np.flatnonzero(batch.masks[number]).tolist()
                assert legal == sorted(alone.moves.values())
                seen = np.zeros_like(batch.observations[number])
                game.observation.observe(alone.states()[0], alone.actor, seen)
                np.testing.assert_array_equal(batch.observations[number], seen)
                np.testing.assert_array_equal(batch.observe(number, alone.actor), seen)
        actions = batch.sample()
        for number in range(5):
            logs[number].append(int(actions[number]))
        batch.step(actions)


@games
def test_results_are_those_of_the_rules_and_games_begin_again(game: Game) -> None:
    batch = Batch(game, 40, 3, seed=1)
    words = batch._batch.streams.copy()
    batch.reset()
    logs: list[list[int]] = [[] for _ in range(40)]
    seen = 0
    first = [True] * 40
    while seen < 6:
        actions = batch.sample().tolist()
        for number, action in enumerate(actions):
            logs[number].append(action)
        batch.step(actions)
        for number in np.flatnonzero(batch.terminated).tolist():
            assert batch.rewards[number].sum() == pytest.approx(0, abs=1e-6)
            assert batch.masks[number].any()
            assert batch.position(number).state.turns == 0
            if first[number]:
                end = play_alone(batch.start, words[number], logs[number])
                assert end.is_over
                assert batch.scores[number, :3].tolist() == list(end.scores)
                best = [3 / len(end.winners) if s in end.winners else 0 for s in range(3)]
                assert batch.rewards[number, :3].tolist() == [(b - 1) / 2 for b in best]
                first[number] = False
                seen += 1
        going = ~batch.terminated
        assert not batch.rewards[going].any()


@games
def test_threads_and_batch_size_change_nothing(game: Game) -> None:
    one, two = Batch(game, 33, seed=9, threads=1), Batch(game, 33, seed=9, threads=3)
    small = Batch(game, 7, seed=9)
    for batch in (one, two, small):
        batch.reset()
    for _ in range(120):
        for batch in (one, two, small):
            batch.step(batch.sample())
        for name in ("observations", "masks", "rewards", "actors", "terminated", "scores"):
            np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
            np.testing.assert_array_equal(getattr(one, name)[:7], getattr(small, name))


@games
def test_games_of_a_large_batch_are_those_of_a_small_one(game: Game) -> None:
    """More games than the caches hold, whose memory is prefetched, and every size around that."""
    small = Batch(game, 5, seed=4, threads=1)
    for size in (512, 513, 515):
        large = Batch(game, size, seed=4, threads=1)
        small.reset(4)
        large.reset()
        for _ in range(40):
            small.step(small.sample())
            large.step(large.sample())
        for name in ("observations", "masks", "actors"):
            np.testing.assert_array_equal(getattr(large, name)[:5], getattr(small, name))
        last = large.position(size - 1)
        np.testing.assert_array_equal(large.observations[-1], observation_of(last))
        np.testing.assert_array_equal(large.masks[-1], mask_of(last))


def test_seeds_differ_and_repeat() -> None:
    def played(seed: int) -> bytes:
        batch = Batch("causeway", 4, seed=1)
        batch.reset(seed)
        for _ in range(30):
            batch.step(batch.sample())
        return bytes(batch.observations.tobytes())

    assert played(5) == played(5)
    assert played(5) != played(6)
    assert len({*streams(1, 1000).tolist(), *streams(2, 1000).tolist()}) == 2000


@games
@pytest.mark.parametrize("wrong", ["illegal", "negative", "huge", "chance"])
def test_an_illegal_action_ends_its_game_and_no_other(game: Game, wrong: str) -> None:
    batch, other = Batch(game, 6, 3, seed=2), Batch(game, 6, 3, seed=2)
    for each in (batch, other):
        each.reset()
        for _ in range(20):
            each.step(each.sample())
    actions = batch.sample().copy()
    other.step(other.sample())
    seat = int(batch.actors[2])
    points = list(batch.position(2).scores)
    batch.scores[2] = 99
    actions[2] = {
        "illegal": int(np.flatnonzero(batch.masks[2] == 0)[0]),
        "negative": -1,
        "huge": 2**40 + actions[2],
        "chance": game.observation.DECISIONS,
    }[wrong]
    batch.step(actions)
    assert batch.terminated.tolist() == [False, False, True, False, False, False]
    assert batch.rewards[2].tolist() == [-1.0 if s == seat else 0.0 for s in range(4)]
    assert batch.scores[2, :3].tolist() == points
    assert batch.position(2).state.turns == 0
    rest = [0, 1, 3, 4, 5]
    np.testing.assert_array_equal(batch.observations[rest], other.observations[rest])
    for _ in range(200):
        batch.step(batch.sample())


def test_a_scribbled_mask_does_not_make_an_action_legal() -> None:
    batch = Batch("causeway", 2)
    batch.reset()
    batch.masks[...] = 1
    illegal = batch.game.numbers["pay 7"]
    batch.step([illegal, int(batch.sample()[1])])
    assert batch.terminated.tolist() == [True, False]


def test_a_limit_truncates_and_points_add_up() -> None:
    batch = Batch("causeway", 8, reward="points", limit=10, seed=4)
    batch.reset()
    before = np.array([batch.position(number).scores for number in range(8)])
    total = np.zeros((8, 2))
    for step in range(10):
        batch.step(batch.sample())
        total += batch.rewards[:, :2]
        assert batch.truncated.all() == (step == 9)
    np.testing.assert_array_equal(before + total, batch.scores[:, :2])
    assert not batch.terminated.any()
    for step in range(10):  # the next game has as many decisions
        batch.step(batch.sample())
        assert batch.truncated.all() == (step == 9)


def test_arrays_of_the_caller_are_written_and_nothing_is_allocated() -> None:
    mine = np.zeros((16, 1232), np.uint8)
    batch = Batch("causeway", 16, arrays={"observations": mine})
    batch.reset()
    places = {name: getattr(batch, name).ctypes.data for name in ("masks", "rewards", "actors")}
    batch.step(batch.sample())
    assert mine.any()
    assert batch.observations is mine
    assert {name: getattr(batch, name).ctypes.data for name in places} == places
    assert batch.planes()["items"].base is not None
    assert np.shares_memory(batch.planes()["hand"], mine)


def test_nothing_is_allocated_per_step() -> None:
    import tracemalloc

    batch = Batch("escape", 64, threads=1)
    batch.reset()
    actions = batch.sample()
    batch.step(actions)
    tracemalloc.start()
    try:
        for _ in range(50):
            batch.step(batch.sample())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40_000  # a row per game would be 180,000


@pytest.mark.parametrize("how", ["copy", "pickle"])
def test_a_copy_goes_on_like_the_original(how: str) -> None:
    batch = Batch("escape", 3, seed=8)
    batch.reset()
    for _ in range(40):
        batch.step(batch.sample())
    other = copy.deepcopy(batch) if how == "copy" else pickle.loads(pickle.dumps(batch))
    for _ in range(40):
        batch.step(batch.sample())
        other.step(other.sample())
    np.testing.assert_array_equal(batch.observations, other.observations)
    assert not np.shares_memory(batch.observations, other.observations)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"games": 0}, "from 1 to"),
        ({"games": 2.5}, "whole number"),
        ({"players": 7}, "2 to 4 players"),
        ({"players": "two"}, "whole number"),
        ({"seed": "seven"}, "A seed is a whole number, not 'seven'"),
        ({"seed": None}, "A seed is a whole number"),
        ({"reward": "fame"}, "wins or points"),
        ({"limit": -1}, "limit of decisions"),
        ({"threads": -1}, "threads"),
        ({"peek": "maybe"}, "off or on"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"arrays": {"masks": np.zeros((4, 104), np.float32)}}, "masks must be"),
        ({"arrays": {"masks": np.zeros((4, 208), np.int8)[:, ::2]}}, "masks must be"),
        ({"arrays": {"maskes": 0}}, "no array 'maskes'"),
    ],
)
def test_wrong_settings_get_one_sentence(settings: dict[str, Any], words: str) -> None:
    chosen: dict[str, Any] = {"game": "causeway", "games": 4} | settings
    with pytest.raises(BadRequest, match=words):
        Batch(**chosen)


@pytest.mark.parametrize(
    "actions",
    [[0.5] * 4, [True] * 4, [0] * 3, [[0] * 4], 3, ["a"] * 4, None, [None] * 4],
    ids=["floats", "bools", "short", "shape", "scalar", "words", "none", "nones"],
)
def test_wrong_actions_are_refused_and_change_nothing(actions: Any) -> None:
    batch = Batch("causeway", 4)
    with pytest.raises(BadRequest, match="Reset"):
        batch.step([0, 0, 0, 0])
    batch.reset()
    before = batch._batch.states.tobytes()
    with pytest.raises(BadRequest, match="4 whole numbers"):
        batch.step(actions)
    assert batch._batch.states.tobytes() == before
    for unsigned in (np.uint8, np.int16, np.uint64):
        batch.step(batch.sample().astype(unsigned))
        assert not batch.terminated.any()


@games
def test_the_end_of_a_game_is_kept_for_those_who_value_it(game: Game) -> None:
    batch, whole = Batch(game, 4, 2, seed=4, limit=12), Batch(game, 4, 2, seed=4)
    batch.reset()
    whole.reset()
    for _ in range(11):
        actions = batch.sample()
        batch.step(actions)
        whole.step(actions)
    actions = batch.sample()
    batch.step(actions)
    whole.step(actions)
    assert batch.truncated.all()
    np.testing.assert_array_equal(batch.final_observations, whole.observations)
    np.testing.assert_array_equal(batch.final_actors, whole.actors)


@games
def test_a_position_has_the_same_observation_and_mask(game: Game) -> None:
    batch = Batch(game, 3, 3, seed=4)
    batch.reset()
    for _ in range(60):
        for number in range(3):
            position = batch.position(number)
            own = position.redacted(position.actor)
            for seen in (position, own):
                np.testing.assert_array_equal(observation_of(seen), batch.observations[number])
                np.testing.assert_array_equal(mask_of(seen), batch.masks[number])
        batch.step(batch.sample())
    with pytest.raises(BadRequest, match="another seat"):
        observation_of(own, (position.actor + 1) % 3)


def step_once(batch: Batch, done: Any) -> None:
    batch.step(batch.sample())
    done.put(batch.observations.sum())


def test_a_batch_goes_on_in_a_forked_process_and_in_a_copy() -> None:
    batch = Batch("causeway", 1200, seed=1, threads=2)
    batch.reset()
    batch.step(batch.sample())
    twin = copy.copy(batch)
    context = multiprocessing.get_context("fork")
    done = context.Queue()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads and fork: what is tested here
        child = context.Process(target=step_once, args=(batch, done))
        child.start()
    told = done.get(timeout=60)
    child.join()
    before = batch.observations.copy()
    twin.step(twin.sample())
    np.testing.assert_array_equal(batch.observations, before)
    assert told == twin.observations.sum()


def test_arrays_that_share_memory_and_games_that_are_none_are_refused() -> None:
    flags = np.zeros(2, np.bool_)
    with pytest.raises(BadRequest, match="memory of its own"):
        Batch("causeway", 2, arrays={"terminated": flags, "truncated": flags})
    with pytest.raises(BadRequest, match="by its name"):
        Batch(new_game("escape"), 2)  # type: ignore[arg-type]
