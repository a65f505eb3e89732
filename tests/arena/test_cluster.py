"""A real Ray cluster on this machine: the same results, also when worker processes are killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from atlantis_games import BadRequest
from atlantis_games.arena import cluster
from atlantis_games.arena.cluster import ClusterExecutor, in_same_version, ray_library
from atlantis_games.arena.results import Result
from atlantis_games.arena.runner import Tournament
from atlantis_games.arena.schedule import Job, schedule
from atlantis_games.arena.workers import Workers, workers
from atlantis_games.games import GAMES
from atlantis_games.kernels.weights import shipped_weights
from atlantis_games.training.gate import Gate
from atlantis_games.training.selfplay import SelfPlay, play

# Ray leaves the handles of the processes that it has ended to the garbage collector.
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)
TOURNAMENT = Tournament("causeway", ["greedy:1", "random"], 24, [2], {})
JOBS = list(schedule(TOURNAMENT.bots, TOURNAMENT.games, TOURNAMENT.players))


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    """A cluster of three workers; the one at `RAY_ADDRESS`, if that is set."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'atlantis-games[cluster]'")
    with workers(3, os.environ.get("RAY_ADDRESS", "local")) as found:
        yield found


def test_a_killed_worker_costs_only_its_unfinished_games(pool: Workers, tmp_path: Path) -> None:
    """Two games kill the process that plays them, the first time that they are played."""

    def play(job: Job) -> tuple[Result, int]:
        marker = tmp_path / f"{job.deal} {job.seats[0].replace(':', '')}"
        if job.deal in {2, 5} and not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return TOURNAMENT.play(job), os.getpid()

    found = list(pool.run(play, JOBS))
    assert len(list(tmp_path.iterdir())) == 4, "nothing was killed"
    assert len({process for _, process in found} - {os.getpid()}) > 1
    with workers(1) as alone:
        assert [result for result, _ in found] == list(alone.run(TOURNAMENT.play, JOBS))


def test_a_gate_is_the_same_on_a_cluster(pool: Workers) -> None:
    game = GAMES["causeway"]
    net = shipped_weights(game)[0]
    gate = Gate(game, net, net, 4, 4, "test")
    with workers(1) as alone:
        assert gate.play(pool, lambda a, b: None) == gate.play(alone, lambda a, b: None)


def test_self_play_is_the_same_on_a_cluster(pool: Workers, tmp_path: Path) -> None:
    game = GAMES["causeway"]
    chunks = {}
    for name, by in (("cluster", pool), ("here", None)):
        work = SelfPlay(game, tmp_path / name, 2, 4, "test", shipped_weights(game)[0])
        with workers(1) as alone:
            play(work, by or alone, lambda a, b: None)
        with np.load(work.file(1)) as stored:
            chunks[name] = {part: stored[part].tobytes() for part in stored}
    assert chunks["cluster"] == chunks["here"]


def test_an_error_of_a_worker_is_an_error_here(pool: Workers) -> None:
    with pytest.raises(BadRequest, match="no bot 'nobody'"):
        list(pool.run(partial(Tournament.play, TOURNAMENT), [Job(2, 0, ("nobody", "random"))]))


def test_a_worker_with_another_version_is_refused() -> None:
    assert in_same_version(cluster.VERSION, max, (1, 2)) == 2
    with pytest.raises(BadRequest, match=r"but 0\.0\.1 is"):
        in_same_version("0.0.1", max, (1, 2))


def test_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadRequest, match=r"atlantis-games\[cluster\]"):
        ray_library()
    with pytest.raises(BadRequest, match="needs Ray"):
        ClusterExecutor("local")
