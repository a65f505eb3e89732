"""Training: samples of self-play, learning, the match that decides, and going on after a stop."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from atlantis_games import BadRequest, Game
from atlantis_games.arena.workers import workers
from atlantis_games.games import game_named
from atlantis_games.kernels.samples import MAX_LISTED
from atlantis_games.kernels.weights import read_weights, shipped_weights
from atlantis_games.training import dataset, selfplay
from atlantis_games.training.gate import Gate
from games.engines import all_games
from kernels.test_net import arrays_of


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of few samples."""
    monkeypatch.setattr(selfplay, "CHUNK", 60)


def silent(code: str) -> AbstractContextManager[Any]:
    """Reports nothing."""
    return nullcontext(lambda done, total: None)


def played(game: Game, folder: Path, jobs: int) -> list[bytes]:
    """The files of three chunks of self-play with the shipped net."""
    net = shipped_weights(game)[0]
    work = selfplay.SelfPlay(game, folder, 3, 8, "test", net)
    with workers(jobs) as pool:
        selfplay.play(work, pool, lambda done, total: None)
    return [file.read_bytes() for file in sorted(folder.glob("*.npz"))]


@all_games
@pytest.mark.usefixtures("small_chunks")
def test_samples_do_not_depend_on_the_workers(game: Game, tmp_path: Path) -> None:
    alone, together = played(game, tmp_path / "1", 1), played(game, tmp_path / "2", 3)
    assert len(alone) == 3
    assert alone == together
    (tmp_path / "1" / "00001.npz").unlink()  # as if it had been stopped
    assert played(game, tmp_path / "1", 2) == alone


@all_games
@pytest.mark.usefixtures("small_chunks")
def test_samples_say_what_the_search_found_and_who_won(game: Game, tmp_path: Path) -> None:
    played(game, tmp_path, 1)
    data = dataset.read(game, sorted(tmp_path.glob("*.npz")))
    assert len(data.inputs) >= 180
    is_listed = data.found > 0
    assert is_listed.mean() > 0.7
    assert data.found.max() <= MAX_LISTED
    assert np.allclose(data.visits[is_listed].sum(axis=1), 1, atol=0.02)
    for shares in (data.values, data.results):
        assert np.allclose(shares.sum(axis=1), 1, atol=0.02)
    for row, players in enumerate(data.players):
        assert not data.values[row, players:].any()


@all_games
def test_a_match_between_a_net_and_itself_is_even_and_repeatable(game: Game) -> None:
    net = shipped_weights(game)[0]
    gates = []
    for jobs in (1, 2):
        with workers(jobs) as pool:
            gates.append(Gate(game, net, net, 2, 4, "test").play(pool, lambda a, b: None))
    assert gates[0] == gates[1]
    assert gates[0].games == 4
    assert 0 <= gates[0].share <= 1


@pytest.mark.usefixtures("small_chunks")
def test_a_run_learns_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: the extra train")
    from atlantis_games.training.run import Settings, Training

    settings = Settings("causeway", iterations=8, chunks=1, epochs=2.0, deals=2, gate_iterations=4)
    with workers(1) as alone, workers(2) as two:
        first = Training(settings, tmp_path / "first").run(2, alone, silent)
        Training(settings, tmp_path / "second").run(1, two, silent)
        second = Training(settings, tmp_path / "second").run(2, two, silent)
    for line in (*first, *second):
        del line["cpu_seconds"]
    assert first == second
    assert [line["generation"] for line in first] == [0, 1]
    game = game_named("causeway")
    for number in range(2):
        nets = [
            read_weights(game, tmp_path / run / f"nets/00{number}.npz")
            for run in ("first", "second")
        ]
        assert np.array_equal(*nets)
    with pytest.raises(BadRequest, match="from a training with other settings"):
        Training(Settings("causeway"), tmp_path / "first")
    lines = (tmp_path / "first" / "generations.jsonl").read_text().splitlines()
    assert [json.loads(line)["generation"] for line in lines] == [0, 1]


@all_games
@pytest.mark.usefixtures("small_chunks")
def test_torch_and_kernels_agree(game: Game, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: the extra train")
    from atlantis_games.training.learn import Net

    played(game, tmp_path, 1)
    file = tmp_path / "00000.npz"
    data = dataset.read(game, [file])
    with np.load(file) as stored:
        states = stored["states"].reshape(-1).view(game.record)
    weights = shipped_weights(game)[0]
    net = Net(game, arrays_of(game, weights.copy()))
    actions = torch.tensor(data.actions.astype(np.int64))
    known = torch.tensor(data.known.astype(np.float32))
    values, logits = net(torch.tensor(data.inputs), actions, known)
    kernels = game.kernels("search").net
    scratch = np.zeros(kernels.SCRATCH, np.float32)
    for row in range(0, len(states), 7):
        players, found = int(data.players[row]), int(data.found[row])
        out, appeal = np.zeros(4), np.zeros(MAX_LISTED)
        kernels.expect(states[row], weights, scratch, np.empty(4), out)
        expected = torch.softmax(values[row, :players], 0).detach().numpy()
        seat = int(states[row]["seat"])
        assert np.allclose(out[:players], np.roll(expected, seat), atol=1e-4)
        kernels.appeal(states[row], weights, scratch, data.actions[row], found, appeal)
        assert np.allclose(appeal[:found], logits[row, :found].detach().numpy(), atol=0.02)
