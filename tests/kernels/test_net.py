"""The net inside kernels: what it sees, what it works out, and which files it is read from."""

from __future__ import annotations

import dataclasses
import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atlantis_games import Game, Position, new_game
from atlantis_games.bots import bot_named
from atlantis_games.core.errors import WrongWeights
from atlantis_games.games import GAMES
from atlantis_games.kernels.net_layout import layout, shapes
from atlantis_games.kernels.numba import WIDTH
from atlantis_games.kernels.weights import FILE, header_of, read_weights, shipped_weights
from atlantis_games.kernels.workspace import new_workspace
from bots.test_bots import decisions
from games.engines import all_games
from games.test_properties import secrets_changed

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def inputs_of(game: Game, position: Position) -> Any:
    """What the net sees of a position where a seat decides."""
    assert game.features is not None
    workspace = new_workspace(game, 1)
    net = game.kernels("search").net
    net.look(position.states()[0], workspace.weights[0], workspace.scratch, np.empty(4))
    return workspace.scratch[: game.features.INPUTS].copy()


def arrays_of(game: Game, weights: Any) -> dict[str, Any]:
    """A row of weights as arrays by name, as docs/training.md tells researchers to read it."""
    assert game.features is not None
    found, at = {}, 0
    for name, shape in shapes(game.features).items():
        size = int(np.prod(shape))
        found[name] = weights[at : at + size].reshape(shape)
        at += size
    assert at == layout(game.features).size
    return found


def reference(game: Game, position: Position, weights: Any) -> tuple[Any, dict[int, float]]:
    """Shares of the win by seat and logits by action, worked out in NumPy."""
    assert game.features is not None
    net, inputs = arrays_of(game, weights), inputs_of(game, position)
    first = inputs @ net["first"][1:] + net["first"][0]
    second = np.maximum(first[:WIDTH], 0) @ net["second"][1:] + net["second"][0]
    units = np.maximum(second[:WIDTH], 0)
    values = first[WIDTH:] + second[WIDTH:] + net["value"] @ units
    shares = np.exp(values[: position.players])
    shares = np.roll(shares / shares.sum(), position.actor)
    logits = {}
    for action in position.moves.values():
        known = np.zeros(game.features.ACTION_INPUTS, np.float32)
        game.features.action_features(position.states()[0], action, known)
        kind, parts = game.features.KIND[action], game.features.PARTS[action]
        logit = (net["parts"][parts] @ units + net["part_bias"][parts]).sum()
        logits[action] = logit + known @ (net["kind_bias"][kind] + net["kinds"][kind] @ units)
    return shares, logits


@all_games
@pytest.mark.parametrize("players", [2, 3, 4])
def test_kernels_work_out_what_the_document_says(game: Game, players: int) -> None:
    weights = shipped_weights(game)[0]
    workspace, net = new_workspace(game, 1), game.kernels("search").net
    for position in decisions(game, players, players)[:12]:
        seen = position.redacted(position.actor)
        shares, logits = reference(game, seen, weights)
        state, out = seen.states()[0], np.zeros(4)
        net.expect(state, weights, workspace.scratch, np.empty(4), out)
        assert np.allclose(out[:players], shares, atol=1e-5)
        actions = np.array(list(logits), np.int32)
        values = np.zeros(len(actions))
        net.appeal(state, weights, workspace.scratch, actions, len(actions), values)
        assert np.allclose(values, list(logits.values()), atol=1e-3)


@all_games
def test_the_example_reads_a_net_with_numpy_alone(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    example = importlib.import_module("net").Net(str(game.folder / FILE))
    assert example.header["game"] == game.name
    for position in decisions(game, 4, 3)[:4]:
        seen = position.redacted(position.actor)
        shares, _ = reference(game, seen, shipped_weights(game)[0])
        found = np.roll(example(inputs_of(game, seen), 3), position.actor)
        assert np.allclose(found, shares, atol=1e-5)


@all_games
def test_other_weights_give_other_values(game: Game) -> None:
    """Weights are arguments, so that no compiled code keeps old ones."""
    weights = shipped_weights(game)[0]
    workspace, net = new_workspace(game, 1), game.kernels("search").net
    position = decisions(game, 7, 2)[3]
    found = []
    for factor in (1.0, 0.5):
        out = np.zeros(4)
        net.expect(
            position.states()[0], weights * np.float32(factor), workspace.scratch, np.empty(4), out
        )
        found.append(out[0])
    assert found[0] != found[1]


def test_a_net_sees_nothing_that_its_seat_may_not_know() -> None:
    game, changed = new_game("causeway").game, 0
    for position in decisions(game, 5, every=4):
        other = secrets_changed(position, position.actor, 91)
        changed += other != position
        seen = inputs_of(game, position)
        assert np.array_equal(seen, inputs_of(game, other))
        assert np.array_equal(seen, inputs_of(game, position.redacted(position.actor)))
    assert changed > 10


@all_games
def test_what_a_net_sees_is_of_moderate_size(game: Game) -> None:
    for position in decisions(game, 6, 4):
        inputs = inputs_of(game, position)
        assert np.isfinite(inputs).all()
        assert np.abs(inputs).max() < 8


def test_both_nets_are_below_one_megabyte() -> None:
    assert sum((game.folder / FILE).stat().st_size for game in GAMES.values()) < 1_000_000


def write(file: Path, header: dict[str, Any], weights: Any) -> None:
    """A file of weights with any header."""
    text = np.frombuffer(json.dumps(header).encode(), np.uint8)
    np.savez_compressed(file, header=text, weights=weights)


@all_games
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(game: Game, tmp_path: Path) -> None:
    weights = shipped_weights(game)[0]
    right, file = header_of(game, weights), tmp_path / FILE
    write(file, right, weights)
    assert np.array_equal(read_weights(game, file), weights)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"game": "chess"}, "expected " + game.name + ", got chess"),
        ({"rules": 99}, "by its rules: expected 1, got 99"),
        ({"features": 99}, "by its features: expected"),
        ({"shapes": {}}, "by its shapes: they are damaged or of another net"),
        ({"format": 99}, "by its format: expected 1, got 99"),
    ]
    for change, words in changes:
        write(file, {**right, **change}, weights)
        with pytest.raises(WrongWeights, match=words):
            read_weights(game, file)
    write(file, right, weights + np.float32(1))
    with pytest.raises(WrongWeights, match="by its sha256: they are damaged"):
        read_weights(game, file)
    short = weights[:-1]
    write(file, header_of(game, short), short)
    with pytest.raises(WrongWeights, match="by its number of weights"):
        read_weights(game, file)
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(WrongWeights, match=r"cannot be read\. Install this version"):
        read_weights(game, file)


@all_games
def test_a_bot_without_its_net_says_so_and_does_not_play_worse(game: Game, tmp_path: Path) -> None:
    broken = dataclasses.replace(game, folder=tmp_path)
    for use in (lambda: shipped_weights(broken), lambda: new_workspace(broken, 1)):
        with pytest.raises(WrongWeights, match=r"weights\.npz is not there"):
            use()


@all_games
def test_a_search_may_leave_its_net_out(game: Game) -> None:
    positions = [p.redacted(p.actor) for p in decisions(game, 8, 2)[:12]]
    plain, same, without = (
        [bot_named(name, game.name, 3).choose(position, None) for position in positions]
        for name in ("search:40", "search:40/net=on", "search:40/net=off")
    )
    assert plain == same
    assert plain != without
